/** A field in minutes, for a call in seconds. */
export const minutesOf = (seconds: number): string => String(seconds / 60);

/** What is no number becomes null in a call, and the server refuses the field. */
export const secondsOf = (minutes: string): number =>
  minutes.trim() === '' ? Number.NaN : Math.round(Number(minutes) * 60);
