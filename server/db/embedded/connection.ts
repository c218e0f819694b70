import pg from 'pg';
import { DATABASE_USER } from './create-cluster.ts';

/** What `pg` needs to connect. host is the folder of the Unix socket. */
export type Connection = { host: string; port: number; user: string; password: string; database: string };

const DATABASE = 'ops_hub';
const DATABASE_MISSING = '3D000';
/** Class of the codes for starting up, shutting down and crashing. */
const NOT_OPEN = '57P';
/** No socket yet, no process listening yet, or closed during the query. */
const NOT_THERE = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** pg gives these no code. */
const CUT_OFF = /^Connection terminated|timeout/;

export function connectionThrough(socketFolder: string, password: string): Connection {
  return { host: socketFolder, port: 5432, user: DATABASE_USER, password, database: DATABASE };
}

/** Any other text than these two is the reason why PostgreSQL will not answer this connection. */
export type Answer = 'ready' | 'not yet' | (string & {});

/** Makes the database on the way where it is missing. */
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
  // A connection that breaks also fails the call that waits for it, which is where we look.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}
