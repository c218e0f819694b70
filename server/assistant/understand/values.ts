import { fold } from '../../../contract/fold.ts';
import type { Condition } from '../../../contract/inventory-query.ts';
import type { Vocabulary } from './entities.ts';
import { asksFor, near, is, isOnlyFiller, meaningOf, means, mark, type Add, type Span } from './spans.ts';

type Is = Condition & { kind: 'is' };
type Reading = { condition: Is; used: Span[] };

/** Words that a negation reaches. */
const REACH = 6;
const statusOf = (...values: string[]): Is => ({ kind: 'is', field: 'status', values, exact: true });

/** Reads named values, also several of one field and exclusions: "not in Leeds or Dublin". */
export function readValues(spans: Span[], add: Add): void {
  let last: { condition: Is; used: Span[]; at: number } | undefined;
  let not: { span: Span; at: number } | undefined;
  // "More in Leeds or in Dublin?" compares the values.
  const isComparison = spans.some((span) => is(span, 'versus'));
  for (const [index, span] of spans.entries()) {
    if (
      is(span, 'not') ||
      (is(span, 'none') && is(spans[index + 1], 'value') && !is(spans[index + 1], 'field'))
    ) {
      not = { span, at: index };
      continue;
    }
    const read = valueOf(spans, index);
    if (!read) {
      // A negation skips filler words and ends at the next word with a meaning.
      if (!isOnlyFiller(span) && !is(span, 'or', 'and', 'field', 'source', 'owns')) not = undefined;
      continue;
    }
    const { field, values } = read.condition;
    const isSame =
      last !== undefined && !isComparison && last.condition.field === field && isList(spans, last.at, index);
    const isNear = not !== undefined && index - not.at <= REACH;
    const isNot = isNear || (isSame && last?.condition.not === true);
    const used = not && isNot ? [not.span, ...read.used] : read.used;
    if (last && isSame && (last.condition.not ?? false) === isNot) {
      last.condition.values = together(last.condition.values, values, spans.slice(last.at + 1, index));
      last.at = index;
      // The condition reaches up to its last value: an "or" within the list joins nothing else.
      last.used.push(...used);
      mark(...used);
    } else {
      const condition: Is = isNot ? { ...read.condition, not: true } : read.condition;
      add(condition, used);
      last = { condition, used, at: index };
    }
    not = undefined;
  }
}

/**
 * "Leeds, Dublin" and "Leeds or Dublin" mean both. Without a connector two names of the same place mean what both name:
 * "Sydney rack 4".
 */
function together(some: string[], others: string[], gap: Span[]): string[] {
  const both = some.filter((one) => others.includes(one));
  const isConnected = gap.some((span) => means(span, 'or', 'and'));
  return both.length > 0 && !isConnected ? both : [...new Set([...some, ...others])];
}

/** Only filler words and a connector separate two values of a list. */
function isList(spans: Span[], from: number, to: number): boolean {
  const gap = spans.slice(from + 1, to);
  const isSmall = (span: Span) =>
    span.isUsed === true || isOnlyFiller(span) || is(span, 'or', 'and', 'not', 'field');
  // "Offline, and which are in maintenance" begins another question.
  const isAsked = gap.some(
    (span, at) => is(span, 'and') && /^(?:which|who|what|where)$/i.test(gap[at + 1]?.text ?? ''),
  );
  return (
    !isAsked &&
    gap.every(isSmall) &&
    (gap.some((span) => is(span, 'or', 'and')) || gap.every((span) => span.isUsed))
  );
}

/** The value that a span means here. A neighbour that names a field, or "owned by", decides between several. */
function valueOf(spans: Span[], index: number): Reading | undefined {
  const span = spans[index];
  if (!span || span.isUsed) return undefined;
  // "On the wrong network" says nothing about the status.
  const isOfField = is(span, 'attention') && is(spans[index + 1], 'field');
  if (
    is(span, 'attention') &&
    !isOfField &&
    !(isAllWell(span) && !spans.some(({ text }) => /^everything$/i.test(text)))
  )
    return { condition: statusOf('offline', 'warning'), used: [span] };
  const isOfAll = spans.some((one) => asksFor(one, 'all'));
  if (isOfAll && /^up$/i.test(span.text)) return { condition: statusOf('online'), used: [span] };
  if (is(span, 'down')) return { condition: statusOf('offline'), used: [span] };
  const values = span.meanings.filter((meaning) => meaning.is === 'value');
  const fields = [fieldBeside(spans, index, -1), fieldBeside(spans, index, 1)];
  const named = fields.find((one) => one && values.some(({ field }) => field === one.field));
  const isOwner = (one: Span) => is(one, 'owns');
  const owner = near(spans, index, -2, isOwner) ?? near(spans, index, 2, isOwner);
  const owned = owner && values.find(({ field }) => field === 'teamOwner' || field === 'managedBy');
  const chosen = values.find(({ field }) => field === named?.field) ?? owned ?? values[0];
  // A word that is also a field name means the field, unless a neighbour decides otherwise: "by network".
  if (!chosen || (means(span, 'field', 'figure') && !named && chosen !== owned)) return undefined;
  const { field, values: all, exact } = chosen;
  const condition: Is = { kind: 'is', field, values: [...all], ...(exact && { exact }) };
  return {
    condition,
    used: [span, ...(named ? [named.span] : []), ...(owner && chosen === owned ? [owner] : [])],
  };
}

