import { MONTHS } from '../../contract/dates.ts';
import type { Sentence } from './words.ts';

/** Wall clock times of the account, as in '2026-11-22 14:00', and how they are told back. */
export type CalendarSpan = { from: string; until?: string; said: string };
/** Why a time that a question names cannot be looked up, as a sentence. */
export type NoTime = { lack: string };

/** One of the months in small letters, in a pattern. */
export const MONTH_NAME = MONTHS.join('|').toLowerCase();
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** Hours that a part of a day begins and ends at; a night ends on the day after. */
const PARTS: Record<string, [from: number, until: number]> = {
  morning: [6, 12],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 30],
};

const MONTH =
  `(?<month>${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)`.toLowerCase();
const YEAR = String.raw`(?<year>[12]\d{3})`;
const DATES = [
  String.raw`(?<year>\d{4})-(?<number>\d{1,2})-(?<day>\d{1,2})`,
  String.raw`(?<first>\d{1,2})[/.-](?<second>\d{1,2})[/.-](?<year>\d{4})`,
  String.raw`(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?: ${YEAR})?`,
  String.raw`${MONTH} (?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?(?: ${YEAR})?`,
];
const SHORT = String.raw`(?<first>\d{1,2})/(?<second>\d{1,2})`;
const DAY = `(?:(?:(?<before>last|previous) )?(?<weekday>${WEEKDAYS.join('|')})|(?<yesterday>yesterday)|(?<today>today)|(?<date>${DATES.map(unnamed).join('|')}|(?<= (?:on|since|from|after) )${unnamed(SHORT)}))`;
const CLOCK = String.raw`(?:at )?(?:(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))? ?(?<half>am|pm)|(?<hour24>\d{1,2})[:.](?<minute24>\d{2})|(?<noon>noon|midday))`;
const SINCE = '(?:since|after|from) (?:about |around )?';
const IN = '(?:so far )?(?:(?:in|within|during|over|for|of|from|on|at) )?';

