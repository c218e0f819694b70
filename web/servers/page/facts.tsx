import { type Server, type ServerField, serverFields, shortLabel } from '../../../contract/server-fields.ts';
import { exactTime } from '../../../contract/dates.ts';
import { useTimeZone } from '../../lib/preferences.ts';
import { CHECK_LABELS } from '../form/form-values.ts';
import { Section } from './section.tsx';

const TYPES: Record<string, string> = { virtual: 'Virtual', physical: 'Physical' };
/** Shown elsewhere on the page. */
const ELSEWHERE = new Set<ServerField>(['name', 'hostname', 'ipAddress', 'environment', 'status']);
/** Long texts stand below everything else. */
const isLong = (field: ServerField) => ['description', 'notes'].includes(field);

const textOf = (server: Server, field: ServerField): string | null => {
  if (field === 'managedBy') return server.managedByName;
  return field === 'serverType' ? (TYPES[server.serverType ?? ''] ?? null) : server[field];
};

const factsOf = (server: Server, timeZone: string): [string, string | null | undefined][] => {
  const fields = serverFields.filter((field) => !ELSEWHERE.has(field));
  const facts = (those: ServerField[]): [string, string | null][] =>
    those.map((field) => [shortLabel(field), textOf(server, field)]);
  return [
    ...facts(fields.filter((field) => !isLong(field))),
    ['Check', server.check && `${CHECK_LABELS[server.check.kind].label}: ${server.check.target}`],
    [
      'Certificate',
      server.certificateExpiresAt &&
        (Date.parse(server.certificateExpiresAt) < Date.now() ? 'expired ' : 'expires ') +
          exactTime(server.certificateExpiresAt, timeZone),
    ],
    ['Added', exactTime(server.createdAt, timeZone)],
    ...facts(fields.filter(isLong)),
  ];
};

/** What people said about the server; what nobody said is left out. */
export function Facts({ server }: { server: Server }) {
  const timeZone = useTimeZone();
  return (
    <Section title="Facts">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 text-sm">
        {factsOf(server, timeZone)
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="[overflow-wrap:anywhere] whitespace-pre-wrap">{value}</dd>
            </div>
          ))}
      </dl>
    </Section>
  );
}