/** "is everything ok?" asks for what is not ok; "servers that are ok" names no status. */
const isAllWell = (span: Span): boolean => /^(?:ok|okay|fine|not ok)$/i.test(span.text);

function fieldBeside(spans: Span[], index: number, step: 1 | -1) {
  const span = near(spans, index, step, (one) => is(one, 'field'));
  const meaning = meaningOf(span, 'field');
  return span && meaning && !meaning.isPlural ? { span, field: meaning.field } : undefined;
}

const NUMBER = /\d+(?:\.\d+)*/;
const numberOf = (text = ''): string => NUMBER.exec(text)?.[0] ?? '';
/** The name before the number of the release. */
const nameOf = (system: string): string => fold(system).split(NUMBER)[0]?.trim() ?? '';
const systemsOf = (span: Span): string[] =>
  span.meanings.flatMap((one) => (one.is === 'value' && one.field === 'operatingSystem' ? one.values : []));

/**
 * "Ubuntu older than 22.04", "an OS newer than Debian 11", "Debian 11 or older": the recorded releases of that system on one
 * side of it.
 */
export function readReleases(spans: Span[], { all }: Vocabulary, add: Add): void {
  for (const [index, span] of spans.entries()) {
    const { order, isIncluded } = meaningOf(span, 'release') ?? {};
    const limit = isIncluded
      ? spans[index - 1]
      : order && spans.slice(index + 1).find((one) => !isOnlyFiller(one));
    const number = numberOf(limit?.text);
    const isSystem = (one: Span) => !one.isUsed && systemsOf(one).length > 0;
    const system =
      limit && (isSystem(limit) ? limit : near(spans, isIncluded ? index - 1 : index, -3, isSystem));
    const isOfFigure =
      (limit?.number?.unit ?? '') !== '' || (limit && is(spans[spans.indexOf(limit) + 1], 'figure'));
    if (!limit || !system || number === '' || isOfFigure) continue;
    const names = new Set(systemsOf(system).map(nameOf));
    // "Linux" is many systems, whose numbers say nothing about each other.
    if (new Set([...names].map((name) => name.split(' ')[0])).size > 1) continue;
    const values = all.flatMap(({ field, value }) => {
      const isOther = field !== 'operatingSystem' || !names.has(nameOf(value)) || numberOf(value) === '';
      const sign = Math.sign(numberOf(value).localeCompare(number, 'en', { numeric: true }));
      return isOther || !(sign === order || (isIncluded && sign === 0)) ? [] : value;
    });
    const field = near(spans, index, -2, (one) => meaningOf(one, 'field')?.field === 'operatingSystem');
    // Without such a release the condition shows what was asked for, and no server fulfils it.
    const bound = isIncluded ? [number, span.text.toLowerCase()] : [span.text.toLowerCase(), number];
    if (values.length === 0) values.push([[...names].join(', '), ...bound].join(' '));
    const used = [...new Set([system, span, limit, ...(field ? [field] : [])])];
    add({ kind: 'is', field: 'operatingSystem', values, exact: true }, used);
  }
}

/** "Ubuntu 14.04" where no server has that release: the condition shows what was asked for, and no server fulfils it. */
export function readMissingReleases(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    const release = spans[index + 1];
    const isRead = !release || release.isUsed || release.meanings.length > 0 || release.number?.unit;
    const systems = span.isUsed ? [] : systemsOf(span);
    if (isRead || systems.length === 0 || !/^\d{1,4}(?:\.\d{1,4})*$/.test(release.text)) continue;
    const names = [...new Set(systems.map(nameOf))];
    const values = names.map((name) => `${name} ${release.text}`);
    add({ kind: 'is', field: 'operatingSystem', values }, [span, release]);
  }
}
