import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { takeCalendarSpan } from './calendar.ts';
import type { NoTime } from './calendar.ts';
import { NUMBER_WORDS } from './words.ts';
import type { Sentence } from './words.ts';

/** A stretch of time that a question names, as SQL; `until` is left out where it goes on. `said` tells it back. */
export type TimeSpan = { from: SQL; until?: SQL; said: string };

const UNIT = '(?<unit>minute|hour|day|week|month|quarter|year)s?';
const COUNTS: Record<string, number> = { ...NUMBER_WORDS, a: 1, an: 1, couple: 2, few: 3 };
const NUMBER = String.raw`(?:\d{1,4}|${Object.keys(COUNTS).join('|')})`;
const COUNT = `(?:(?<count>${NUMBER})(?: of)? )?`;
const IN = '(?:(?:in|within|during|over|for|of|from|on) )?';
/** "24h", "30 min": the unit as the patterns know it. */
const SHORT_UNITS: [RegExp, string][] = [
  [/ (\d{1,4}) ?(?:min|mins|m)(?= )/g, 'minute'],
  [/ (\d{1,4}) ?(?:h|hr|hrs)(?= )/g, 'hour'],
  [/ (\d{1,4}) ?d(?= )/g, 'day'],
  [/ (\d{1,4}) ?(?:w|wk|wks)(?= )/g, 'week'],
];

/** "in the last hour", "within the past 3 days", "last 30 minutes": so much time up to now. */
const ROLLING = new RegExp(
  `(?:${IN}the (?:last|past)|${IN}past|within) (?:a )?${COUNT}(?<unit>minute|hour|day|week|month|year)s?|${IN}(?:the )?(?:last|past) (?<count>${NUMBER}) ${UNIT}|${IN}last (?<unit>minute|hour|day)`,
);
/** Without "since" it is a time before which, or just at which: no stretch up to now. */
const AGO = new RegExp(`since (?:a )?${COUNT}${UNIT} ago`);
const BEFORE = new RegExp(
  `${IN}(?:(?:last|previous) (?<unit>week|month|year)|(?:the )?(?:last|previous) (?<unit>quarter))`,
);
const THIS =
  /(?:(?:since|in|during|of) )?(?:the (?:start|beginning) of )?this (?<unit>week|month|quarter|year)/;
const TODAY = /(?:so far )?(?:since |from )?(?:today|midnight)/;
const RECENTLY = /recently|lately|of late|newly/;
/** Of "recently". */
const RECENT_DAYS = 7;
/** Before that there are no times that a database takes. */
const MOST_YEARS = 1_000;

/** What the clock on the wall says now, and when it says what. */
export const clockOf = (timeZone: string) => ({
  local: sql`(now() at time zone ${timeZone}::text)`,
  instant: (wall: SQL): SQL => sql`((${wall}) at time zone ${timeZone}::text)`,
});

/**
 * Takes the words for a time out of a question. Days and weeks are those of the account's time zone; a week begins on
 * Monday. A time that no calendar has, or that is still to come, is told as such.
 */
export function takeTimeSpan(sentence: Sentence, timeZone: string): TimeSpan | NoTime | undefined {
  const { local, instant } = clockOf(timeZone);
  const startOf = (unit: string) => sql`date_trunc(${unit}, ${local})`;
  for (const [pattern, unit] of SHORT_UNITS)
    sentence.text = sentence.text.replace(
      pattern,
      (_, count: string) => ` ${count} ${unit}${count === '1' ? '' : 's'}`,
    );
  sentence.text = sentence.text
    .replace(/ half (?:an )?hour(?= )/, ' 30 minutes')
    .replace(/ quarter of an hour(?= )/, ' 15 minutes');
  const take = (pattern: RegExp): Said | undefined => {
    const found = sentence.take(pattern);
    return found && { said: found[0].trim(), ...found.groups };
  };
  const rolling = take(ROLLING) ?? take(AGO);
  if (rolling?.unit) {
    const said = rolling.count === undefined ? 1 : (COUNTS[rolling.count] ?? Number(rolling.count));
    const count = rolling.unit === 'year' ? Math.min(said, MOST_YEARS) : said;
    return {
      from: sql`now() - ${lengthOf(count, rolling.unit)}::interval`,
      said: rolling.said.replace(/^(?=last|past)/, 'in the '),
    };
  }
  const before = take(BEFORE);
  if (before?.unit) {
    const start = startOf(before.unit);
    const from = instant(sql`${start} - ${lengthOf(1, before.unit)}::interval`);
    return { from, until: instant(start), said: before.said };
  }
  const current = take(THIS);
  if (current?.unit)
    return { from: instant(startOf(current.unit)), said: current.said.replace(/^(?:of|in) (?=this )/, '') };
  const wallNow = wallClock(timeZone);
  const calendar = takeCalendarSpan(sentence, wallNow);
  if (calendar) {
    if ('lack' in calendar) return calendar;
    const { from, until, said } = calendar;
    // What ends later goes on until now.
    const wall = (text: string) => instant(sql`${text}::timestamp`);
    return { from: wall(from), ...(until && until <= wallNow ? { until: wall(until) } : {}), said };
  }
  const today = take(TODAY);
  if (today) return { from: instant(startOf('day')), said: today.said };
  if (!take(RECENTLY)) return undefined;
  return { from: sql`now() - ${`${RECENT_DAYS} days`}::interval`, said: `in the last ${RECENT_DAYS} days` };
}

const LASTING = new RegExp(
  `(?:(?:for|of|lasting) )?(?:more than|over|longer than) (?<count>${NUMBER}) ${UNIT}`,
);

/** "down for more than an hour": the time that something has to last. */
export function takeLasting(sentence: Sentence): { time: string; said: string } | undefined {
  const { count, unit } = sentence.take(LASTING)?.groups ?? {};
  if (count === undefined || unit === undefined) return undefined;
  const number = Math.min(COUNTS[count] ?? Number(count), MOST_YEARS);
  return { time: lengthOf(number, unit), said: `more than ${number} ${unit}${number === 1 ? '' : 's'}` };
}

type Said = { said: string } & Partial<Record<'count' | 'unit', string>>;

/** PostgreSQL has no quarters in its intervals. */
export const lengthOf = (count: number, unit: string): string =>
  unit === 'quarter' ? `${count * 3} months` : `${count} ${unit}s`;

/** What the clock on the wall says, as in '2026-11-22 14:05'. */
const wallClock = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date());

export const within = (instant: SQL, { from, until }: TimeSpan): SQL =>
  until ? sql`(${instant} >= ${from} and ${instant} < ${until})` : sql`${instant} >= ${from}`;

/** Something that lasted from one instant to another, in a part of that time at least. */
export const overlaps = (from: SQL, to: SQL, span: TimeSpan): SQL =>
  span.until ? sql`(${from} < ${span.until} and ${to} > ${span.from})` : sql`${to} > ${span.from}`;
