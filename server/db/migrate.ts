import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { isLockTimeout } from '../http/errors.ts';
import { noteMigration, refuseNewer } from './migrated-by.ts';
import type { Database } from './open.ts';
import { StartRefused } from '../config.ts';

export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** An arbitrary number that must be the same on every node. */
export const MIGRATION_LOCK = 7_204_511;

/**
 * While a migration waits for a table, all later uses of that table wait behind it. So it waits for less time than they
 * do (four seconds), then lets them pass and tries again. Nothing limits its work: an index of a large table takes minutes.
 * If this node stops responding, the server ends its session, so that other nodes do not wait for it.
 */
const LIMITS = `set lock_timeout to '2s'; set statement_timeout to 0;
  set idle_in_transaction_session_timeout to '1min'; set idle_session_timeout to '1min'`;
const PAUSE_MS = 2_000;
const LOOK_MS = 500;

type Options = {
  folder?: string;
  /** Receives what the migration waits for. */
  log?: (message: string) => void;
  /** How long transactions of others are waited for. */
  patienceMs?: number;
};

/**
 * Migrates the schema. Nodes that start together wait for each other as long as one of them works. Throws StartRefused if
 * transactions of others do not end in time, or a newer product has migrated the database.
 */
export async function migrateDatabase(
  database: Database,
  { folder = MIGRATIONS, log = console.error, patienceMs = 600_000 }: Options = {},
): Promise<void> {
  const client = database.newClient();
  await client.connect();
  try {
    await client.query(LIMITS);
    const blockers = await watchBlockers(database.pool, client, log);
    try {
      const lock = () => client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await retryWhileLocked(lock, Infinity);
      await refuseNewer(client, folder);
      const run = async () => {
        await noteMigration(client, folder);
        await migrate(drizzle(client), { migrationsFolder: folder });
      };
      if (!(await retryWhileLocked(run, patienceMs)))
        throw new StartRefused(
          `The database was not migrated: ${blockers.last()} used the same tables for ${patienceMs / 60_000} minutes. ` +
            'Wait for its end, or end it with "select pg_terminate_backend(PID)", then start again.',
        );
    } finally {
      blockers.stop();
    }
  } finally {
    await client.end();
  }
}

/** Returns false when locks of others still prevent it after this time. */
async function retryWhileLocked(run: () => Promise<unknown>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      await run();
      return true;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() >= deadline) return false;
    }
    await pause(PAUSE_MS);
  }
}

type Blocker = { pid: number; application: string; since: Date | null };

/** Other roles see no times. */
const BLOCKERS = `select distinct pid, application_name as application, coalesce(xact_start, backend_start) as since
  from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by since limit 3`;

/** Looks for what the client waits for, and logs each change. Only another connection can look while it waits. */
async function watchBlockers(pool: pg.Pool, client: pg.Client, log: (message: string) => void) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = rows[0]?.pid;
  let last: string | undefined;
  const look = async () => {
    const found = (await pool.query<Blocker>(BLOCKERS, [own])).rows;
    const names = found.map(nameOf).join(', ');
    if (!names || names === last) return;
    last = names;
    log(`The migration of the database waits for ${names}`);
  };
  // A missed look costs a line of the log. The migration itself reports a lost database.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return { last: () => last ?? 'another transaction', stop: () => clearInterval(timer) };
}

const nameOf = ({ pid, application, since }: Blocker) =>
  `PostgreSQL process ${pid} ("${application}"${since ? `, since ${since.toISOString()}` : ''})`;
