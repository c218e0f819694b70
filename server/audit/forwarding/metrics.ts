import { Gauge, Registry } from 'prom-client';
import type { Db } from '../../db/open.ts';
import { listForwarding, type Lag } from './queries.ts';
import type { ReceiverName } from './receiver.ts';

/** How far receivers are behind. Empty without receivers; the last known values stay while the database is unavailable. */
export function forwardingMetrics(db: Db, receivers: ReceiverName[]): Registry {
  const registry = new Registry();
  if (receivers.length === 0) return registry;
  let known: Lag[] = [];
  const gauge = (name: string, help: string, valueOf: (status: Lag) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['receiver'],
      registers: [registry],
      async collect() {
        known = await listForwarding(db, receivers).catch(() => known);
        for (const status of known) this.set({ receiver: status.receiver }, valueOf(status));
      },
    });
  gauge(
    'ops_hub_audit_forward_waiting',
    'Audit entries that the receiver has not got yet',
    ({ waiting }) => waiting,
  );
  gauge(
    'ops_hub_audit_forward_lag_seconds',
    'Age of the oldest audit entry that the receiver has not got yet; 0 if there is none',
    ({ lagSeconds }) => lagSeconds,
  );
  return registry;
}
