import * as z from 'zod/mini';
import type { AuditAction } from '../../contract/shared/audit-words.ts';
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

/** The search as the server expects it; days are whole days in the browser's time zone. */
export const auditQuery = ({ area, person, from, to }: AuditSearch) => ({
  actorId: person,
  action: area && `${area}.`,
  from: from && new Date(`${from}T00:00:00.000`).toISOString(),
  to: to && new Date(`${to}T23:59:59.999`).toISOString(),
});
