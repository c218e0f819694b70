import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';
import { WrongSetting } from '../config.ts';
import type { Database } from './open.ts';

const OLDEST_SERVER = 15;
/** Time limit for a message between two connections. */
const MESSAGE_MS = 5_000;

/** Checks the targets of DATABASE_URL and DATABASE_DIRECT_URL before anything is changed there. Throws WrongSetting. */
export async function checkDatabaseServer(database: Database, hasDirect: boolean): Promise<void> {
  const reply = database.pool.query<{ server_version_num: string }>('show server_version_num');
  const { rows } = await reply.catch(refused('DATABASE_URL'));
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (version < OLDEST_SERVER) {
    throw new WrongSetting(
      `DATABASE_URL: the server is PostgreSQL ${version}; ${OLDEST_SERVER} or newer is needed.`,
    );
  }
  const listener = database.newClient();
  await listener.connect().catch(refused(hasDirect ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'));
  try {
    if (await messagesArrive(database.pool, listener)) return;
  } finally {
    await listener.end();
  }
  throw new WrongSetting(
    hasDirect
      ? 'DATABASE_DIRECT_URL: must lead to the same database as DATABASE_URL, but past the connection pooler.'
      : 'DATABASE_DIRECT_URL: is needed, because DATABASE_URL leads to a connection pooler. Set it to the address of the ' +
          'database server itself.',
  );
}

const refused = (setting: string) => (error: Error & { code?: string }) => {
  throw new WrongSetting(`${setting}: the database does not let us in (${error.message || error.code}).`);
};

/** A pooler in transaction mode runs each statement in a different server process, so LISTEN receives nothing. */
async function messagesArrive(pool: pg.Pool, listener: pg.Client): Promise<boolean> {
  const channel = `ops_hub_${randomUUID()}`;
  const arrival = once(listener, 'notification', { signal: AbortSignal.timeout(MESSAGE_MS) }).then(
    () => true,
    () => false,
  );
  await listener.query(`listen "${channel}"`);
  await pool.query('select pg_notify($1, $2)', [channel, '']);
  return arrival;
}
