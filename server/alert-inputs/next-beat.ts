import { Cron } from 'croner';

type Schedule = { periodSeconds: number | null; cron: string | null; zone: string | null };

/** The clock of the other machine may be ahead: a beat so shortly before its time belongs to it. */
const AHEAD_MS = 60_000;

/** When the next beat is expected after one at `now`. Null if the cron expression has no further time. */
export function nextBeat({ periodSeconds, cron, zone }: Schedule, now: Date): Date | null {
  if (cron === null) return new Date(now.getTime() + (periodSeconds ?? 0) * 1000);
  return new Cron(cron, { timezone: zone ?? 'UTC', mode: '5-part' }).nextRun(
    new Date(now.getTime() + AHEAD_MS),
  );
}
