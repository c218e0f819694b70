import { sql } from 'drizzle-orm';
import type { LiveEvent } from '../../contract/live.ts';
import type { Db } from '../db/open.ts';

export const CHANNEL = 'ops_hub_live';

export type Message = {
  event?: LiveEvent;
  /** Only for the screens of this account. */
  userId?: string | undefined;
  /** Something waits to be done by whichever node is free. */
  nudge?: 'mail';
  /** A session ended or an account changed. Sent by database triggers. */
  accounts?: 'changed';
  /** Streams of this account end: of one session, or of all. */
  ended?: { userId: string; sessionId?: string };
};

const send = (db: Db, message: Message) =>
  db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`);

/**
 * Tells every node, once the transaction commits. Without a user it reaches everybody signed in, so an event says that
 * something changed, never what. PostgreSQL carries at most 8,000 bytes.
 */
export async function publish(db: Db, event: LiveEvent, userId?: string): Promise<void> {
  await send(db, { event, userId });
}

export async function nudge(db: Db, what: NonNullable<Message['nudge']>): Promise<void> {
  await send(db, { nudge: what });
}

/** Tells every node that sessions ended, so that what they still stream ends too. */
export async function publishEnd(db: Db, ended: NonNullable<Message['ended']>): Promise<void> {
  await send(db, { ended });
}
