import { sql } from 'drizzle-orm';
import type { LiveEvent } from '../../contract/calls/live.ts';
import type pg from 'pg';
import { afterCommit, beforeClose, poolOf, type Db } from '../db/open.ts';
import { createBurst, type Burst } from './burst.ts';

export const CHANNEL = 'ops_hub_live';

export type Message = {
  event?: LiveEvent;
  /** Only for the screens of these principals. */
  readers?: string[] | undefined;
  /** Work waits for any free node. */
  nudge?: 'mail';
  /** A session or API token ended, or an account changed. For sessions and accounts, database triggers send it. */
  accounts?: 'changed';
  /** The readers of a document changed. */
  access?: 'changed';
};

const send = (db: Db, message: Message) =>
  db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`);

/**
 * Notifies every node when the transaction commits. Without readers it reaches everybody signed in, so an event says
 * that something changed, never what. Of a burst, the first event is part of its transaction, and the others follow together.
 */
export async function publish(db: Db, event: LiveEvent, readers?: string[] | null): Promise<void> {
  const message = { event, ...(readers && { readers }) };
  const burst = burstOf(db);
  if (!burst || burst.begins()) await send(db, message);
  else afterCommit(db, () => burst.add(message));
}

const bursts = new WeakMap<pg.Pool, Burst<Message>>();

function burstOf(db: Db): Burst<Message> | undefined {
  const pool = poolOf(db);
  if (!pool) return undefined;
  const known = bursts.get(pool);
  if (known) return known;
  const burst = createBurst<Message>({
    send: (payload) => pool.query('select pg_notify($1, $2)', [CHANNEL, payload]),
    isOver: () => pool.ending,
  });
  bursts.set(pool, burst);
  // The thread of a job and a command end right after their last event.
  beforeClose(pool, burst.send);
  return burst;
}

/** Of a document whose readers changed: screens of those who lost or gained it read their lists anew. */
export async function publishAccessChange(db: Db): Promise<void> {
  await send(db, { event: { type: 'changed', topic: 'documents' }, access: 'changed' });
}

export async function nudge(db: Db, what: NonNullable<Message['nudge']>): Promise<void> {
  await send(db, { nudge: what });
}

/** Notifies every node that an API token ended, to end its streams. */
export async function publishAccessEnd(db: Db): Promise<void> {
  await send(db, { accounts: 'changed' });
}
