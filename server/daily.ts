const DAY_MS = 86_400_000;

/** The next time of day, in UTC, such as 02:30. */
export function nextDaily(time: string, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${time}:00.000Z`);
  return today > now ? today : new Date(today.getTime() + DAY_MS);
}

/** The last time of day until now. */
export const lastDaily = (time: string, now: Date): Date => new Date(nextDaily(time, now).getTime() - DAY_MS);
