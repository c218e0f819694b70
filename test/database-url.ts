import pg from 'pg';
import type { Connection } from '../server/db/open.ts';

/**
 * Returns the connection as a URL for DATABASE_URL. The embedded PostgreSQL listens on a Unix socket, so its host is a
 * folder.
 */
export function urlOf(connection: Connection): string {
  if (typeof connection === 'string') return connection;
  const { host, port, user, password, database } = connection;
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** The parts of a URL or a connection. `host` may be the folder of a Unix socket. */
export function partsOf(connection: Connection) {
  const url = new URL(urlOf(connection));
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.port || '5432',
    user: url.username,
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
}

/** Whether a server accepts a connection to this URL. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
