import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgInsert, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './open.ts';

/** Queries of different inputs that are kept for each database or connection. */
const MOST_KEPT = 100;

type Built = { prepare(name: string): unknown };

/**
 * Builds a query once per database or connection and, if it depends on an input, once per input. Building takes longer
 * than sending. What differs in each call is a placeholder.
 */
export function prepared<Q extends Built, Input = void>(build: (db: Db, input: Input) => Q) {
  const queries = new WeakMap<Db, Map<string, ReturnType<Q['prepare']>>>();
  return (db: Db, input: Input): ReturnType<Q['prepare']> => {
    const ofDb = queries.get(db) ?? new Map<string, ReturnType<Q['prepare']>>();
    queries.set(db, ofDb);
    const key = input === undefined ? '' : JSON.stringify(input);
    const known = ofDb.get(key);
    if (known) return known;
    // Without a name: repeated queries get one by their text (prepare-queries.ts).
    const query = build(db, input).prepare('') as ReturnType<Q['prepare']>;
    if (ofDb.size >= MOST_KEPT) ofDb.clear();
    ofDb.set(key, query);
    return query;
  };
}

/**
 * Returns a function that inserts rows with values for these columns, none of which has a default: a missing value is null.
 * Building an insert takes longer than sending it, so that of a single row, the usual case, is built once. `finish` adds
 * what follows the values.
 */
export function insertsInto<T extends PgTable, Name extends keyof T['$inferInsert'] & string>(
  table: T,
  names: readonly Name[],
  finish: (insert: PgInsert<T, never>) => PgInsert<T, never> = (insert) => insert,
) {
  type Row = Pick<T['$inferInsert'], Name>;
  const columns = getTableColumns(table);
  const insert = (db: Db, rows: object[]) =>
    finish(db.insert(table).values(rows as T['$inferInsert'][]) as unknown as PgInsert<T, never>);
  const one = prepared((db) =>
    insert(db, [Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]))]),
  );
  return async (db: Db, rows: Row[]): Promise<void> => {
    const [row] = rows;
    if (!row) return;
    if (rows.length > 1) return void (await insert(db, rows));
    const values = names.map((name) => [
      name,
      // Placeholders in SQL are not converted, and those of a column would convert null as well.
      row[name] === null || row[name] === undefined ? null : columns[name]?.mapToDriverValue(row[name]),
    ]);
    await one(db).execute(Object.fromEntries(values));
  };
}

/**
 * A limit as part of the query text. With a limit as a parameter PostgreSQL estimates a tenth of the table, so it never reuses the
 * plan of a prepared statement and plans each time.
 */
export const atMost = (rows: number): number => sql.raw(String(Math.trunc(rows))) as unknown as number;

/**
 * An array whose length the planner does not see. It then makes one plan for arrays of any length, and keeps it. `values` may be a
 * placeholder. The second cast tells an array from a subquery in `any(…)`.
 */
export const ofAnyLength = (values: unknown, type: string): SQL => {
  const array = sql.raw(`${type}[]`);
  return sql`(select ${sql.param(values)}::${array})::${array}`;
};
