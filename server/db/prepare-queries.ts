import type { Writable } from 'node:stream';
import type pg from 'pg';

/** Prepared statements of one pool. Each uses memory in every connection. */
const MOST_NAMED = 200;
/** Query texts that are counted until they are prepared. */
const MOST_SEEN = 500;
const LONGEST = 10_000;
/** A text is prepared when it is used so often. */
const OFTEN = 3;

/**
 * Turns repeated queries of a pool's connections into prepared statements, which PostgreSQL parses once, and sends queries of the same
 * tick in one packet. In front of the database, pgbouncer needs version 1.21 or newer for that.
 */
export function queryPreparer(): (client: pg.ClientBase) => void {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMED || text.length > LONGEST) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < OFTEN) {
      if (seen.size >= MOST_SEEN) seen.clear();
      seen.set(text, times);
      return undefined;
    }
    seen.delete(text);
    const name = `query_${names.size}`;
    names.set(text, name);
    return name;
  }

  function named(config: unknown, values: unknown): unknown {
    const { text, name } = (typeof config === 'object' ? config : { text: config }) as pg.QueryConfig;
    // A text without values may contain several statements, which cannot be prepared.
    const given = Array.isArray(values) && values.length > 0 && name === undefined ? nameOf(text) : undefined;
    return given === undefined ? config : { ...(config as object), text, name: given };
  }

  return (client) => {
    const query = client.query.bind(client) as (config: unknown, values?: unknown, done?: unknown) => unknown;
    const { stream } = (client as pg.ClientBase & { connection: { stream: Writable } }).connection;
    const prepared: typeof query = (config, values, done) => {
      stream.cork();
      process.nextTick(() => stream.uncork());
      return query(named(config, values), values, done);
    };
    client.query = prepared as typeof client.query;
  };
}
