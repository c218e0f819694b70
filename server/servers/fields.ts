import type * as z from 'zod';
import { textFields, type ServerChange } from '../../contract/server-fields.ts';
import { fold } from '../search/queries.ts';
import type { SearchEntry } from '../search/entries.ts';
import type { servers } from '../db/schema.ts';

export type ServerRow = typeof servers.$inferSelect;

/** What people may set, in the order of forms, histories and CSV files. */
export const TEXT_FIELDS = textFields;
const FIELDS = [...TEXT_FIELDS, 'status', 'managedBy', 'check'] as const;
type Field = (typeof FIELDS)[number];
export type ServerFields = Pick<ServerRow, Field>;

export const fieldsOf = (row: ServerRow): ServerFields =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as ServerFields;

/** What a field has that nobody filled in. */
const EMPTY = {
  ...Object.fromEntries(FIELDS.map((field) => [field, null])),
  name: '',
  environment: 'development',
  status: 'unknown',
} as ServerFields;

/** The fields after a change: one left out keeps its value, null gives the empty one. */
export function changed(
  before: ServerFields | undefined,
  change: z.output<typeof ServerChange>,
): ServerFields {
  const base = { ...EMPTY, ...before };
  const given = FIELDS.filter(
    (field) => change[field] !== undefined && !(field === 'name' && change.name === null),
  );
  const after = {
    ...base,
    ...Object.fromEntries(given.map((field) => [field, change[field] ?? EMPTY[field]])),
  };
  return { ...after, check: meaningOf(after.check) === meaningOf(base.check) ? base.check : after.check };
}

/** The same check may name what is not expected or leave it out, and the database orders its keys in its own way. */
const meaningOf = (check: ServerRow['check']): string =>
  JSON.stringify(
    Object.entries(check ?? {})
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** What the search of the inventory looks through (seed, section 5): every field of text. */
export const foldedOf = (fields: ServerFields): string =>
  fold(
    TEXT_FIELDS.map((field) => fields[field])
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
