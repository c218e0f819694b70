/** Formats instants for people: in the account's time zone (an IANA name such as 'Australia/Sydney'), with 12 or 24 hours. */
export type TimeStyle = { timeZone: string; hour24?: boolean | undefined };

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

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'timeZoneName', string> & {
  dayPeriod?: string;
};

/** Cached by style: creating a format takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn({ timeZone, hour24 = false }: TimeStyle): Intl.DateTimeFormat {
  const key = `${timeZone} ${hour24}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: hour24 ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle: hour24 ? 'h23' : 'h12',
    timeZoneName: 'shortOffset',
  });
  formats.set(key, format);
  return format;
}

/** The parts of an instant as people read them: dd/MM/yyyy, h:mm a or HH:mm, and the zone as in UTC+11. */
export function timeParts(instant: Date, style: TimeStyle): { date: string; time: string; zone: string } {
  const parts = formatIn(style).formatToParts(instant);
  const of = Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Parts;
  return {
    date: `${of.day}/${of.month}/${of.year}`,
    time: `${of.hour}:${of.minute}${of.dayPeriod ? ` ${of.dayPeriod.toLowerCase()}` : ''}`,
    zone: of.timeZoneName.replace('GMT', 'UTC').replace(/\+0$/, ''),
  };
}

/**
 * dd/MM/yyyy, h:mm a and the zone, as in '20/11/2026, 3:07 am UTC+11', or '20/11/2026, 03:07 UTC+11' with 24 hours. '—' for a
 * missing or unreadable instant.
 */
export function exactTime(
  instant: string | Date | null | undefined,
  style: TimeStyle = { timeZone: DEFAULT_TIME_ZONE },
): string {
  const instantDate = instantOf(instant);
  if (!instantDate) return '—';
  const { date, time, zone } = timeParts(instantDate, style);
  return `${date}, ${time} ${zone}`;
}

/** The same in UTC, as in '2026-11-19 16:07 UTC'. */
export const utcTime = (instant: string | Date | null | undefined): string => {
  const iso = instantOf(instant)?.toISOString();
  return iso ? `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC` : '—';
};

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
