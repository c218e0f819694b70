import type { Config } from '../config.ts';
import { lastDaily } from '../daily.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Wait after a failed backup. */
const RETRY_MS = HOUR_MS;
/** A backup is overdue after two missed periods. */
const OVERDUE_MS = 2 * DAY_MS;
/** Grace time after a start: a machine that was off makes the missed backup soon. */
const START_MS = HOUR_MS;

/** Backup history, by the database's clock. */
export type History = {
  now: Date;
  lastSuccess: Date | undefined;
  lastFailure: Date | undefined;
  /** Time of the first account. Without accounts there is nothing to lose. */
  since: Date | undefined;
};

/** Whether a backup is due: a scheduled time has passed since the last one, even while the server was off. */
export function isBackupDue(time: string, { now, lastSuccess, lastFailure, since }: History): boolean {
  if (!since) return false;
  if (lastDaily(time, now) <= (lastSuccess ?? since)) return false;
  return !lastFailure || now.getTime() - lastFailure.getTime() >= RETRY_MS;
}

/** Whether the last backup is too old. `upSince`: when this server started. */
export function isBackupOverdue({ now, lastSuccess, since }: History, upSince: Date): boolean {
  const last = lastSuccess ?? since;
  return (
    last !== undefined &&
    now.getTime() - last.getTime() > OVERDUE_MS &&
    now.getTime() - upSince.getTime() > START_MS
  );
}

/** Name prefix of the backups of an installation, since several may share a folder or bucket. */
export const prefixOf = (installation: string): string => `ops-hub-${installation.slice(0, 8)}-`;

const SUFFIX = '.zip';

/** `ops-hub-1a2b3c4d-2026-01-31-023000.zip`, in UTC. */
export function backupName(installation: string, at: Date): string {
  const [day, time = ''] = at.toISOString().slice(0, 19).split('T');
  return `${prefixOf(installation)}${day}-${time.replaceAll(':', '')}${SUFFIX}`;
}

/** Time of a backup of this installation; undefined for other files. */
export function timeOfBackup(installation: string, name: string): Date | undefined {
  const prefix = prefixOf(installation);
  if (!name.startsWith(prefix)) return undefined;
  const match = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.zip$/.exec(name.slice(prefix.length));
  const at = match && new Date(`${match[1]}T${match[2]}:${match[3]}:${match[4]}Z`);
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}

/** Number of the day, week (from Monday) and month, in UTC. */
const PERIODS = {
  days: (at: Date) => Math.floor(at.getTime() / DAY_MS),
  // 1 January 1970 was a Thursday.
  weeks: (at: Date) => Math.floor((at.getTime() / DAY_MS + 3) / 7),
  months: (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth(),
};

/**
 * Returns the backups to remove. Keeps the last backup of each of the last days, weeks and months that have one, so a
 * period without backups removes nothing. A backup from the future comes from a wrong clock: it is kept and does not
 * count.
 */
export function backupsToRemove<T extends { at: Date }>(
  backups: T[],
  keep: Config['BACKUP_KEEP'],
  now: Date,
): T[] {
  const newestFirst = backups
    .filter(({ at }) => at <= now)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set<T>();
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const periods = new Set<number>();
    for (const backup of newestFirst) {
      const period = PERIODS[unit](backup.at);
      if (periods.has(period)) continue;
      if (periods.size === keep[unit]) break;
      periods.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup));
}
