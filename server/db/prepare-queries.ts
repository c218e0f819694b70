import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import pg from 'pg';

/** Maximum prepared statements of a pool. Each uses memory in every connection. */
const MOST_NAMED = 200;
/** Maximum query texts with a count. */
const MOST_SEEN = 500;
const LONGEST = 10_000;
/** Uses after which a text is prepared. */
const OFTEN = 3;

/**
 * Turns repeated queries of a pool into prepared statements, which PostgreSQL parses once, and sends queries of the same tick in one
 * packet. The first connection decides whether prepared statements work here.
 */
export function prepareQueries(pool: pg.Pool): void {
  let areKept: boolean | undefined;
  let isAsking = false;
  const seen = new Map<string, number>();
  const names = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMED || text.length > LONGEST) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < OFTEN || !areKept) {
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
    const query = (typeof config === 'object' ? config : { text: config }) as pg.QueryConfig;
    // A text without values may contain several statements, which cannot be prepared.
    const isRepeatable = Array.isArray(values) && values.length > 0;
    const name = query.name || (isRepeatable ? nameOf(query.text) : undefined);
    return name === undefined ? config : { ...query, name: areKept ? name : undefined };
  }

  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (config: unknown, values?: unknown, done?: unknown) => unknown;
    const { stream } = (client as pg.ClientBase & { connection: { stream: Writable } }).connection;
    const prepared: typeof query = (config, values, done) => {
      stream.cork();
      process.nextTick(() => stream.uncork());
      return query(named(config, values), values, done);
    };
    client.query = prepared as typeof client.query;
    if (areKept === undefined && !isAsking) ask(client);
  });

  function ask(client: pg.ClientBase) {
    isAsking = true;
    keepsStatements(pool, client).then(
      (are) => (areKept = are),
      // The connection was lost; the next one tries again.
      () => (isAsking = false),
    );
  }
}

/**
 * Whether a connection finds its prepared statements again. A pooler may run each transaction in a different server
 * process. It must then rename statements, as pgbouncer does since 1.21 (max_prepared_statements).
 */
async function keepsStatements(pool: pg.Pool, client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Behind a pooler the client's process id differs from the server's.
  if (rows[0]?.pid === (client as pg.ClientBase & { processID: number }).processID) return true;
  const probe = new pg.Client(pool.options);
  probe.on('error', () => undefined);
  try {
    await probe.connect();
    const name = `probe_${randomUUID()}`;
    // A transaction stays in one server process.
    await probe.query('begin');
    await probe.query({ name, text: 'select 1' });
    const { rowCount } = await probe.query(`select from pg_prepared_statements where name = '${name}'`);
    if (rowCount) await probe.query(`deallocate "${name}"`);
    await probe.query('commit');
    return rowCount === 0;
  } finally {
    await probe.end();
  }
}
