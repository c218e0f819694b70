import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { migrateDatabase } from '../server/db/migrate.ts';
import { openDatabase, type Connection, type Database } from '../server/db/open.ts';
import { startJobs } from '../server/jobs/engine.ts';
import { checkFakeTime } from './fake-time.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
    template: string;
    /** Folder for data folders that are created once and copied by tests. */
    patterns: string;
  }
}

/**
 * Starts one PostgreSQL for the run, with one migrated database that every test file copies. TEST_DATABASE_URL names another
 * server to use.
 */
export async function setup(project: TestProject) {
  const { connection, stop } = await findServer();
  const template = `template_${randomUUID().slice(0, 8)}`;
  const admin = new pg.Client(configOf(connection));
  await admin.connect();
  await checkFakeTime(admin);
  await admin.query(`create database ${template}`);
  const database = openDatabase(inDatabase(connection, template), console.error);
  await migrateDatabase(database);
  await makeQueues(database);
  await database.close();
  project.provide('connection', connection);
  project.provide('template', template);
  const patterns = await openTemporaryFolder();
  project.provide('patterns', patterns.folder);
  return async () => {
    await patterns.remove();
    await admin.query(`drop database ${template}`);
    await admin.end();
    await stop();
  };
}

/** Creates the job queues once, because copying them is faster than creating them. */
async function makeQueues(database: Database) {
  const log = pino({ level: 'silent' });
  const jobs = await startJobs(database, {}, { sweep: async () => undefined }, log);
  await jobs.stop();
}

async function findServer(): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { connection: url, stop: async () => undefined };
  // Vitest runs no teardown on SIGTERM. exit() also ends the database.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const { folder, remove } = await openTemporaryFolder();
  const { connection, stop } = await startEmbedded({
    dataDir: folder,
    log: () => undefined,
    isThrowAway: true,
  });
  return { connection, stop: () => stop().then(remove) };
}

export const configOf = (connection: Connection): pg.ClientConfig =>
  typeof connection === 'string' ? { connectionString: connection } : connection;

/** Another database of the same server. */
export function inDatabase(connection: Connection, database: string): Connection {
  if (typeof connection !== 'string') return { ...connection, database };
  const url = new URL(connection);
  url.pathname = `/${database}`;
  return url.href;
}
