import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Sentence } from './words.ts';

/** A stretch of time that a question names, as SQL; `until` is left out where it goes on. `said` tells it back. */
export type TimeSpan = { from: SQL; until?: SQL; said: string };

const UNIT = '(?<unit>minute|hour|day|week|month|year)s?';
const COUNTS: Record<string, number> = {
  a: 1, an: 1, one: 1, two: 2, couple: 2, three: 3, few: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12,
}; // prettier-ignore
const COUNT = String.raw`(?:(?<count>\d{1,4}|${Object.keys(COUNTS).join('|')})(?: of)? )?`;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const WEEKDAY = `(?<weekday>${WEEKDAYS.join('|')})`;
const IN = '(?:(?:in|within|during|over|for|of|from|on) )?';

/** "in the last hour", "within the past 3 days": so much time up to now. */
const ROLLING = new RegExp(`(?:${IN}the (?:last|past)|${IN}past|within) (?:a )?${COUNT}${UNIT}`);
/** Without "since" it is a time before which, or just at which: no stretch up to now. */
const AGO = new RegExp(`since (?:a )?${COUNT}${UNIT} ago`);
const SHORT =
  /(?:in|within|during|over|for)? ?(?:the )?last (?:(?<count>\d{1,4}) )?(?<unit>minute|hour|day)s?/;
const BEFORE = new RegExp(`${IN}(?:last|previous) (?<unit>week|month|year)`);
const THIS = /(?:(?:since|in|during|of) )?(?:the (?:start|beginning) of )?this (?<unit>week|month|year)/;
const TODAY = /(?:so far )?(?:since |from )?(?:today|this (?:morning|afternoon|evening)|midnight)/;
const SINCE = new RegExp(
  `(?:since|after|from)(?: last)? (?:${WEEKDAY}|(?<yesterday>yesterday)|(?<date>\\d{4}-\\d{2}-\\d{2}))`,
);
const ON = new RegExp(`${IN}(?:last )?(?:${WEEKDAY}|(?<yesterday>yesterday)|(?<date>\\d{4}-\\d{2}-\\d{2}))`);
const RECENTLY = /recently|lately|of late|newly/;
/** Of "recently". */
const RECENT_DAYS = 7;
/** Before that there are no times that a database takes. */
const MOST_YEARS = 1_000;

/** Takes the words for a time out of a question. Days and weeks are those of the account's time zone; a week begins on Monday. */
export function takeTimeSpan(sentence: Sentence, timeZone: string): TimeSpan | undefined {
  const local = sql`(now() at time zone ${timeZone}::text)`;
  const instant = (wall: SQL): SQL => sql`((${wall}) at time zone ${timeZone}::text)`;
  const startOf = (unit: string) => sql`date_trunc(${unit}, ${local})`;
  const take = (pattern: RegExp) => {
    const found = sentence.take(pattern);
    return found && { said: found[0].trim(), ...found.groups };
  };
  const rolling = takeFirst(take, [ROLLING, AGO, SHORT]);
  if (rolling?.unit) {
    const said = rolling.count === undefined ? 1 : (COUNTS[rolling.count] ?? Number(rolling.count));
    const count = rolling.unit === 'year' ? Math.min(said, MOST_YEARS) : said;
    return { from: sql`now() - ${`${count} ${rolling.unit}s`}::interval`, said: rolling.said };
  }
  const before = takeFirst(take, [BEFORE]);
  if (before?.unit) {
    const start = startOf(before.unit);
    const from = instant(sql`${start} - ${`1 ${before.unit}`}::interval`);
    return { from, until: instant(start), said: before.said };
  }
  const current = takeFirst(take, [THIS]);
  if (current?.unit) return { from: instant(startOf(current.unit)), said: current.said };
  const today = takeFirst(take, [TODAY]);
  if (today) return { from: instant(startOf('day')), said: today.said };
  const dayOf = ({ weekday, yesterday, date }: Said): SQL | undefined => {
    if (yesterday) return sql`${startOf('day')} - interval '1 day'`;
    if (date) return isDate(date) ? sql`${date}::timestamp` : undefined;
    const place = WEEKDAYS.indexOf(weekday ?? '') + 1;
    return sql`${startOf('day')} - (extract(isodow from ${local})::int - ${place}::int + 7) % 7 * interval '1 day'`;
  };
  const since = takeFirst(take, [SINCE]);
  const sinceDay = since && dayOf(since);
  if (since && sinceDay) return { from: instant(sinceDay), said: since.said };
  const on = takeFirst(take, [ON]);
  const day = on && dayOf(on);
  if (on && day) return { from: instant(day), until: instant(sql`${day} + interval '1 day'`), said: on.said };
  if (!take(RECENTLY)) return undefined;
  return { from: sql`now() - ${`${RECENT_DAYS} days`}::interval`, said: `in the last ${RECENT_DAYS} days` };
}

type Said = { said: string } & Partial<Record<'count' | 'unit' | 'weekday' | 'yesterday' | 'date', string>>;

function takeFirst(take: (pattern: RegExp) => Said | undefined, patterns: RegExp[]): Said | undefined {
  for (const pattern of patterns) {
    const found = take(pattern);
    if (found) return found;
  }
  return undefined;
}

/** Of the calendar: a 30th of February is read as one of March. */
function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^[12]/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

export const within = (instant: SQL, { from, until }: TimeSpan): SQL =>
  until ? sql`(${instant} >= ${from} and ${instant} < ${until})` : sql`${instant} >= ${from}`;
