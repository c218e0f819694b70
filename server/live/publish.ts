import { sql } from 'drizzle-orm';
import type { LiveEvent } from '../../contract/live.ts';
import type { Db } from '../db/open.ts';

export const CHANNEL = 'ops_hub_live';

export type Message = {
  event?: LiveEvent;
  /** Only for the screens of this account. */
  userId?: string | undefined;
  /** Work waits for any free node. */
  nudge?: 'mail';
  /** A session ended or an account changed. Sent by database triggers. */
  accounts?: 'changed';
  /** Ends the streams of this account: of one session, or all. */
  ended?: { userId: string; sessionId?: string };
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

/** Notifies every node that sessions ended, to end their streams. */
export async function publishEnd(db: Db, ended: NonNullable<Message['ended']>): Promise<void> {
  await send(db, { ended });
}