const SINCE_TIME = new RegExp(
  `${SINCE}(?:${DAY} )?${CLOCK}(?: (?:on )?${DAY.replaceAll(/\?<(?=\w)/g, '?<z_')})?`,
);
/** "at 2 am", "yesterday at midnight": one moment. */
const AT_TIME = new RegExp(
  `(?:${DAY} )?(?:at|around) (?:about |around )?(?:(?<midnight>midnight)|${CLOCK})(?: (?:on )?${DAY.replaceAll(/\?<(?=\w)/g, '?<z_')}| this morning| in the morning)?`,
);
const SINCE_DAY = new RegExp(`${SINCE}${DAY}`);
/** "on Friday or Saturday" */
const ON_DAYS = new RegExp(`${IN}${DAY} (?:or|and) ${IN}${DAY.replaceAll(/\?<(?=\w)/g, '?<z_')}`);
const ON_DAY = new RegExp(`${IN}${DAY}(?: (?<part>${Object.keys(PARTS).join('|')}))?`);
const THIS_PART = /(?:(?<since>since)|in|during)? ?this (?<part>morning|afternoon|evening)/;
const NIGHT = /(?:in|during|over)? ?(?:the )?(?:last night|overnight)/;
const WEEKEND = new RegExp(`(?<since>${SINCE})?${IN}(?<which>the|this|last) weekend`);
const IN_MONTH = new RegExp(
  `(?:(?<since>since|after|from)|in|during|of|for|last) (?:last )?${MONTH}(?! be| have| not| also)(?: ${YEAR})?|${MONTH.replace('<month>', '<alone>')} ${YEAR.replace('<year>', '<its>')}`,
);
const IN_YEAR = new RegExp(`(?:(?<since>since|after|from)|in|during|of|for) ${YEAR}`);
const TO_COME =
  /tomorrow|tonight|(?:the )?next (?:\d+ |few |two |three )?(?:minute|hour|day|night|week|weekend|month|quarter|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?/;

type Day = { year: number; month: number; day: number };
type Groups = Record<string, string | undefined>;

/** Takes a day, a month, a year or a time of day out of a question; `now` is the wall clock of the account, 'yyyy-MM-dd HH:mm'. */
export function takeCalendarSpan(sentence: Sentence, now: string): CalendarSpan | NoTime | undefined {
  const come = sentence.take(TO_COME);
  if (come) return { lack: `“${come[0].trim()}” is still to come: only what has happened is recorded.` };
  const span = readSpan(sentence, now);
  if (!span || 'lack' in span || span.from <= now) return span;
  return { lack: `Nothing is recorded yet: ${span.said.replace(/^(?:since|on|in) /, '')} is still to come.` };
}

function readSpan(sentence: Sentence, now: string): CalendarSpan | NoTime | undefined {
  const today = dayOf(now);
  const moment = sentence.has(SINCE_TIME) ? undefined : sentence.take(AT_TIME)?.groups;
  if (moment) return atTime(moment, now);
  if (sentence.take(NIGHT))
    return { from: at(shift(today, -1), 18), until: at(today, 6), said: 'last night (18:00 to 6:00)' };
  const part = sentence.take(THIS_PART)?.groups;
  if (part) {
    const [from, until] = PARTS[part['part'] ?? ''] ?? [0, 24];
    // Whoever comes to work in the morning asks for what was before it too.
    const begins = part['part'] === 'morning' ? 0 : from;
    if (part['since']) return { from: at(today, begins), said: `since this ${part['part']}` };
    return {
      from: at(today, begins),
      until: at(today, until),
      said: `this ${part['part']} (${begins}:00 to ${until}:00)`,
    };
  }
  const weekend = sentence.take(WEEKEND)?.groups;
  if (weekend) {
    const place = placeInWeek(today);
    const back = place >= 5 && weekend['which'] !== 'last' ? place - 5 : place + 2;
    const saturday = shift(today, -back);
    const until = weekend['since'] ? {} : { until: at(shift(saturday, 2)) };
    return {
      from: at(saturday),
      ...until,
      said: weekend['since'] ? `since ${told(saturday)}` : `on the weekend of ${told(saturday)}`,
    };
  }
  const since = sentence.take(SINCE_TIME)?.groups;
  if (since) return sinceTime(since, now);
  const open = sentence.take(SINCE_DAY)?.groups;
  if (open) {
    const day = dayIn(open, today);
    return 'lack' in day ? day : { from: at(day), said: `since ${named(open, day)}` };
  }
  const days = sentence.take(ON_DAYS)?.groups;
  if (days) return ofTwoDays(days, today);
  const on = sentence.take(ON_DAY)?.groups;
  if (on) {
    const day = dayIn(on, today);
    if ('lack' in day) return day;
    const [from, until] = PARTS[on['part'] ?? ''] ?? [0, 24];
    const part = on['part'] ? ` (${from}:00 to ${until % 24}:00)` : '';
    return {
      from: at(day, from),
      until: at(day, until),
      said: `${on['yesterday'] || on['today'] ? '' : 'on '}${named(on, day)}${on['part'] ? ` ${on['part']}` : ''}${part}`,
    };
  }
  return readMonthOrYear(sentence, today);
}

function readMonthOrYear(sentence: Sentence, today: Day): CalendarSpan | undefined {
  const inMonth = sentence.take(IN_MONTH)?.groups;
  if (inMonth) {
    const month = monthOf(inMonth['month'] ?? inMonth['alone'] ?? '');
    const written = inMonth['year'] ?? inMonth['its'];
    const year = written ? Number(written) : month > today.month ? today.year - 1 : today.year;
    const said = `${MONTHS[month - 1]} ${year}`;
    const from = at({ year, month, day: 1 });
    if (inMonth['since']) return { from, said: `since ${said}` };
    return {
      from,
      until: at({ year: month === 12 ? year + 1 : year, month: (month % 12) + 1, day: 1 }),
      said: `in ${said}`,
    };
  }
  const inYear = sentence.take(IN_YEAR)?.groups;
  if (!inYear) return undefined;
  const year = Number(inYear['year']);
  const from = at({ year, month: 1, day: 1 });
  if (inYear['since']) return { from, said: `since ${year}` };
  return { from, until: at({ year: year + 1, month: 1, day: 1 }), said: `in ${year}` };
}

/** What is said of the day behind the first one. */
const behind = (groups: Groups): Groups =>
  Object.fromEntries(
    Object.entries(groups)
      .filter(([name, text]) => name.startsWith('z_') && text !== undefined)
      .map(([name, text]) => [name.slice(2), text]),
  );

/** One after the other they are one time. */
function ofTwoDays(groups: Groups, today: Day): CalendarSpan | NoTime {
  const [one, other] = [dayIn(groups, today), dayIn(behind(groups), today)];
  if ('lack' in one) return one;
  if ('lack' in other) return other;
  const [first, last] = at(one) <= at(other) ? [one, other] : [other, one];
  const names = `${named(groups, one)} and ${named(behind(groups), other)}`;
  if (at(shift(first, 1)) < at(last)) return { lack: `I tell of one time at once, and ${names} do not follow each other: ask for one, then for the other.` }; // prettier-ignore
  return {
    from: at(first),
    until: at(shift(last, 1)),
    said: `${(groups['weekday'] ?? groups['date']) ? 'on ' : ''}${names}`,
  };
}

/** "since 14:00" is today's, or where that is still to come yesterday's. */
function sinceTime(groups: Groups, now: string): CalendarSpan | NoTime {
  const today = dayOf(now);
  const days = { ...groups, ...behind(groups) };
  const clock = clockOf(groups);
  if (!clock) return { lack: 'No day has such a time.' };
  const isNamed = days['weekday'] ?? days['yesterday'] ?? days['today'] ?? days['date'];
  if (isNamed) {
    const day = dayIn(days, today);
    return 'lack' in day
      ? day
      : {
          from: at(day, clock.hour, clock.minute),
          said: `since ${clock.said} ${days['yesterday'] || days['today'] ? '' : 'on '}${named(days, day)}`,
        };
  }
  const from = at(today, clock.hour, clock.minute);
  if (from <= now) return { from, said: `since ${clock.said} today` };
  return { from: at(shift(today, -1), clock.hour, clock.minute), said: `since ${clock.said} yesterday` };
}

/** The minute that begins then. */
function atTime(groups: Groups, now: string): CalendarSpan | NoTime {
  const since = sinceTime(groups, now);
  if ('lack' in since) return since;
  const minute = new Date(Date.parse(`${since.from.replace(' ', 'T')}:00Z`) + 60_000).toISOString();
  return {
    from: since.from,
    until: minute.slice(0, 16).replace('T', ' '),
    said: since.said.replace(/^since/, 'at'),
  };
}

function clockOf({ hour, hour24, minute, minute24, half, noon, midnight }: Groups) {
  if (midnight) return { hour: 0, minute: 0, said: '0:00' };
  if (noon) return { hour: 12, minute: 0, said: '12:00' };
  const written = Number(hour ?? hour24);
  const minutes = Number(minute ?? minute24 ?? 0);
  if (minutes > 59 || written > (half ? 12 : 23) || (half && written === 0)) return undefined;
  const hours = half ? (written % 12) + (half === 'pm' ? 12 : 0) : written;
  return { hour: hours, minute: minutes, said: `${hours}:${String(minutes).padStart(2, '0')}` };
}

/** The day of the calendar that is meant: of a weekday the last one, with today; of a date without its year the last one. */
function dayIn(groups: Groups, today: Day): Day | NoTime {
  if (groups['today']) return today;
  if (groups['yesterday']) return shift(today, -1);
  const weekday = WEEKDAYS.indexOf(groups['weekday'] ?? '');
  const back = (placeInWeek(today) - weekday + 7) % 7;
  // "last Monday" asked on a Monday is not today.
  if (weekday >= 0) return shift(today, -(back === 0 && groups['before'] ? 7 : back));
  const date = groups['date'] ?? '';
  const read = [...DATES, SHORT]
    .map((pattern) => new RegExp(`^(?:${pattern})$`).exec(date)?.groups)
    .find((found) => found !== undefined);
  const day = read && dateIn(read, today);
  return day && isDay(day) ? day : { lack: `The calendar has no day “${date}”.` };
}

function dateIn({ year, number, month, day, first, second }: Groups, today: Day): Day {
  // Dates are shown as day/month/year, so that is how they are read; 11/22/2026 can only be meant the other way.
  const isTurned = Number(second) > 12 && Number(first) <= 12;
  const read = {
    month: month ? monthOf(month) : Number(number ?? (isTurned ? first : second)),
    day: Number(day ?? (isTurned ? second : first)),
  };
  if (year) return { year: Number(year), ...read };
  const isLater = at({ year: today.year, ...read }) > at(today);
  return { year: today.year - (isLater ? 1 : 0), ...read };
}

/** 1 to 12. */
export const monthOf = (text: string): number =>
  MONTHS.findIndex((name) => name.toLowerCase().startsWith(text.slice(0, 3))) + 1;

/** A day as it was named, with its date where that could be read in several ways. */
const named = (groups: Groups, day: Day): string =>
  groups['weekday']
    ? `${groups['weekday'].charAt(0).toUpperCase()}${groups['weekday'].slice(1)}${groups['before'] ? `, ${told(day)}` : ''}`
    : groups['yesterday']
      ? 'yesterday'
      : groups['today']
        ? 'today'
        : told(day);

const told = ({ year, month, day }: Day): string => `${day} ${MONTHS[month - 1]} ${year}`;

/** Without names, where the same pattern stands several times in another. */
function unnamed(pattern: string): string {
  return pattern.replaceAll(/\?<\w+>/g, '?:');
}

const dayOf = (wall: string): Day => {
  const [year = 0, month = 0, day = 0] = wall.slice(0, 10).split('-').map(Number);
  return { year, month, day };
};
const shift = ({ year, month, day }: Day, days: number): Day =>
  dayOf(new Date(Date.UTC(year, month - 1, day + days)).toISOString());
/** Monday is 0. */
const placeInWeek = ({ year, month, day }: Day): number =>
  (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;

function isDay({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= 1000 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  );
}

/** As PostgreSQL takes it, and in an order that texts have too; hour 24 and more are of the next day. */
function at(day: Day, hour = 0, minute = 0): string {
  const { year, month, day: own } = shift(day, Math.floor(hour / 24));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(own)} ${two(hour % 24)}:${two(minute)}`;
}
