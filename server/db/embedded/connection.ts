import pg from 'pg';
import { DATABASE_USER } from './create-cluster.ts';

/** Parameters for `pg`. `host` is the folder of the Unix socket. */
export type Connection = { host: string; port: number; user: string; password: string; database: string };

const DATABASE = 'ops_hub';
const DATABASE_MISSING = '3D000';
/** Class of the error codes for starting up, shutting down and crashing. */
const NOT_OPEN = '57P';
/** No socket yet, no process listening yet, or closed during the query. */
const NOT_THERE = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** pg sets no code for these errors. */
const CUT_OFF = /^Connection terminated|timeout/;

export function connectionThrough(socketFolder: string, password: string): Connection {
  return { host: socketFolder, port: 5432, user: DATABASE_USER, password, database: DATABASE };
}

/** Any other text is the reason why PostgreSQL will not accept this connection. */
export type Answer = 'ready' | 'not yet' | (string & {});

/** Checks whether the database answers, and creates it if missing. */
export async function askDatabase(connection: Connection): Promise<Answer> {
  const answer = await ask(connection, 'SELECT 1');
  if (answer !== DATABASE_MISSING) return answer;
  return ask({ ...connection, database: 'postgres' }, `CREATE DATABASE ${DATABASE}`);
}

async function ask(connection: Connection, text: string): Promise<Answer> {
  try {
    await query(connection, text);
    return 'ready';
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    if (code === DATABASE_MISSING) return code;
    return code.startsWith(NOT_OPEN) || NOT_THERE.includes(code) || CUT_OFF.test(message)
      ? 'not yet'
      : message;
  }
}

async function query(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, query_timeout: 30_000 });
  // A broken connection also fails the pending call, where the error is handled.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}
