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

async function findAge(db: Db): Promise<number> {
  const age = sql<number>`coalesce(extract(epoch from now() - min(${deliveries.createdAt})), 0)::float8`;
  const [row] = await db.select({ age }).from(deliveries).where(eq(deliveries.state, 'waiting'));
  return row?.age ?? 0;
}

/** The last known values stay while the database is unavailable. */
export function deliveryMetrics(db: Db): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => Promise<number>) => {
    let known = 0;
    return new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        known = await read().catch(() => known);
        this.set(known);
      },
    });
  };
  gauge(
    'ops_hub_alert_messages_waiting',
    'Messages about alerts that their channels have not got yet',
    async () => (await findLag(db)).waiting,
  );
  gauge(
    'ops_hub_alert_message_lag_seconds',
    'Age of the oldest message about an alert that its channel has not got yet; 0 if there is none',
    () => findAge(db),
  );
  return registry;
}
