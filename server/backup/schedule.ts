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

/** The given time of day, in UTC, on the day of `now`. */
const timeOn = (time: string, now: Date): Date =>
  new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);

/** The next time at which a backup is due. */
export function nextBackupAt(time: string, now: Date): Date {
  const today = timeOn(time, now);
  return today > now ? today : new Date(today.getTime() + DAY_MS);
}

/** Whether a backup is due: a scheduled time has passed since the last one, even while the server was off. */
export function isBackupDue(time: string, { now, lastSuccess, lastFailure, since }: History): boolean {
  if (!since) return false;
  const lastDue = new Date(nextBackupAt(time, now).getTime() - DAY_MS);
  if (lastDue <= (lastSuccess ?? since)) return false;
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
