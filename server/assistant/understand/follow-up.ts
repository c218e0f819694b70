import {
  type Ask,
  type Condition,
  type Filter,
  type InventoryQuery,
} from '../../../contract/inventory-query.ts';
import { Figure } from '../../../contract/server-fields.ts';
import { placeOf } from './ask.ts';
import { is, mark, meaningOf, means, type Span } from './spans.ts';

type Following = {
  own: InventoryQuery;
  previous: InventoryQuery;
  /** The question states which information it wants. */
  hasAsk: boolean;
  /** The question names its own subject. */
  hasSource: boolean;
};

/** Longer questions are complete by themselves. */
const SHORT = 8;

/**
 * The query of a follow-up question, or undefined when the question stands alone. "which of them are offline" narrows;
 * "and in Leeds?" replaces the condition on the same field; "how many?" asks for other information about the same
 * servers.
 */
export function merged(
  spans: Span[],
  { own, previous, hasAsk, hasSource }: Following,
): InventoryQuery | undefined {
  const again = ofItsServer(own, previous) ?? withTime(spans, previous) ?? inOtherOrder(spans, previous);
  if (again) return again;
  const isOfThem = refers(spans);
  const isOnly = spans.some(({ meanings }) => meanings.some((meaning) => meaning.is === 'only'));
  const isAlso = spans[0] !== undefined && means(spans[0], 'also', 'only', 'not');
  const isShort = spans.length <= SHORT;
  if (!isOfThem && hasSource && !isAlso) return undefined;
  if (!isOfThem && !isOnly && !isAlso && !isShort) return undefined;
  const isOfFigure = fieldsOf(own).length > 0 && ['average', 'compare', 'top'].includes(previous.ask.kind);
  if (own.where.length === 0 && !hasAsk && !isOfThem && !isAlso && !isOfFigure) return undefined;
  for (const span of spans)
    if (meaningOf(span, 'refer') ?? meaningOf(span, 'only') ?? meaningOf(span, 'also')) span.isUsed = true;
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
  if (from === 'members') mark(...spans.filter((span) => is(span, 'contact', 'who')));
  // "What percentage is that?" asks for the share of the previous servers in all.
  if (ask.kind === 'share' && ask.of.length === 0) return { from, where: [], ask: { ...ask, of: where } };
  return { from, where, ask };
}

/** Whether the question refers to the previous answer. */
export const refers = (spans: Span[]): boolean =>
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

/** "and last week?": the same question about another time. */
function withTime(spans: Span[], previous: InventoryQuery): InventoryQuery | undefined {
  const time = spans.map((span) => meaningOf(span, 'time')?.time).find(Boolean);
  const isOnlyTime = spans.every((span) => means(span, 'time', 'also', 'filler', 'refer'));
  if (!time || !isOnlyTime) return undefined;
  const { from, to } = time;
  const bounds = { ...(from && { from }), ...(to && { to }) };
  const isOfEvent = previous.where.flat().some(({ kind }) => kind === 'time');
  if (previous.ask.kind !== 'availability' && !isOfEvent) return undefined;
  for (const span of spans) span.isUsed = true;
  if (previous.ask.kind === 'availability') return { ...previous, ask: { kind: 'availability', ...bounds } };
  const at = (condition: Condition): Condition =>
    condition.kind === 'time' ? { kind: 'time', event: condition.event, ...bounds } : condition;
  return { ...previous, where: previous.where.map((group) => group.map(at)) };
}

/** "and the lowest?", "top 3", "and the second?": the same ranking in another order, length or place. */
function inOtherOrder(spans: Span[], { ask, ...previous }: InventoryQuery): InventoryQuery | undefined {
  const extreme = spans.map((span) => meaningOf(span, 'extreme')).find(Boolean);
  const isOnlyOrder = spans.every((span) => span.number ?? means(span, 'extreme', 'also', 'filler', 'refer'));
  const isList = ask.kind === 'list' || ask.kind === 'count';
  const isByLength = extreme?.by === 'duration' && ask.kind === 'top';
  const isOfOutages = previous.from === 'outages' && (isList || isByLength);
  const ranking = isOfOutages ? ({ kind: 'top', by: 'duration', take: 1, direction: 'desc' } as const) : ask;
  const number = spans.find((span) => span.number?.unit === '')?.number;
  if (!(extreme ?? number?.isOrdinal) || extreme?.isSort || !isOnlyOrder || ranking.kind !== 'top')
    return undefined;
  if (extreme?.by !== undefined && extreme.by !== ranking.by) return undefined;
  for (const span of spans) span.isUsed = true;
  const direction = extreme?.direction ?? ranking.direction;
  return { ...previous, ask: { ...ranking, nth: undefined, direction, ...placeOf(number, ranking.take) } };
}

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
