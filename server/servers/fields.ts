import type * as z from 'zod';
import type { ServerChange } from '../../contract/server-fields.ts';
import { fold } from '../search/queries.ts';
import type { SearchEntry } from '../search/entries.ts';
import type { servers } from '../db/schema.ts';

export type ServerRow = typeof servers.$inferSelect;

/** What people may set, in the order of forms, histories and CSV files. */
export const TEXT_FIELDS = [
  'name',
  'hostname',
  'ipAddress',
  'domain',
  'network',
  'environment',
  'operatingSystem',
  'serverType',
  'hardwareModel',
  'serverLocation',
  'primaryFunction',
  'secondaryFunction',
  'tertiaryFunction',
  'teamOwner',
  'keyContacts',
  'description',
  'notes',
] as const;
const FIELDS = [...TEXT_FIELDS, 'status', 'managedBy', 'check'] as const;
type Field = (typeof FIELDS)[number];
export type ServerFields = Pick<ServerRow, Field>;

export const fieldsOf = (row: ServerRow): ServerFields =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as ServerFields;

const EMPTY: Omit<ServerFields, 'name'> = {
  hostname: null,
  ipAddress: null,
  domain: null,
  network: null,
  environment: 'development',
  operatingSystem: null,
  serverType: null,
  hardwareModel: null,
  serverLocation: null,
  primaryFunction: null,
  secondaryFunction: null,
  tertiaryFunction: null,
  teamOwner: null,
  keyContacts: null,
  description: null,
  notes: null,
  status: 'unknown',
  managedBy: null,
  check: null,
};

/** The fields after a change: one left out keeps its value, null gives the empty one. */
export function changed(
  before: ServerFields | undefined,
  change: z.output<typeof ServerChange>,
): ServerFields {
  const base = { name: '', ...EMPTY, ...before };
  const given = FIELDS.filter(
    (field) => change[field] !== undefined && !(field === 'name' && change.name === null),
  );
  return {
    ...base,
    ...Object.fromEntries(
      given.map((field) => [field, change[field] ?? EMPTY[field as Exclude<Field, 'name'>]]),
    ),
  };
}

/** The sixteen fields that the search of the inventory looks through (seed, section 5). */
const SEARCHED = TEXT_FIELDS;

export const foldedOf = (fields: ServerFields): string =>
  fold(
    SEARCHED.map((field) => fields[field])
      .filter(Boolean)
      .join('\n'),
  );

export function searchEntryOf(row: ServerRow): SearchEntry {
  const [, ...others] = TEXT_FIELDS;
  return {
    kind: 'server',
    id: row.id,
    title: row.name,
    body: others
      .map((field) => row[field])
      .concat(row.status)
      .filter(Boolean)
      .join('\n'),
    type: row.environment,
    category: row.status,
    tags: [],
    updatedAt: row.updatedAt,
  };
}
