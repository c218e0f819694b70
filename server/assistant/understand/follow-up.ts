import {
  type Ask,
  type Condition,
  type Filter,
  type InventoryQuery,
  type QueryEvent,
} from '../../../contract/shared/inventory-query.ts';
import { Figure } from '../../../contract/shared/server-fields.ts';
import type { Composed } from './compose.ts';
import { means, type Meaning, type Span } from './meaning.ts';
import { placeOf } from './ranking.ts';

type Following = Pick<Composed, 'hasAsk' | 'hasSource'> & { own: InventoryQuery; previous: InventoryQuery };
/** `isWhole`: every word of the question is read. */
type Followed = { query: InventoryQuery; isWhole: boolean };
const meaningIn = (span: Span, is: string): Meaning | undefined => span.meanings.find((one) => one.is === is);

/** Longer questions are complete by themselves. */
const SHORT = 8;

/**
 * The query of a follow-up question, or undefined when the question stands alone. "which of them are offline" narrows;
 * "and in Leeds?" replaces the condition on the same field; "how many?" asks for other information about the same
 * servers.
 */
export function merged(
  spans: readonly Span[],
  { own, previous, hasAsk, hasSource }: Following,
): Followed | undefined {
  const again = withTime(spans, previous) ?? inOtherOrder(spans, previous);
  if (again) return { query: again, isWhole: true };
  const itsOwn = ofItsServer(own, previous);
  if (itsOwn) return { query: itsOwn, isWhole: false };
  const isOfThem = refers(spans);
  const isOnly = spans.some((span) => means(span, 'only'));
  const isAlso = means(spans[0], 'also', 'only', 'not');
  const isShort = spans.length <= SHORT;
  if (!isOfThem && hasSource && !isAlso) return undefined;
  if (!isOfThem && !isOnly && !isAlso && !isShort) return undefined;
  // After a question about one server, "windows servers in Leeds" is about others.
  const isOfOne = previous.where.flat().some(({ kind }) => kind === 'server');
  const isOfOthers = own.where.length > 0 && !own.where.flat().some(({ kind }) => kind === 'server');
  if (isOfOne && isOfOthers && !isOfThem && !isAlso) return undefined;
  const isOfFigure = fieldsOf(own).length > 0 && ['average', 'compare', 'top'].includes(previous.ask.kind);
  if (own.where.length === 0 && !hasAsk && !isOfThem && !isAlso && !isOfFigure) return undefined;
  const narrows =
    isOfThem || isOnly || own.where.flat().some((condition) => 'not' in condition && condition.not);
  const isGone = narrows ? isDenied : isReplaced;
  const kept = previous.where.filter((group) => !isGone(group, own.where));
  const names = own.where.flat().some(({ kind }) => kind === 'server');
  const isList = spans.some(({ text }) => /^(?:which|which ones|list|show)$/i.test(text));
  const ask =
    hasAsk || fieldsOf(own).length > 0
      ? askAgain(previous.ask, own.ask)
      : isList && (own.where.length === 0 || isOfThem)
        ? { kind: 'list' as const, fields: [] }
        : askOf(previous, own, isOfThem);
  const from = hasSource && own.from !== 'servers' ? own.from : previous.from;
  const where = names ? own.where : [...kept, ...own.where];
  // "What percentage is that?" asks for the share of the previous servers in all.
  if (ask.kind === 'share' && ask.of.length === 0)
    return { query: { from, where: [], ask: { ...ask, of: where } }, isWhole: false };
  return { query: { from, where, ask }, isWhole: false };
}

/** Whether the question refers to the previous answer. */
export const refers = (spans: readonly Span[]): boolean =>
  spans.some((span) => means(span, 'refer') && REFERS.has(span.text.toLowerCase()));

/** After a question about one server, "is it down?" asks for its fields, whatever was asked about it before. */
function ofItsServer(
  { from, where, ask }: InventoryQuery,
  previous: InventoryQuery,
): InventoryQuery | undefined {
  const isOfState = ask.kind === 'why' || (ask.kind === 'value' && ask.fields.length > 0);
  const named = previous.where.filter((group) => group.some(({ kind }) => kind === 'server'));
  return from === 'servers' && where.length === 0 && isOfState && named.length > 0
    ? { from, where: named, ask }
    : undefined;
}

/** What happens in the times of these subjects. */
const EVENTS: Partial<Record<string, QueryEvent>> = { outages: 'outage', changes: 'changed' };

