import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { prepareQueries } from './prepare-queries.ts';
import * as schema from './schema.ts';

/** The database or an open transaction: queries take it first and never know which. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export type Connection =
  | string
  | { host: string; port: number; user: string; password: string; database: string };

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** A connection of one's own outside the pool, for LISTEN and for locks held long. Not yet connected. */
  newClient(): pg.Client;
  /** Ends all connections at once, those of `newClient` too. Queries under way fail as if the server had gone. */
  dropConnections(): void;
  close(): Promise<void>;
};

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number; it only has to be the same on every node. */
export const MIGRATION_LOCK = 7_204_511;

/**
 * How every connection begins. In another time zone an hour could begin at half past, a day at another moment on another server,
 * and `interval '1 day'` could last 23 or 25 hours. These are statements and no startup parameters, because poolers refuse those.
 */
const IN_UTC = `set timezone to 'UTC'`;
/**
 * A long lock or a slow query must not keep the few connections of the pool, which everybody else needs. Migrations, backups and
 * exports have connections of their own, which wait as long as they have to. Compiling a query (JIT) took longer
 * than it saved, also in the slowest ones.
 */
const POOLED = `${IN_UTC}; set statement_timeout to '60s'; set lock_timeout to '4s'; set jit to off`;

/**
 * Opens a pool; the first failing query tells when the server is not there. `log` hears of lost idle connections. `direct` leads past
 * a connection pooler, for what needs one server process for long.
 */
export function openDatabase(
  connection: Connection,
  log: (message: string) => void,
  direct: Connection = connection,
): Database {
  const pool = new pg.Pool({
    ...configOf(connection),
    max: 16,
    idleTimeoutMillis: 30_000,
    // Queries that do not await each other are sent together and cost one round trip.
    pipeline: true,
  });
  pool.on('error', (error) => {
    if (!pool.ending) log(`a database connection was lost: ${error.message}`);
  });
  const connected = new Set<pg.ClientBase>();
  const keep = (client: pg.ClientBase) => {
    connected.add(client);
    client.once('end', () => connected.delete(client));
  };
  pool.on('connect', (client) => {
    keep(client);
    beginWith(client, POOLED);
  });
  prepareQueries(pool);
  return {
    db: Object.assign(drizzle(pool, { schema }), { transaction: transactionsOf(pool) }),
    pool,
    newClient() {
      const client = new pg.Client({ ...configOf(direct), keepAlive: true });
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
    close: () => pool.end(),
  };
}

const streamOf = (client: pg.ClientBase) =>
  (client as pg.ClientBase & { connection: { stream: Duplex } }).connection.stream;

const configOf = (connection: Connection): pg.ClientConfig => ({
  ...(typeof connection === 'string' ? { connectionString: connection } : connection),
  application_name: 'ops-hub',
  connectionTimeoutMillis: 5_000,
});

/** Sent before the first query. Where the connection is lost, that query fails too, and its caller hears of it. */
function beginWith(client: pg.ClientBase, statements: string) {
  // A lost connection that is lent out is an error of its query. Between two queries only this listener hears of it, and an error
  // that nobody hears ends the process.
  client.on('error', () => undefined);
  client.query(statements).catch(() => undefined);
}

/**
 * Replaces Drizzle's transaction, which leaks a connection that is lost before BEGIN and treats a COMMIT that rolled back as a
 * success. The database object is reused for each connection, so that its prepared queries are found again.
 */
function transactionsOf(pool: pg.Pool): Db['transaction'] {
  const databases = new WeakMap<pg.PoolClient, Db>();
  const on = (client: pg.PoolClient): Db => {
    const known = databases.get(client) ?? (drizzle(client, { schema }) as Db);
    databases.set(client, known);
    return known;
  };
  return async (run) => {
    const client = await pool.connect();
    let lost: Error | undefined;
    try {
      await client.query('begin');
      const result = await run(on(client) as Parameters<typeof run>[0]);
      const { command } = await client.query('commit');
      // PostgreSQL answers ROLLBACK if a statement failed and its error was ignored.
      if (command !== 'COMMIT')
        throw new Error('A statement failed, so nothing of its transaction was stored');
      return result;
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => (lost = cause));
      throw error;
    } finally {
      client.release(lost);
    }
  };
}

/** Brings the schema up to date; nodes that start together wait for each other. */
export async function migrateDatabase(database: Database, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = database.newClient();
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client, { schema }), { migrationsFolder });
  } finally {
    await client.end();
  }
}
