import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { servers } from '../db/schema.ts';
import { MONTH_NAME, monthOf } from './calendar.ts';
import { clockOf, lengthOf, takeTimeSpan, within } from './time-span.ts';
import type { TimeSpan } from './time-span.ts';
import { NUMBER_WORD, numberOf } from './words.ts';
import type { Sentence } from './words.ts';

/** A certificate whose expiry is recorded; `first`: only so many of those that expire first. */
export type Expiry = { expiry: TimeSpan | undefined; first: number | undefined; mark: number };

const CERTIFICATE = '(?:an? )?(?:(?:tls|ssl|https|server) )*cert(?:ificate)?s?';
const WILL = '(?:(?:that|which|is|are|will|would|do|does|have|has|be|been|going to|about to|due to|to) )*';
const ORDERED = '(?:(?:sorted|ordered|sort|order) )?by (?:the |their )?(?:date of )?';
const EXPIRED = `${WILL}(?:already )?(?:expired|run out|ran out|no longer valid|invalid)`;
const VALID = `${WILL}(?:not (?:yet )?expired|still valid|valid)`;
const EXPIRES = `(?:${ORDERED})?${WILL}(?:expir(?:e|es|ing|y|ation)|runs? out|running out)(?: dates?)?`;
const EXPIRY = `${VALID}|${EXPIRED}(?! (?:in|within) (?:the next|less)| soon)|${EXPIRES}`;

const NUMBER = String.raw`(?:\d{1,4}|${NUMBER_WORD})`;
const FIRST = new RegExp(`(?:the )?(?:next|first|soonest|earliest)(?: (?<behind>${NUMBER}))?(?! \\S*(?:hour|day|week|month|quarter|year)s? )(?: to)?`); // prettier-ignore
const UNIT = '(?<unit>hour|day|week|month|quarter|year)';
const ROLLING = new RegExp(
  `(?:(?:in|within|over|during|for) )?the (?:next|coming) (?:(?<count>${NUMBER}) )?${UNIT}s?|(?:in|within|under)(?: less than)? (?<count>an?|${NUMBER}) ${UNIT}s?|(?:in )?next (?<count>${NUMBER}) ${UNIT}s?`,
);
const CALENDAR = new RegExp(`(?:in |by |before |until )?(?:the end of )?(?<which>this|next) ${UNIT}`);
const MONTH = new RegExp(`(?:in|during) (?<month>${MONTH_NAME})(?: (?<year>20\\d\\d))?`);
const YEAR = /(?:in|during) (?<year>20\d\d)/;
const SOON = /(?:very )?(?:soon|shortly)|(?:in|within) the near future/;
const SOON_DAYS = 30;
const DAY = /today|tomorrow/;
const PAST: SQL = sql`'-infinity'::timestamptz`;

/** Takes "certificates that expire in the next 30 days" out of a question. */
export function takeExpiry(sentence: Sentence, timeZone: string): Expiry[] {
  if (!sentence.has(new RegExp(CERTIFICATE)) || !sentence.has(new RegExp(EXPIRY))) return [];
  sentence.text = sentence.text.replace(/^ (?:and )?when (?:do|does|will|is|are|did)(?= )/, '');
  const isValid = sentence.has(new RegExp(VALID));
  const isOver = !isValid && sentence.has(new RegExp(`${EXPIRED}(?! soon)`));
  const coming = isOver ? undefined : takeComing(sentence, timeZone);
  const first = sentence.take(FIRST);
  sentence.take(new RegExp(EXPIRY));
  while (sentence.take(new RegExp(CERTIFICATE)));
  const { mark } = sentence;
  const count = first && numberOf(first.groups?.['behind'] ?? 'one');
  const valid = { from: sql`now()`, said: 'still valid' };
  const next = coming ?? (first ? valid : undefined);
  const expiry = isValid ? valid : isOver ? expiredIn(sentence, timeZone) : next;
  return [{ expiry, first: count, mark }];
}

function expiredIn(sentence: Sentence, timeZone: string): TimeSpan {
  const span = takeTimeSpan(sentence, timeZone);
  if (!span || 'lack' in span) return { from: PAST, until: sql`now()`, said: 'expired' };
  return { from: span.from, until: span.until ?? sql`now()`, said: `expired ${span.said}` };
}

/** A time that is still to come, which nothing else of servers is known of. */
function takeComing(sentence: Sentence, timeZone: string): TimeSpan | undefined {
  const { local, instant } = clockOf(timeZone);
  const startOf = (unit: string, more: SQL) => instant(sql`date_trunc(${unit}, ${local}) + ${more}`);
  const later = (count: number, unit: string) => sql`${lengthOf(count, unit)}::interval`;
  const { unit: rolled, count = 'one' } = sentence.take(ROLLING)?.groups ?? {};
  if (rolled) {
    const many = /^an?$/.test(count) ? 1 : numberOf(count);
    const said = `in the next ${many === 1 ? rolled : `${many} ${rolled}s`}`;
    return { from: sql`now()`, until: sql`now() + ${later(many, rolled)}`, said };
  }
  const { which, unit } = sentence.take(CALENDAR)?.groups ?? {};
  if (unit) {
    const at = which === 'this' ? 0 : 1;
    return { from: startOf(unit, later(at, unit)), until: startOf(unit, later(at + 1, unit)), said: `${which} ${unit}` }; // prettier-ignore
  }
  const months = sentence.take(MONTH)?.groups;
  const year = months?.['year'] ?? sentence.take(YEAR)?.groups?.['year'];
  if (months ?? year) {
    const [month, length] = months
      ? [monthOf(months['month'] ?? ''), later(1, 'month')]
      : [1, later(1, 'year')];
    const wall = firstOf(month, year, local);
    const said = `in ${[months?.['month'], year].filter(Boolean).join(' ')}`;
    return { from: instant(wall), until: instant(sql`${wall} + ${length}`), said };
  }
  if (sentence.take(SOON))
    return { from: sql`now()`, until: sql`now() + ${later(SOON_DAYS, 'day')}`, said: `in the next ${SOON_DAYS} days` }; // prettier-ignore
  const day = sentence.take(DAY)?.[0].trim();
  if (!day) return undefined;
  const at = day === 'today' ? 0 : 1;
  return { from: startOf('day', later(at, 'day')), until: startOf('day', later(at + 1, 'day')), said: day };
}

/** The first day of a month; without a year of the one that is to come, or that is now. */
const firstOf = (month: number, year: string | undefined, now: SQL): SQL =>
  year
    ? sql`make_timestamp(${Number(year)}::int, ${month}::int, 1, 0, 0, 0)`
    : sql`(date_trunc('year', ${now}) + make_interval(months => ${month - 1}::int, years => case when extract(month from ${now}) > ${month} then 1 else 0 end))`;

export const expiryCondition = ({ expiry }: Expiry): SQL =>
  expiry
    ? sql`coalesce(${within(sql`${servers.certificateExpiresAt}`, expiry)}, false)`
    : sql`${servers.certificateExpiresAt} is not null`;

/** In words that are read as those of a question. */
export const describeExpiry = ({ expiry }: Expiry): string =>
  expiry === undefined
    ? 'a certificate that expires'
    : /^(?:expired|still)/.test(expiry.said)
      ? `a certificate that is ${expiry.said}`
      : `a certificate that expires ${expiry.said}`;
