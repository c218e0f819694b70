import { sql } from 'drizzle-orm';
import type { LiveEvent } from '../../contract/calls/live.ts';
import type { Db } from '../db/open.ts';

export const CHANNEL = 'ops_hub_live';

export type Message = {
  event?: LiveEvent;
  /** Only for the screens of this account. */
  userId?: string | undefined;
  /** Work waits for any free node. */
  nudge?: 'mail';
  /** A session or API token ended, or an account changed. For sessions and accounts, database triggers send it. */
  accounts?: 'changed';
};

const send = (db: Db, message: Message) =>
  db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`);

/**
 * Notifies every node when the transaction commits. Without a user it reaches everybody signed in, so an event says
 * that something changed, never what. PostgreSQL carries at most 8,000 bytes.
 */
export async function publish(db: Db, event: LiveEvent, userId?: string): Promise<void> {
  await send(db, { event, userId });
}

export async function nudge(db: Db, what: NonNullable<Message['nudge']>): Promise<void> {
  await send(db, { nudge: what });
}

/** Notifies every node that an API token ended, to end its streams. */
export async function publishAccessEnd(db: Db): Promise<void> {
  await send(db, { accounts: 'changed' });
}
