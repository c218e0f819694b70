import * as en from 'chrono-node/en';
import type { ParsedResult } from 'chrono-node';
import type { Moment } from '../../contract/shared/inventory-query.ts';
import { instantIn, offsetAt, type At } from '../../contract/shared/time-zone.ts';
/**
 * A time in a question with its position. `from` is inclusive, `to` exclusive. `isDuration`: something lasted the whole
 * time, as in "for 30 days". `since`: the end of the day or period after the word "since"; what lasts since then began
 * before it.
 */
export type TimeSpan = {
  from?: Moment;
  to?: Moment;
  isDuration?: true;
  since?: Moment;
  start: number;
  end: number;
};

const UNITS: Record<string, string> = { minute: 'm', hour: 'h', day: 'd', week: 'w', month: 'mo', year: 'y' };
/** Units as people on call type them: "15 min", "2hrs", "24h". */
const SHORT: Record<string, string> = {
  min: 'minute',
  m: 'minute',
  hr: 'hour',
  h: 'hour',
  d: 'day',
  wk: 'week',
  yr: 'year',
};
const UNIT = '(?<unit>minute|hour|day|week|month|year|min|hr|wk|yr|[mhd](?!s))s?';
const unitOf = (word = 'day'): string => SHORT[word.toLowerCase()] ?? word.toLowerCase();
const COUNT = '(?<count>\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|few|couple of)';
const NUMBERS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const LEADING = '(?:\\b(?:in|within|over|during|for|from|of) )?(?:the )?';
/** "in the last 7 days", "within a week" */
const LAST_UNITS = new RegExp(
  `${LEADING}(?:last|past|previous) ${COUNT} ?${UNIT}\\b|\\bwithin ` +
    `(?:the|${COUNT.replace('count', 'count2')}) ?${UNIT.replace('unit', 'unit2')}\\b(?! of)`,
  'i',
);
/** "up for 30 days", "not rebooted in 90 days": the past, up to now */
const FOR_UNITS = new RegExp(`\\b(?:for|in) ${COUNT} ?${UNIT}\\b`, 'i');
/** "more than 30 days ago", "older than 30 days" */
const AGO = new RegExp(
  `\\b(?<sign>more than|over|less than|longer than)? ?${COUNT} ?${UNIT} ago\\b|\\b(?<sign>older|newer) than ${COUNT} ?${UNIT}\\b`,
  'i',
);
/** "this week", "last month": calendar periods */
const PERIOD = new RegExp(
  `${LEADING}\\b(?<which>this|last|previous|past) (?<period>week|month|quarter|year|hour|day)\\b`,
  'i',
);
/** "in the next 30 days": the future */
const NEXT = new RegExp(`${LEADING}next (?:${COUNT} ?)?${UNIT}\\b`, 'i');
/** "last night", "this morning", "tonight": hours of today and yesterday */
const PART_OF_DAY =
  /\b(?:(?<overnight>last night|overnight)|(?<tonight>tonight)|(?<day>this|yesterday) (?<part>morning|afternoon|evening))\b/i;
const HOURS = { morning: [0, 12], afternoon: [12, 18], evening: [18, 24] } as const;
const NIGHT = { begins: 18, ends: 8 };
/** The end of a text that is the beginning of a name: "lds-mail-" of `lds-mail-01`. Its numbers are no date. */
const BEGUN_NAME = /\p{L}[\p{L}\p{N}._-]{0,60}[._-]$/u;
const LONGEST_BEGINNING = 64;
/** "last weekend", "over the weekend": the one that began last, or for the future the next one */
const WEEKEND = /\b(?:last|this|next|(?:over|at|on|during) the) weekend\b/i;
/** "since last night": the time reaches up to now. */
const SINCE = /\bsince\s+(?:the )?$/i;
/** "in 2025". A year after another word is part of a name: Windows Server 2019. */
const YEAR = /\b(?<side>in|during|since|before) (?<year>(?:19|20)\d\d)\b(?![-/.:])/i;
/** Words before a date that define its side. */
const BEFORE_DATE =
  /(?:\b(?<open>since|after|from|starting)|\b(?<closed>before|until|till|by)|\bbetween|\bon|\bin|\bduring|\bat)\s+(?:the )?$/i;

