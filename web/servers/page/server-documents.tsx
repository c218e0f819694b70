import { ForEditors } from '../../api/for-editors.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, Link2, Plus, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { search } from '../../../contract/calls/search.ts';
import { type LinkedDocument, servers } from '../../../contract/calls/servers.ts';
import { query } from '../../api/query.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { paths } from '../../paths.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Section } from './section.tsx';

const PAUSE_MS = 300;

/** Documents linked to this server, for reading during an incident, and documents that name it. */
export function ServerDocuments({ serverId }: { serverId: string }) {
  const [isAdding, setAdding] = useState(false);
  const read = useQuery(query(servers.documents, { params: { id: serverId } }));
  const unlink = useSave(servers.unlinkDocument, {
    invalidates: CHANGED_BY_LINKS,
    failed: reasonOr('The link could not be removed.'),
  });
  return (
    <Section
      title="Linked documents"
      end={
        <ForEditors>
          <IconButton
            size="small"
            data-action=""
            needsServer
            label="Link a document"
            aria-expanded={isAdding}
            icon={<Plus size={16} />}
            onClick={() => setAdding(!isAdding)}
          />
        </ForEditors>
      }
    >
      {isAdding && <Finder serverId={serverId} onDone={() => setAdding(false)} />}
      {read.isError && <p className="text-sm text-red">The documents could not be loaded.</p>}
      {read.data?.length === 0 && !isAdding && (
        <p className="text-sm text-muted">None yet. Link the runbook of this server.</p>
      )}
      <ul>
        {read.data?.map((document) => (
          <Row key={document.id} document={document}>
            <ForEditors>
              <IconButton
                size="small"
                needsServer
                label={`Unlink "${document.title}"`}
                icon={<X size={14} />}
                onClick={() => unlink.mutate({ params: { id: serverId, documentId: document.id } })}
              />
            </ForEditors>
          </Row>
        ))}
      </ul>
      <Mentions serverId={serverId} linked={read.data} />
    </Section>
  );
}

const CHANGED_BY_LINKS = [servers.documents, servers.mentions, servers.history];

/** Documents that name the server, with a button to link them; nothing without any. */
function Mentions({ serverId, linked }: { serverId: string; linked: LinkedDocument[] | undefined }) {
  const headingId = useId();
  const read = useQuery(query(servers.mentions, { params: { id: serverId } }));
  // Both lists are read again after a document was linked, one after the other. It stands in one of them all the time.
  const data = read.data?.filter((named) => !linked?.some(({ id }) => id === named.id)) ?? [];
  const link = useSave(servers.linkDocument, {
    invalidates: CHANGED_BY_LINKS,
    failed: reasonOr('The document could not be linked.'),
  });
  if (data.length === 0) return null;
  return (
    <>
      <h3 id={headingId} className="mt-3 text-sm text-muted">
        Documents that name it
      </h3>
      <ul aria-labelledby={headingId} className="max-h-60 overflow-y-auto">
        {data.map((document) => (
          <Row key={document.id} document={document}>
            <ForEditors>
              <IconButton
                size="small"
                needsServer
                label={`Link "${document.title}"`}
                icon={<Link2 size={14} />}
                disabled={link.isPending}
                onClick={() => link.mutate({ params: { id: serverId }, body: { documentId: document.id } })}
              />
            </ForEditors>
          </Row>
        ))}
      </ul>
    </>
  );
}

const Row = ({ document, children }: { document: LinkedDocument; children: ReactNode }) => (
  <li className="flex items-center gap-2 py-1 text-sm">
    <BookOpen size={14} className="flex-none text-muted" aria-hidden />
    <Link
      to={paths.document}
      params={{ documentId: document.id }}
      className="min-w-0 flex-1 [overflow-wrap:anywhere] hover:text-accent-ink"
    >
      {document.title}
    </Link>
    {children}
  </li>
);

function Finder({ serverId, onDone }: { serverId: string; onDone: () => void }) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim(), PAUSE_MS);
  const hits = useQuery({ ...query(search.find, { query: { q, kinds: 'document' } }), enabled: q !== '' });
  const link = useSave(servers.linkDocument, {
    invalidates: CHANGED_BY_LINKS,
    saved: ({ title }) => {
      onDone();
      return { title: 'Linked', text: title };
    },
    failed: reasonOr('The document could not be linked.'),
  });
  return (
    <div className="mb-2">
      <TextField
        label="Find a document to link"
        hideLabel
        type="search"
        placeholder="Find a document..."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {q !== '' && hits.data?.length === 0 && <p className="mt-2 text-sm text-muted">No documents found.</p>}
      <ul className="mt-1">
        {hits.data?.map(({ id, title }) => (
          <li key={id}>
            <Button
              look="quiet"
              className="w-full justify-start! overflow-hidden"
              disabled={link.isPending}
              onClick={() => link.mutate({ params: { id: serverId }, body: { documentId: id } })}
            >
              <span className="truncate">{title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
