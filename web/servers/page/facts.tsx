import type { Server } from '../../../contract/server-fields.ts';
import { exactTime } from '../../../contract/dates.ts';
import { useTimeZone } from '../../lib/preferences.ts';
import { CHECK_LABELS } from '../form/form-values.ts';
import { Section } from './section.tsx';

const TYPES = { virtual: 'Virtual', physical: 'Physical' };

const factsOf = (server: Server, timeZone: string): [string, string | null | undefined][] => [
  ['OS', server.operatingSystem],
  ['Type', server.serverType && TYPES[server.serverType]],
  ['Hardware', server.hardwareModel],
  ['Domain', server.domain],
  ['Network', server.network],
  ['Location', server.serverLocation],
  [
    'Function',
    [server.primaryFunction, server.secondaryFunction, server.tertiaryFunction].filter(Boolean).join(', '),
  ],
  ['Team', server.teamOwner],
  ['Contacts', server.keyContacts],
  ['Managed by', server.managedByName],
  ['Check', server.check && `${CHECK_LABELS[server.check.kind].label}: ${server.check.target}`],
  [
    'Certificate',
    server.certificateExpiresAt && `expires ${exactTime(server.certificateExpiresAt, timeZone)}`,
  ],
  ['Added', exactTime(server.createdAt, timeZone)],
  ['Description', server.description],
  ['Notes', server.notes],
];

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