/** "between 2 and 4 am": chrono reads the half of the day for both hours only of "2 to 4 am". */
const BETWEEN_HOURS =
  /(?<=\bbetween \d{1,2}(?::\d\d)?(?: ?[ap]m)? )and(?= \d{1,2}(?:(?::\d\d)? ?[ap]m\b|:\d\d))/gi;

/** `isAhead`: the text is about the future, so that "Friday" is the next one. */
type Reader = At & { isAhead?: boolean };

/** All times in a text, in order. */
export function timesIn(text: string, at: Reader): TimeSpan[] {
  const found = relativeSpan(text, at);
  const relative = found && sinceOf(text, found);
  if (!relative) return datesIn(text, at);
  const rest = blanked(text, relative.start, relative.end);
  return [relative, ...timesIn(rest, at)].toSorted((a, b) => a.start - b.start);
}

const blanked = (text: string, start: number, end: number): string =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);

function sinceOf(text: string, span: TimeSpan): TimeSpan {
  const since = SINCE.exec(text.slice(0, span.start));
  if (!since || span.from === undefined) return span;
  const { from, to, end } = span;
  return { from, ...(to && { since: to }), start: since.index, end };
}

const numberOf = (count = 'one'): number => {
  if (/^\d/.test(count)) return Number(count);
  if (count === 'few') return 3;
  if (count.startsWith('couple')) return 2;
  return Math.max(1, NUMBERS.indexOf(count.toLowerCase()));
};

function relativeSpan(text: string, at: Reader): TimeSpan | undefined {
  const ago = AGO.exec(text);
  if (ago?.groups) {
    const age = ageOf(ago.groups);
    const { sign } = ago.groups;
    const place = { start: ago.index, end: ago.index + ago[0].length };
    if (sign) return { ...(/^(?:less than|newer)$/i.test(sign) ? { from: age } : { to: age }), ...place };
    const day = dayAt(ago.groups, at);
    return { from: day, to: shiftDay(day, 1), ...place };
  }
  const last = LAST_UNITS.exec(text);
  if (last?.groups) {
    const { count, unit, count2, unit2 } = last.groups;
    const age = ageOf({ count: count ?? count2, unit: unit ?? unit2 });
    return { from: age, ...durationOf(last[0]), start: last.index, end: last.index + last[0].length };
  }
  const lasting = FOR_UNITS.exec(text);
  if (lasting?.groups) {
    const place = { start: lasting.index, end: lasting.index + lasting[0].length };
    return { from: ageOf(lasting.groups), ...durationOf(lasting[0]), ...place };
  }
  const next = NEXT.exec(text);
  if (next?.groups) {
    const { count, unit = '' } = next.groups;
    const place = { start: next.index, end: next.index + next[0].length };
    // "In the next month" begins now, "next month" is a calendar month.
    const isCalendar =
      count === undefined && /^(?:week|month|year)$/i.test(unit) && !/\bthe\s/i.test(next[0]);
    if (!isCalendar) return { to: `+${ageOf(next.groups)}`, ...place };
    const { to: from = dayOf(at.now, at.timeZone) } = periodOf('this', unit.toLowerCase(), {
      ...at,
      isAhead: true,
    });
    const start = { ...at, now: instantIn(from, 0, at.timeZone), isAhead: true };
    return { ...periodOf('this', unit.toLowerCase(), start), ...place };
  }
  const hours = PART_OF_DAY.exec(text);
  if (hours?.groups)
    return { ...hoursOf(hours.groups, at), start: hours.index, end: hours.index + hours[0].length };
  const weekend = WEEKEND.exec(text);
  if (weekend) {
    const today = dayOf(at.now, at.timeZone);
    const sinceSaturday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 1) % 7;
    const saturday = shiftDay(today, at.isAhead && sinceSaturday > 1 ? 7 - sinceSaturday : -sinceSaturday);
    const place = { start: weekend.index, end: weekend.index + weekend[0].length };
    return { from: saturday, to: shiftDay(saturday, 2), ...place };
  }
  const year = YEAR.exec(text);
  if (year?.groups) {
    const { side = '', year: named = '' } = year.groups;
    const [from, to] = [`${named}-01-01`, `${Number(named) + 1}-01-01`];
    const isSince = /since/i.test(side);
    const bounds = isSince ? { from, since: to } : /before/i.test(side) ? { to: from } : { from, to };
    return { ...bounds, start: year.index, end: year.index + year[0].length };
  }
  const period = PERIOD.exec(text);
  if (!period?.groups) return undefined;
  const { which = '', period: name = '' } = period.groups;
  // "in the last week" means seven days, "last week" a calendar week.
  const isAge = which.toLowerCase() !== 'this' && /\bthe\s/i.test(period[0]);
  const { from, to } = periodOf(isAge ? 'past' : which.toLowerCase(), name.toLowerCase(), at);
  return { from, ...(to && { to }), start: period.index, end: period.index + period[0].length };
}

