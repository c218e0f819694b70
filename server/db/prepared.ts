import type { Db } from './open.ts';

/** Makes a query once for each database or transaction that asks it. Under its name PostgreSQL plans it once a connection. */
export function prepared<Q>(prepare: (db: Db) => Q): (db: Db) => Q {
  const queries = new WeakMap<Db, Q>();
  return (db) => {
    const known = queries.get(db);
    if (known) return known;
    const query = prepare(db);
    queries.set(db, query);
    return query;
  };
}

/** Forms of one query that have a name: each takes room in every connection. */
const MOST_FORMS = 50;
const formNames = new Map<string, string>();

type Query<T> = PromiseLike<T> & {
  toSQL(): { sql: string };
  prepare(name: string): { execute(): Promise<T> };
};

/** Asks a query whose text differs with what is asked for. The first of its forms PostgreSQL plans once a connection too. */
export function planned<T>(query: Query<T>): PromiseLike<T> {
  const { sql } = query.toSQL();
  if (!formNames.has(sql) && formNames.size < MOST_FORMS) formNames.set(sql, `form_${formNames.size}`);
  const name = formNames.get(sql);
  return name === undefined ? query : query.prepare(name).execute();
}