/** "and last week?": the same question about another time. */
function withTime(spans: readonly Span[], previous: InventoryQuery): InventoryQuery | undefined {
  const time = spans.map((span) => meaningIn(span, 'time')?.time).find((one) => one !== undefined);
  const isOnlyTime = spans.every((span) => span.isFiller || means(span, 'time', 'also', 'refer'));
  if (!time || !isOnlyTime) return undefined;
  const { from, to } = time;
  const bounds = { ...(from && { from }), ...(to && { to }) };
  const isOfEvent = previous.where.flat().some(({ kind }) => kind === 'time');
  const event = EVENTS[previous.from];
  if (!isOfEvent && event)
    return { ...previous, where: [...previous.where, [{ kind: 'time', event, ...bounds }]] };
  if (previous.ask.kind !== 'availability' && !isOfEvent) return undefined;
  if (previous.ask.kind === 'availability') return { ...previous, ask: { kind: 'availability', ...bounds } };
  const at = (condition: Condition): Condition =>
    condition.kind === 'time' ? { kind: 'time', event: condition.event, ...bounds } : condition;
  return { ...previous, where: previous.where.map((group) => group.map(at)) };
}

/** "and the lowest?", "top 3", "and the second?": the same ranking in another order, length or place. */
function inOtherOrder(
  spans: readonly Span[],
  { ask, ...previous }: InventoryQuery,
): InventoryQuery | undefined {
  const extreme = spans.flatMap(({ meanings }) => meanings.filter(({ is }) => is in DIRECTIONS))[0];
  const isOnlyOrder = spans.every(
    (span) => span.isFiller || means(span, 'number', 'also', 'refer', 'last', ...Object.keys(DIRECTIONS)),
  );
  const isList = ask.kind === 'list' || ask.kind === 'count';
  const isByLength = extreme?.is === 'longest' || extreme?.is === 'shortest';
  const isOfOutages = previous.from === 'outages' && (isList || (isByLength && ask.kind === 'top'));
  const ranking = isOfOutages ? ({ kind: 'top', by: 'duration', take: 1, direction: 'desc' } as const) : ask;
  const number = spans.map((span) => meaningIn(span, 'number')).find((one) => one !== undefined);
  if (!isOnlyOrder || ranking.kind !== 'top' || !(extreme ?? number?.of === 'place')) return undefined;
  if (isByLength && ranking.by !== 'duration') return undefined;
  const direction = extreme ? (DIRECTIONS[extreme.is] ?? ranking.direction) : ranking.direction;
  return { ...previous, ask: { ...ranking, nth: undefined, direction, ...placeOf(number, ranking.take) } };
}

const DIRECTIONS: Partial<Record<string, 'asc' | 'desc'>> = {
  most: 'desc',
  least: 'asc',
  longest: 'desc',
  shortest: 'asc',
};

/** Words that refer to the previous answer and cannot start a question of their own. */
const REFERS = new Set([
  'them',
  'those',
  'these',
  'they',
  'of them',
  'of those',
  'of these',
  'their',
  'its',
  'it',
  'the same',
  'that',
  'he',
  'she',
  'him',
  'her',
  'his',
]);

/**
 * After "average CPU in Sydney", "and memory?" and "per environment" ask for averages too. After "which server has the
 * highest memory?", "and cpu?" ranks again, and "who owns it?" asks for a field of that server.
 */
function askAgain(previous: Ask, own: Ask): Ask {
  const [first] = own.kind === 'list' || own.kind === 'value' ? own.fields : [];
  const figure = Figure.safeParse(first).data;
  if (previous.kind === 'top' && first) {
    const isOfFigure = figure && Figure.safeParse(previous.by).success;
    return isOfFigure ? { ...previous, by: figure } : { ...previous, fields: fieldsOf({ ask: own }) };
  }
  if (previous.kind === 'compare' && figure) return { ...previous, of: figure };
  if (previous.kind !== 'average') return own;
  if (own.kind === 'group') return { ...previous, by: own.by };
  return figure ? { ...previous, of: figure } : own;
}

const fieldsOf = ({ ask }: Pick<InventoryQuery, 'ask'>) => ('fields' in ask ? (ask.fields ?? []) : []);

/** Repeats the previous question. If that asked for a figure and the new one names a part of the servers, lists them. */
const askOf = (previous: InventoryQuery, own: InventoryQuery, isOfThem: boolean): InventoryQuery['ask'] =>
  isOfThem && previous.ask.kind !== 'count' ? { kind: 'list', fields: fieldsOf(own) } : previous.ask;

const subjectOf = (condition: Condition): string => {
  switch (condition.kind) {
    case 'is':
    case 'figure':
    case 'filled':
      return condition.field;
    case 'time':
      return condition.event;
    case 'address':
      return 'ipAddress';
    case 'text':
    case 'server':
      return condition.kind;
  }
};

/** After "how many are Windows", "not Windows" asks for the others: no server has both conditions. */
const isDenied = (group: Condition[], by: Filter): boolean => {
  const denied = JSON.stringify(group.map((condition) => ({ ...condition, not: true })));
  return by.some((one) => JSON.stringify(one) === denied);
};

const isReplaced = (group: Condition[], by: Filter): boolean => {
  const subjects = new Set(by.flat().map(subjectOf));
  return group.some((condition) => subjects.has(subjectOf(condition)));
};
