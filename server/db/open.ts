import type { Duplex } from 'node:stream';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { prepareQueries } from './prepare-queries.ts';
import { readRowsFast } from './read-rows.ts';
import * as schema from './schema.ts';

/** The database or an open transaction. Queries take it as first parameter and work with both. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string };

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** A dedicated connection outside the pool, for LISTEN and for long locks. Not yet connected. */
  newClient(): pg.Client;
  /** Ends all connections at once, including those of `newClient`. Running queries fail as if the server had stopped. */
  dropConnections(): void;
  close(): Promise<void>;
};

/**
 * Initialises every connection. In another time zone hours could begin at half past, days at different moments on
 * different servers, and `interval '1 day'` could last 23 or 25 hours. These are statements instead of startup
 * parameters, because poolers refuse those.
 */
const IN_UTC = `set timezone to 'UTC'`;
/**
 * Limits, so that a long lock or slow query cannot block the few connections of the pool. Migrations, backups and
 * exports use their own connections without limits. JIT compilation took longer than it saved, even for the slowest
 * queries. Starting parallel workers takes longer than PostgreSQL assumes: the availability of a server took 12 ms with
 * them and 3 ms without. They start only where the plan expects to save ten times as much as by default.
 */
const POOLED = `${IN_UTC}; set statement_timeout to '60s'; set lock_timeout to '4s'; set jit to off; set parallel_setup_cost to 10000`;

/**
 * Opens a pool. The first query fails when the server is unavailable. `log` receives lost idle connections. `direct`
 * bypasses a connection pooler, for uses that need one server process for long.
 */
export function openDatabase(
  connection: Connection,
  log: (message: string) => void,
  direct: Connection = connection,
): Database {
  const pool = new pg.Pool({
    ...configOf(connection),
    max: 16,
    // Kept when idle: after a quiet night the first screens, or a sudden crowd, would wait for new connections.
    min: 8,
    idleTimeoutMillis: 30_000,
    // Sends independent queries together, in one round trip.
    pipeline: true,
  });
  const connected = new Set<pg.ClientBase>();
  const keep = (client: pg.ClientBase) => {
    connected.add(client);
    client.once('end', () => connected.delete(client));
  };
  // A copy takes over its connection, so it cannot use one that sends several queries together.
  const copies = new pg.Pool({ ...configOf(connection), max: 2, idleTimeoutMillis: 30_000 });
  for (const each of [pool, copies])
    each
      .on('error', (error) => {
        if (!each.ending) log(`a database connection was lost: ${error.message}`);
      })
      .on('connect', (client) => {
        keep(client);
        beginWith(client, POOLED);
      });
  prepareQueries(pool);
  const db = Object.assign(readRowsFast(drizzle(pool, { schema })), { transaction: transactionsOf(pool) });
  copyPools.set(db, copies);
  pools.set(db, pool);
  return {
    db,
    pool,
    newClient() {
      const client = new pg.Client(configOf(direct));
      client.on('error', (error) => log(`a database connection was lost: ${error.message}`));
      client.once('connect', () => {
        keep(client);
        beginWith(client, IN_UTC);
      });
      return client;
    },
    dropConnections() {
      for (const client of connected) streamOf(client).destroy();
    },
    async close() {
      await lastSteps.get(pool)?.();
      await Promise.all([pool.end(), copies.end()]);
    },
  };
}

const lastSteps = new WeakMap<pg.Pool, () => Promise<void>>();

/** Runs `step`, which must not throw, before the connections of a pool end. A pool has one step at most. */
export const beforeClose = (pool: pg.Pool, step: () => Promise<void>): void => void lastSteps.set(pool, step);

const copyPools = new WeakMap<Db, pg.Pool>();

/** Connections for COPY to the same database. Throws for an open transaction, whose connection is not free. */
export function copiesOf(db: Db): pg.Pool {
  const copies = copyPools.get(db);
  if (!copies) throw new Error('An open transaction cannot copy');
  return copies;
}

