import type { Db } from './open.ts';

/** Builds a query once per database or connection. */
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