/** A night belongs to two days. Who asks before its end means the one that is not over. */
function hoursOf(
  { overnight, tonight, day, part }: Record<string, string | undefined>,
  { now, timeZone }: At,
): { from: Moment; to: Moment } {
  const today = dayOf(now, timeZone);
  const hour = (of: string, hours: number) => within(instantIn(of, hours * 60, timeZone)).toISOString();
  const isNight = now < instantIn(today, NIGHT.ends * 60, timeZone);
  if (overnight ?? tonight) {
    const evening = overnight || isNight ? shiftDay(today, -1) : today;
    return { from: hour(evening, NIGHT.begins), to: hour(shiftDay(evening, 1), NIGHT.ends) };
  }
  const of = day?.toLowerCase() === 'yesterday' ? shiftDay(today, -1) : today;
  const [first, last] = HOURS[part?.toLowerCase() as keyof typeof HOURS];
  return { from: hour(of, first), to: hour(of, last) };
}

const durationOf = (words: string): { isDuration?: true } =>
  /^for /i.test(words) ? { isDuration: true } : {};

const ageOf = ({ count, unit = 'day' }: Partial<Record<string, string | undefined>>): string =>
  `${numberOf(count)}${UNITS[unitOf(unit)]}`;

function dayAt({ count, unit = 'day' }: Record<string, string | undefined>, at: At): string {
  const days = { minute: 0, hour: 0, day: 1, week: 7, month: 30, year: 365 }[unitOf(unit)] ?? 1;
  return shiftDay(dayOf(at.now, at.timeZone), -numberOf(count) * days);
}

const dayOf = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instant,
  );

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Limits to years with four digits, as filters require. */
const within = (date: Date): Date => new Date(Math.min(Math.max(date.getTime(), FIRST), LAST));

const dayIn = (date: Date): string => within(date).toISOString().slice(0, 10);

function shiftDay(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return dayIn(date);
}

function shiftMonth(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return dayIn(date);
}

/** Weeks start on Monday. The end of "this week" matters only if the text is about the future. */
function periodOf(
  which: string,
  period: string,
  { now, timeZone, isAhead = false }: Reader,
): { from: Moment; to?: Moment } {
  const today = dayOf(now, timeZone);
  if (period === 'hour') return { from: '1h' };
  if (period === 'day') return which === 'this' ? { from: today } : { from: '1d' };
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const starts = {
    week: shiftDay(today, -weekday),
    month: shiftMonth(today, 0),
    quarter: shiftMonth(today, -((Number(today.slice(5, 7)) - 1) % 3)),
    year: `${today.slice(0, 4)}-01-01`,
  };
  const start = starts[period as keyof typeof starts];
  if (which === 'this' && isAhead) {
    const months = { month: 1, quarter: 3, year: 12 }[period];
    return { from: start, to: months === undefined ? shiftDay(start, 7) : shiftMonth(start, months) };
  }
  if (which === 'this') return { from: start };
  if (which === 'past') return { from: period === 'quarter' ? '3mo' : `1${UNITS[period]}` };
  const back = {
    week: shiftDay(start, -7),
    month: shiftMonth(start, -1),
    quarter: shiftMonth(start, -3),
    year: `${Number(today.slice(0, 4)) - 1}-01-01`,
  };
  return { from: back[period as keyof typeof back], to: start };
}

