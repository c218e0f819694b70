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
