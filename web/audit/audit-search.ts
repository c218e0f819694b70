import * as z from 'zod/mini';
import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { instantIn } from '../../contract/shared/time-zone.ts';
import { ifValid } from '../search-params.ts';

/** Filters of the log. Each matches all actions whose name starts with the key and a dot. */
export const AREAS = {
  account: 'Accounts',
  session: 'Sessions',
  token: 'Access tokens',
  document: 'Documents',
  server: 'Servers',
  member: 'Team members',
  group: 'Groups',
  alert: 'Alerts',
  'alert-rule': 'Alert rules',
  'alert-source': 'Programs that send alerts',
  channel: 'Alert channels',
  maintenance: 'Maintenance',
  duty: 'Duty',
  heartbeat: 'Heartbeats',
  object: 'Images and files',
  import: 'Imports',
  demo: 'Sample data',
  system: 'System',
} as const satisfies Record<AreaOf<AuditAction>, string>;

type AreaOf<Action> = Action extends `${infer Area}.${string}` ? Area : never;
type Area = keyof typeof AREAS;

/** The search parameters of the audit log; invalid ones are ignored. */
const AuditSearch = z.object({
  area: ifValid(z.enum(Object.keys(AREAS) as [Area, ...Area[]])),
  /** The account that acted. */
  person: ifValid(z.uuid()),
  /** First and last day, such as 2026-11-20. */
  from: ifValid(z.iso.date()),
  to: ifValid(z.iso.date()),
});
export type AuditSearch = z.infer<typeof AuditSearch>;

export const readAuditSearch = (search: Record<string, unknown>): AuditSearch => AuditSearch.parse(search);

export const hasFilters = ({ area, person, from, to }: AuditSearch): boolean =>
  Boolean(area || person || from || to);

/** The search as the server expects it; days are whole days in the time zone of the account. */
export const auditQuery = ({ area, person, from, to }: AuditSearch, timeZone: string) => ({
  actorId: person,
  action: area && `${area}.`,
  from: from && instantIn(from, 0, timeZone).toISOString(),
  to: to && new Date(instantIn(to, DAY_MINUTES, timeZone).getTime() - 1).toISOString(),
});

const DAY_MINUTES = 24 * 60;
