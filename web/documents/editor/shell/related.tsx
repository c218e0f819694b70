import { useMayWrite } from '../../../api/for-editors.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { useId } from 'react';
import { TYPE_LABELS, typeOf } from '../../../../contract/shared/document-words.ts';
import { servers } from '../../../../contract/calls/servers.ts';
import { query } from '../../../api/query.ts';
import { reasonOr, useSave } from '../../../api/save.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Part } from '../../../ui/feedback/part.tsx';
import { useBase } from '../../base.ts';

/** What belongs to a stored document, below its text. */
export const Related = ({ id }: { id: string }) => (
  <div className="print:hidden">
    <Part name="Linked pages" of={[id]}>
      <Backlinks id={id} />
    </Part>
    <Part name="Named servers" of={[id]}>
      <NamedServers id={id} />
    </Part>
  </div>
);

/** Documents that link here; nothing without any. */
function Backlinks({ id }: { id: string }) {
  const headingId = useId();
  const { calls } = useBase();
  const { data = [] } = useQuery(query(calls.backlinks, { params: { id } }));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-10 border-t border-border pt-4">
      <h2 id={headingId} className="text-md">
        Linked from
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {data.map(({ id: from, title, templateType }) => (
          <li key={from} className="flex min-w-0 items-baseline gap-2 text-sm">
            <Link
              to={paths.document}
              params={{ documentId: from }}
              className="truncate text-accent-ink hover:underline"
            >
              {title}
            </Link>
            <span className="flex-none text-xs text-muted">{TYPE_LABELS[typeOf(templateType)]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Linked servers, and servers that the saved text mentions, with a button to link them; nothing without any. */
function NamedServers({ id }: { id: string }) {
  const headingId = useId();
  const mayWrite = useMayWrite();
  const { data = [] } = useQuery(query(servers.ofDocument, { params: { id } }));
  const link = useSave(servers.linkDocument, {
    invalidates: [servers.ofDocument, servers.documents],
    failed: reasonOr('The server could not be linked.'),
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-10 border-t border-border pt-4">
      <h2 id={headingId} className="text-md">
        Servers
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {data.map((server) => (
          <li key={server.id} className="flex min-h-7 min-w-0 items-center gap-2 text-sm">
            <Link
              to={paths.server}
              params={{ serverId: server.id }}
              className="tech truncate text-accent-ink hover:underline"
            >
              {server.name}
            </Link>
            <span className="flex-none text-xs text-muted">
              {server.status}
              {!server.linked && ' · named in the text'}
            </span>
            {!server.linked && mayWrite && (
              <Button
                size="small"
                look="quiet"
                aria-label={`Link ${server.name}`}
                icon={<Link2 size={14} aria-hidden />}
                disabled={link.isPending}
                onClick={() => link.mutate({ params: { id: server.id }, body: { documentId: id } })}
              >
                Link
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
