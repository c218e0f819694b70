import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { checks, type Outcome } from '../../../contract/calls/checks.ts';
import {
  type Server,
  fieldOf,
  SERVER_FIELDS,
  type ServerField,
} from '../../../contract/shared/server-fields.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { Section } from './section.tsx';
import { duration, exactTime } from '../../../contract/shared/dates.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { SimulatedMark } from '../server-values.tsx';
import { type FoldedResult, foldResults } from './folded-results.ts';
import { useResults } from './measurements.tsx';
import { CHANGES_SHOWN } from '../../../contract/calls/server-overview.ts';
import { type HistoryEntry, servers } from '../../../contract/calls/servers.ts';

const SHOWN = 10;
const MORE = 200;

const OUTCOMES: Record<
  Outcome,
  { label: string; look: 'green' | 'yellow' | 'solid' | 'dashed' | 'outline' }
> = {
  good: { label: 'Answered', look: 'green' },
  warning: { label: 'Warning', look: 'yellow' },
  bad: { label: 'Failed', look: 'solid' },
  unknown: { label: 'Unknown', look: 'dashed' },
  maintenance: { label: 'Maintenance', look: 'outline' },
};

/** The last check results, newest first, and the outages. */
export function CheckLog({ server }: { server: Server }) {
  const [count, setCount] = useState(SHOWN);
  const results = useResults(server.id, 1);
  const entries = useMemo(() => foldResults(results.data ?? []), [results.data]);
  return (
    <>
      <Section title="Check log">
        {results.isError && <ReadFailed read={results} title="The log could not be loaded" />}
        {results.data && entries.length === 0 && (
          <p className="py-2 text-sm text-muted">Not checked in the last 24 hours.</p>
        )}
        <ul className="text-sm">
          {entries.slice(0, count).map((entry) => (
            <LogEntry key={entry.last.at} entry={entry} />
          ))}
        </ul>
        {entries.length > count && (
          <Button look="quiet" size="small" className="mt-2" onClick={() => setCount(count + MORE)}>
            Show more
          </Button>
        )}
      </Section>
      <Incidents serverId={server.id} />
    </>
  );
}

function LogEntry({ entry: { last, count, since } }: { entry: FoldedResult }) {
  const timeStyle = useTimeStyle();
  const { label, look } = OUTCOMES[last.outcome ?? 'unknown'];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border py-1.5 compact:py-0.5">
      <span className="flex w-27">
        {last.simulated ? <SimulatedMark /> : <Badge look={look}>{label}</Badge>}
      </span>
      <RelativeTime value={last.at} className="w-32 text-muted" />
      <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">
        {last.message}
        {count > 1 && (
          <span className="text-muted">
            {' · '}
            {count} times since {exactTime(since, timeStyle)}
          </span>
        )}
      </span>
      <span className="text-right text-muted tabular-nums">
        {last.latencyMs === null ? '—' : `${Math.round(last.latencyMs)} ms`}
      </span>
    </li>
  );
}

function Incidents({ serverId }: { serverId: string }) {
  const read = useQuery(query(checks.incidents, { params: { id: serverId } }));
  if (!read.data?.length) return null;
  return (
    <Section title="Incidents">
      <ul className="text-sm">
        {read.data.slice(0, SHOWN).map((incident) => (
          <li
            key={incident.id}
            className="flex flex-wrap gap-x-3 gap-y-1 border-b border-border py-1.5 compact:py-0.5"
          >
            <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">{incident.message}</span>
            <span className="text-muted">
              <RelativeTime value={incident.startedAt} />
              {' · '}
              {incident.endedAt ? duration(incident.startedAt, incident.endedAt) : 'still offline'}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const ACTIONS: Record<string, string> = {
  'server.create': 'Added',
  'server.update': 'Changed',
  'server.delete': 'Deleted',
  'server.undelete': 'Restored',
  'server.check': 'Checked by hand',
  'server.link': 'Document linked',
  'server.unlink': 'Link removed',
};

/** Changes with their authors and the fields before and after. */
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

/** The label of a field. Fields that are not in the table, such as the check, have their own name. */
const labelOfField = (field: string): string =>
  field in SERVER_FIELDS ? fieldOf(field as ServerField).label : field === 'check' ? 'Health Check' : field;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
