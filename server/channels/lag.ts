import { eq, sql } from 'drizzle-orm';
import { Gauge, Registry } from 'prom-client';
import type { SystemStatus } from '../../contract/calls/system.ts';
import type { Db } from '../db/open.ts';
import { deliveries } from '../db/schema.ts';

/** Messages that their channels have not got yet. */
export async function findLag(db: Db): Promise<SystemStatus['alertMessages']> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      waitingSince: sql<Date | null>`min(${deliveries.createdAt})`.mapWith(deliveries.createdAt),
    })
    .from(deliveries)
    .where(eq(deliveries.state, 'waiting'));
  return { waiting: row?.waiting ?? 0, waitingSince: row?.waitingSince?.toISOString() ?? null };
}

/** The last known values stay while the database is unavailable. */
export function deliveryMetrics(db: Db): Registry {
  const registry = new Registry();
  let known: Awaited<ReturnType<typeof findLag>> = { waiting: 0, waitingSince: null };
  const gauge = (name: string, help: string, valueOf: (lag: typeof known) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        known = await findLag(db).catch(() => known);
        this.set(valueOf(known));
      },
    });
  gauge(
    'ops_hub_alert_messages_waiting',
    'Messages about alerts that their channels have not got yet',
    ({ waiting }) => waiting,
  );
  gauge(
    'ops_hub_alert_message_lag_seconds',
    'Age of the oldest message about an alert that its channel has not got yet; 0 if there is none',
    ({ waitingSince }) => (waitingSince ? (Date.now() - new Date(waitingSince).getTime()) / 1_000 : 0),
  );
  return registry;
}