const streamOf = (client: pg.ClientBase) =>
  (client as pg.ClientBase & { connection: { stream: Duplex } }).connection.stream;

const configOf = (connection: Connection): pg.ClientConfig => ({
  ...(typeof connection === 'string' ? { connectionString: connection } : connection),
  application_name: 'ops-hub',
  connectionTimeoutMillis: 5_000,
  // Firewalls drop idle connections in silence.
  keepAlive: true,
  keepAliveInitialDelayMillis: 60_000,
});

/** Sent before the first query. If the connection is lost, that query fails too and its caller handles the error. */
function beginWith(client: pg.ClientBase, statements: string) {
  // A lost connection in use fails its query. Between queries only this listener receives the error, and an unhandled
  // one ends the process.
  client.on('error', () => undefined);
  client.query(statements).catch(() => undefined);
}

/** By database or open transaction. Those that Drizzle nests in a transaction are not here. */
const pools = new WeakMap<Db, pg.Pool>();
const sessionsByDb = new WeakMap<Db, Session>();

/** The pool of a database or transaction. */
export const poolOf = (db: Db): pg.Pool | undefined => pools.get(db);

/** Runs something when the transaction has committed, and never if it does not. Without a transaction, runs it now. */
export function afterCommit(db: Db, run: () => void): void {
  const session = sessionsByDb.get(db);
  if (session) session.afterCommit.push(run);
  else run();
}

/** A connection of the pool that runs one transaction after the other. */
type Session = {
  db: Db;
  afterCommit: (() => void)[];
  begin(): void;
  commit(): Promise<void>;
  rollback(): Promise<void>;
};

/**
 * Replaces Drizzle's transaction, which leaks a connection that is lost before BEGIN and treats a rolled-back COMMIT as
 * a success. Reuses the database object of each connection, so that its prepared queries are found again.
 */
function transactionsOf(pool: pg.Pool): Db['transaction'] {
  const sessions = new WeakMap<pg.PoolClient, Session>();
  return async (run) => {
    const client = await pool.connect();
    const session = sessions.get(client) ?? sessionOn(client, pool);
    sessions.set(client, session);
    let lost: Error | undefined;
    try {
      session.begin();
      const result = await run(session.db as Parameters<typeof run>[0]);
      await session.commit();
      return result;
    } catch (error) {
      await session.rollback().catch((cause: Error) => (lost = cause));
      throw error;
    } finally {
      client.release(lost);
    }
  };
}

/**
 * The first error of a transaction decides how it ends. PostgreSQL answers all later statements with "current
 * transaction is aborted" (25P02), and of statements that were sent together, a later one may reach its caller first.
 * So every later statement fails with the first error. It is not sent: after the rollback it would be stored on its own.
 */
function sessionOn(client: pg.PoolClient, pool: pg.Pool): Session {
  let failure: Error | undefined;
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const guarded = Object.create(client) as pg.PoolClient;
  guarded.query = ((...args: unknown[]) => {
    if (failure) return Promise.reject(failure);
    return query(...args).catch((error: Error) => {
      throw (failure ??= error);
    });
  }) as typeof client.query;
  const session: Session = {
    db: readRowsFast(drizzle(guarded, { schema }) as Db),
    afterCommit: [],
    // Sent together with the first statement. An error fails that statement, so nothing waits for this one.
    begin() {
      failure = undefined;
      session.afterCommit = [];
      guarded.query('begin').catch(() => undefined);
    },
    async commit() {
      // Somebody ignored the error of a statement. PostgreSQL would answer COMMIT with ROLLBACK.
      if (failure) throw failure;
      await client.query('commit');
      for (const run of session.afterCommit) run();
    },
    async rollback() {
      failure ??= new Error('The transaction was rolled back');
      await client.query('rollback');
    },
  };
  pools.set(session.db, pool);
  sessionsByDb.set(session.db, session);
  return session;
}
