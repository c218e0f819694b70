import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { queryPreparer } from './prepare-queries.ts';
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
  close(): Promise<void>;
};

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number; it only has to be the same on every node. */
export const MIGRATION_LOCK = 7_204_511;

/**
 * Without it PostgreSQL computes in the time zone of its machine: an hour could begin at half past, the day of a search could
 * begin at another moment on another server, and `interval '1 day'` would last 23 or 25 hours when the clocks change.
 */
const IN_UTC = '-c TimeZone=UTC';

/** An address may bring options of its own, which come first. */
function asConfig(connection: Connection): pg.ClientConfig {
  if (typeof connection !== 'string') return { ...connection, options: IN_UTC };
  const url = new URL(connection);
  const own = url.searchParams.get('options');
  url.searchParams.set('options', own ? `${own} ${IN_UTC}` : IN_UTC);
  return { connectionString: url.href };
}

/** Opens a pool; the first failing query tells when the server is not there. `log` hears of lost idle connections. */
export function openDatabase(connection: Connection, log: (message: string) => void): Database {
  const config: pg.ClientConfig = {
    ...asConfig(connection),
    application_name: 'ops-hub',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 60_000,
  };
  const pool = new pg.Pool({
    ...config,
    max: 16,
    idleTimeoutMillis: 30_000,
    // Queries that do not await each other are sent together and cost one round trip.
    pipeline: true,
  });
  const prepareQueries = queryPreparer();
  pool.on('error', (error) => {
    if (!pool.ending) log(`a database connection was lost: ${error.message}`);
  });
  // A connection that is lent out and lost tells the query that uses it. Between two queries only this listener hears of
  // it, and an error that nobody hears ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    prepareQueries(client);
  });
  return {
    db: Object.assign(drizzle(pool, { schema }), { transaction: transactionsOf(pool) }),
    pool,
    newClient() {
      const client = new pg.Client({ ...config, statement_timeout: 0, keepAlive: true });
      // Without a listener a lost connection would end the process.
      client.on('error', (error) => log(`a database connection was lost: ${error.message}`));
      return client;
    },
    close: () => pool.end(),
  };
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
