const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** After a failed backup the next one is tried this much later. */
const RETRY_MS = HOUR_MS;
/** Two periods without a backup are too long. */
const OVERDUE_MS = 2 * DAY_MS;
/** A machine that was off makes the missed backup soon after its start. Until then nobody is warned. */
const START_MS = HOUR_MS;

/** What happened so far, by the clock of the database. */
export type History = {
  now: Date;
  lastSuccess: Date | undefined;
  lastFailure: Date | undefined;
  /** When the installation got its first account: one without accounts has nothing to lose. */
  since: Date | undefined;
};

/** The time of day, in UTC, on the day of `now`. */
const timeOn = (time: string, now: Date): Date =>
  new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);

/** The next time at which a backup is due. */
export function nextBackupAt(time: string, now: Date): Date {
  const today = timeOn(time, now);
  return today > now ? today : new Date(today.getTime() + DAY_MS);
}

/** Whether a backup is to be made now: one was due since the last one, also if nobody was there to make it. */
export function isBackupDue(time: string, { now, lastSuccess, lastFailure, since }: History): boolean {
  if (!since) return false;
  const lastDue = new Date(nextBackupAt(time, now).getTime() - DAY_MS);
  if (lastDue <= (lastSuccess ?? since)) return false;
  return !lastFailure || now.getTime() - lastFailure.getTime() >= RETRY_MS;
}

/** Whether there was no backup for too long. `upSince`: when this server started. */
export function isBackupOverdue({ now, lastSuccess, since }: History, upSince: Date): boolean {
  const last = lastSuccess ?? since;
  return (
    last !== undefined &&
    now.getTime() - last.getTime() > OVERDUE_MS &&
    now.getTime() - upSince.getTime() > START_MS
  );
}
