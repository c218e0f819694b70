import { Gauge, Registry } from 'prom-client';
import type { Db } from '../db/open.ts';
import { countFailures, findLast } from './queries.ts';

const LIMIT_MS = 2_000;

type Values = Awaited<ReturnType<typeof findLast>> & { failures: number };

/**
 * Metrics of the backups that are kept, from the database, so that every node and every start shows the same. While the
 * database is away, the last known values stay.
 */
export function backupMetrics(db: Db): Registry {
  const registry = new Registry();
  let known: Values | undefined;
  let reading: Promise<unknown> | undefined;
  const read = async () => {
    known = { ...(await findLast(db)), failures: await countFailures(db) };
  };
  /** All of them wait for the same read. */
  const readOnce = () =>
    (reading ??= Promise.race([
      read().catch(() => undefined),
      new Promise<void>((resolve) => setTimeout(resolve, LIMIT_MS).unref()),
    ]).finally(() => (reading = undefined)));
  const gauge = (name: string, help: string, valueOf: (values: Values) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        await readOnce();
        if (known) this.set(valueOf(known));
      },
    });
  gauge(
    'ops_hub_backup_last_success_timestamp_seconds',
    'When the last kept backup was made, as Unix time; 0 where there never was one',
    ({ success }) => (success ? success.at.getTime() / 1_000 : 0),
  );
  gauge(
    'ops_hub_backup_duration_seconds',
    'How long the last kept backup took',
    ({ success }) => success?.seconds ?? 0,
  );
  gauge('ops_hub_backup_size_bytes', 'Size of the last kept backup', ({ success }) => success?.bytes ?? 0);
  gauge('ops_hub_backup_verified', '1 if the last kept backup was restored for a trial', ({ success }) =>
    success?.unverified === null ? 1 : 0,
  );
  gauge(
    'ops_hub_backup_failures_total',
    'Backups that failed, since the installation',
    (values) => values.failures,
  );
  return registry;
}
