/** Formats instants for people, always in the account's time zone (an IANA name such as 'Australia/Sydney'). */
export const DEFAULT_TIME_ZONE = 'Australia/Sydney';

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'dayPeriod', string>;

/** Cached by time zone: creating a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  formats.set(timeZone, format);
  return format;
}

function partsIn(instant: Date, timeZone: string): Parts {
  const parts = formatIn(timeZone).formatToParts(instant);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Parts;
}

/** dd/MM/yyyy, h:mm a, as in '20/11/2026, 3:07 am'. '—' for a missing or unreadable instant. */
export function exactTime(instant: string | Date | null | undefined, timeZone = DEFAULT_TIME_ZONE): string {
  const date = instantOf(instant);
  if (!date) return '—';
  const { day, month, year, hour, minute, dayPeriod } = partsIn(date, timeZone);
  return `${day}/${month}/${year}, ${hour}:${minute} ${dayPeriod.toLowerCase()}`;
}

const STEPS: [seconds: number, name: Intl.RelativeTimeFormatUnit][] = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [604_800, 'week'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** '4 minutes', 'a moment': the time between two instants, rounded down. */
export function duration(from: string | Date, to: string | Date = new Date()): string {
  // With a clock slightly ahead of ours the time must not be in the future.
  const seconds = Math.max(0, (new Date(to).getTime() - new Date(from).getTime()) / 1000);
  const step = STEPS.find(([size]) => seconds >= size);
  if (!step) return 'a moment';
  const count = Math.floor(seconds / step[0]);
  return `${count} ${step[1]}${count === 1 ? '' : 's'}`;
}

/** '4 minutes ago', 'a moment ago'; 'Unknown' for a missing or unreadable instant. */
export function relativeTime(instant: string | Date | null | undefined, now: Date = new Date()): string {
  const date = instantOf(instant);
  return date ? `${duration(date, now)} ago` : 'Unknown';
}

function instantOf(value: string | Date | null | undefined): Date | undefined {
  if (!value) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Zone names come from a list that browsers and servers share. */
export const isTimeZone = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
};
