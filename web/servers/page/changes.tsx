import { useQuery } from '@tanstack/react-query';
import { fieldOf, SERVER_FIELDS, type ServerField } from '../../../contract/server-fields.ts';
import { CHANGES_SHOWN } from '../../../contract/server-overview.ts';
import { type HistoryEntry, servers } from '../../../contract/servers.ts';
import { query } from '../../api/query.ts';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { Section } from './section.tsx';

const ACTIONS: Record<string, string> = {
  'server.create': 'Added',
  'server.update': 'Changed',
  'server.delete': 'Deleted',
  'server.undelete': 'Restored',
  'server.check': 'Checked by hand',
  'server.link': 'Document linked',
  'server.unlink': 'Link taken away',
};

/** Who changed what, with the fields before and after. */
export function Changes({ serverId }: { serverId: string }) {
  const read = useQuery(
    query(servers.history, { params: { id: serverId }, query: { limit: CHANGES_SHOWN } }),
  );
  return (
    <Section title="Changes">
      {read.isError && <p className="text-sm text-red">The changes could not be loaded.</p>}
      <ul className="flex flex-col gap-2.5 text-sm">
        {read.data?.map((entry) => (
          <li key={entry.id}>
            <p>{ACTIONS[entry.action] ?? entry.action}</p>
            <Fields entry={entry} />
            <p className="text-xs text-muted">
              {entry.actorName} · <RelativeTime value={entry.at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Fields({ entry: { action, before, after } }: { entry: HistoryEntry }) {
  if (action !== 'server.update' || !after) return null;
  return (
    <ul className="text-xs [overflow-wrap:anywhere]">
      {Object.keys(after).map((field) => (
        <li key={field}>
          <span className="text-muted">{labelOfField(field)}</span> {textOf(before?.[field])} →{' '}
          {textOf(after[field])}
        </li>
      ))}
    </ul>
  );
}

/** Fields that the table does not name, such as the check, show their own name. */
const labelOfField = (field: string): string =>
  field in SERVER_FIELDS ? fieldOf(field as ServerField).label : field === 'check' ? 'Health Check' : field;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
