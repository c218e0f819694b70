import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Connection, type Database } from '../server/db/open.ts';
import { configOf, inDatabase } from './global-setup.ts';

/** Creates a migrated database for one test file. It is dropped after the file. */
export async function createTestDatabase(): Promise<
  Database & { connection: Connection; drop(): Promise<void> }
> {
  const server = inject('connection');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template ${inject('template')}`);
  const connection = inDatabase(server, name);
  const database = openDatabase(connection, () => undefined);
  const drop = async () => {
    await database.close();
    await onServer(server, `drop database ${name} with (force)`);
  };
  return { ...database, connection, drop };
}

/** Call at the top of a test file to get a database. */
export function withDatabase(): Database {
  let database: Awaited<ReturnType<typeof createTestDatabase>> | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());
  const now = () => {
    if (!database) throw new Error('The database is there only while tests run');
    return database;
  };
  return {
    get db() {
      return now().db;
    },
    get pool() {
      return now().pool;
    },
    newClient: () => now().newClient(),
    dropConnections: () => now().dropConnections(),
    close: () => now().close(),
  };
}

async function onServer(server: Connection, statement: string) {
  const client = new pg.Client(configOf(server));
  await client.connect();
  // PostgreSQL copies a template for one client at a time, so files that start together try again.
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(statement);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await client.end();
}
