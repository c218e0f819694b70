import type { Writable } from 'node:stream';
import type pg from 'pg';

/** Texts of queries that have a name: each takes room in every connection. */
const MOST_NAMED = 300;
/** Texts that are remembered until they are asked often enough. */
const MOST_SEEN = 5_000;
const LONGEST = 20_000;
/** Asked that often, a text is worth a name. */
const OFTEN = 3;
const seen = new Map<string, number>();
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMED || text.length > LONGEST) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (seen.size < MOST_SEEN) seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const name = `query_${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * Gives each query of a connection that is repeated a name, under which PostgreSQL parses it once and plans it as often as that
 * pays; and sends what is asked in one go in one packet.
 */
export function hurryQueries(client: pg.ClientBase): void {
  const ask = client.query.bind(client) as (config: unknown, values?: unknown, done?: unknown) => unknown;
  const { stream } = (client as pg.ClientBase & { connection: { stream: Writable } }).connection;
  const hurried: typeof ask = (config, values, done) => {
    stream.cork();
    process.nextTick(() => stream.uncork());
    return ask(named(config, values), values, done);
  };
  client.query = hurried as typeof client.query;
}

function named(config: unknown, values: unknown): unknown {
  const { text, name } = (typeof config === 'object' ? config : { text: config }) as pg.QueryConfig;
  // A text without values may hold several statements, which cannot be planned.
  const given = Array.isArray(values) && values.length > 0 && name === undefined ? nameOf(text) : undefined;
  return given === undefined ? config : { ...(config as object), text, name: given };
}