/** Dates, weekdays, months and times of day in English, day first. */
function datesIn(text: string, at: Reader): TimeSpan[] {
  const reference = { instant: at.now, timezone: offsetAt(at.now.getTime(), at.timeZone) / 60_000 };
  // A bare number is a figure, not an hour or a day.
  const results = en.GB.parse(text.replace(BETWEEN_HOURS, 'to '), reference, {
    forwardDate: at.isAhead === true,
  }).filter((result) => /\p{L}|\d[:/-]\d/u.test(result.text.replace(/^(?:at|on|in|from|to)\s/i, '')));
  const inName = results.find(({ index }) =>
    BEGUN_NAME.test(text.slice(Math.max(0, index - LONGEST_BEGINNING), index)),
  );
  if (inName) {
    const [name = ''] = /^\S+/.exec(text.slice(inName.index)) ?? [];
    return datesIn(blanked(text, inName.index, inName.index + name.length), at);
  }
  const spans: TimeSpan[] = [];
  for (const [index, result] of results.entries()) {
    const before = text.slice(0, result.index);
    const side = BEFORE_DATE.exec(before);
    const { from, to } = boundsOf(result, at);
    const start = result.index - (side?.[0].length ?? 0);
    const end = result.index + result.text.length;
    const first = spans.at(-1);
    const gap = first ? text.slice(first.end, result.index) : '';
    if (index > 0 && first && /^\s*(?:and|to|until|till|-|–)\s*$/i.test(gap)) {
      Object.assign(first, { from: first.from, to: untilOf({ from, to }), end });
    } else if (side?.groups?.['open'] && !result.end)
      spans.push({
        from: /after/i.test(side[0]) && to.length === 10 ? to : from,
        ...(/since/i.test(side[0]) && { since: to }),
        start,
        end,
      });
    else if (side?.groups?.['closed']) spans.push({ to: from, start, end });
    // "Down now" is about what is, not about this hour.
    else if (!/^(?:right )?now$/i.test(result.text)) spans.push({ from, to, start, end });
  }
  return spans;
}

function boundsOf(result: ParsedResult, at: Reader): { from: Moment; to: Moment } {
  const first = partOf(result.start, at);
  return result.end ? { from: first.from, to: untilOf(partOf(result.end, at)) } : first;
}

/** "To Friday" includes the Friday, "to 5 am" ends at five. */
const untilOf = ({ from, to }: { from: Moment; to: Moment }): Moment => (to.length === 10 ? to : from);

/**
 * A date without a time means the whole day, a month all its days, and a weekday the most recent one, or the next one in a
 * text about the future.
 */
function partOf(parts: ParsedResult['start'], at: Reader): { from: Moment; to: Moment } {
  const date = new Date(0);
  date.setUTCFullYear(parts.get('year') ?? 1, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1);
  let day = dayIn(date);
  const today = dayOf(at.now, at.timeZone);
  const isMonth = !parts.isCertain('day') && !parts.isCertain('weekday') && parts.isCertain('month');
  const isLater = day > today && !at.isAhead;
  if (parts.isCertain('weekday') && !parts.isCertain('day') && isLater) day = shiftDay(day, -7);
  if (isMonth) {
    const month = `${day.slice(0, 7)}-01`;
    const start = month > today && !at.isAhead && !parts.isCertain('year') ? shiftMonth(month, -12) : month;
    return { from: start, to: shiftMonth(start, 1) };
  }
  if (!parts.isCertain('year') && parts.isCertain('month') && isLater)
    day = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  if (!parts.isCertain('hour')) return { from: day, to: shiftDay(day, 1) };
  const minutes = (parts.get('hour') ?? 0) * 60 + (parts.get('minute') ?? 0);
  // A time of day is the last one that is over, or the next one in a text about the future.
  const isOpen = !parts.isCertain('day') && !parts.isCertain('weekday');
  if (isOpen && !at.isAhead && instantIn(day, minutes, at.timeZone) > at.now) day = shiftDay(day, -1);
  const from = instantIn(day, minutes, at.timeZone);
  // "At 3 am" means the hour.
  const length = parts.isCertain('minute') && minutes % 60 !== 0 ? 60_000 : 3_600_000;
  return { from: within(from).toISOString(), to: within(new Date(from.getTime() + length)).toISOString() };
}
