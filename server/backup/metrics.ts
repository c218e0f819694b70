import { Gauge, Registry } from 'prom-client';
import type { Db } from '../db/open.ts';
import type { Archiver, ArchiveState } from './archive/archiver.ts';
import { countFailures, findLast } from './queries.ts';

const LIMIT_MS = 2_000;

type Values = Awaited<ReturnType<typeof findLast>> & { failures: number };

/**
 * Metrics of the kept backups, read from the database, so that every node and every start reports the same. While the
 * database is unavailable, the last known values stay.
 */
export function backupMetrics(db: Db, archiver: Archiver | undefined): Registry {
  const registry = new Registry();
  let known: Values | undefined;
  let reading: Promise<unknown> | undefined;
  const read = async () => {
    known = { ...(await findLast(db)), failures: await countFailures(db) };
  };
  /** Concurrent callers share one read. */
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
  if (archiver) addArchive(registry, archiver);
  return registry;
}

/** Metrics of the archive for point-in-time recovery. */
function addArchive(registry: Registry, archiver: Archiver) {
  const gauge = (name: string, help: string, valueOf: (state: ArchiveState) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(valueOf(archiver.state()));
      },
    });
  const seconds = (at: Date | undefined) => (at ? at.getTime() / 1_000 : 0);
  gauge(
    'ops_hub_archive_from_timestamp_seconds',
    'The first moment that can be recovered, as Unix time; 0 where none can',
    ({ range }) => seconds(range?.from),
  );
  gauge(
    'ops_hub_archive_until_timestamp_seconds',
    'The last moment that can be recovered, as Unix time; 0 where none can',
    ({ range }) => seconds(range?.until),
  );
  gauge('ops_hub_archive_failing', '1 while the archive has a problem', ({ problem }) => (problem ? 1 : 0));
}
