import type * as z from 'zod';
import { sql, type SQL } from 'drizzle-orm';
import { fold } from '../../contract/shared/fold.ts';
import { addressForms } from '../../contract/shared/address-forms.ts';
import { joinedNames } from '../../contract/shared/joined-names.ts';
import {
  textFields,
  type ServerChange,
  FIGURE_LIMITS,
  type Figure,
} from '../../contract/shared/server-fields.ts';
import { servers } from '../db/schema.ts';
import type { SearchEntry } from '../search/entries.ts';

export type ServerRow = typeof servers.$inferSelect;

/** Editable fields, in the order of forms, histories and CSV files. */
export const TEXT_FIELDS = textFields;
const FIELDS = [...TEXT_FIELDS, 'status', 'managedBy', 'check'] as const;
type Field = (typeof FIELDS)[number];
export type ServerFields = Pick<ServerRow, Field>;

export const fieldsOfServer = (row: ServerRow): ServerFields =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as ServerFields;

/** Empty value of each field. */
const EMPTY = {
  ...Object.fromEntries(FIELDS.map((field) => [field, null])),
  name: '',
  environment: 'development',
  status: 'unknown',
} as ServerFields;

/** Applies a change: a missing field keeps its value, null clears it. */
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

/** Compares checks by meaning: optional keys may be missing, and the database reorders keys. */
const meaningOf = (check: ServerRow['check']): string =>
  JSON.stringify(
    Object.entries(check ?? {})
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The text that the inventory search looks through: every text field, names without their joints, and one form of each address. */
export function foldedOf(fields: ServerFields): string {
  const text = fold(
    TEXT_FIELDS.map((field) => fields[field])
      .filter(Boolean)
      .join('\n'),
  );
  return [text, ...joinedNames(text), ...addressForms(text)].join('\n');
}

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

/**
 * A server figure for sorting and counting: null for impossible values of earlier releases. PostgreSQL sorts NaN above
 * every number.
 */
export const saneFigure = (figure: Figure): SQL<number | null> =>
  sql`case when ${servers[figure]} between 0 and ${FIGURE_LIMITS[figure]}::float8 then ${servers[figure]} end`;
