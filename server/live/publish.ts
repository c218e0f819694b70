import { sql } from 'drizzle-orm';
import type { LiveEvent } from '../../contract/live.ts';
import type { Db } from '../db/open.ts';

export const CHANNEL = 'ops_hub_live';

export type Message = { event: LiveEvent; userId?: string | undefined };

/**
 * Tells every node, once the transaction commits. Without a user it reaches everybody signed in, so an event says that
 * something changed, never what. PostgreSQL carries at most 8,000 bytes.
 */
export async function publish(db: Db, event: LiveEvent, userId?: string): Promise<void> {
  const message: Message = { event, userId };
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`);
}
