import type { Ask, Condition, Filter, InventoryQuery } from '../../../contract/inventory-query.ts';
import { Figure } from '../../../contract/server-fields.ts';
import { meaningOf, type Span } from './spans.ts';

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
  const isOfThem = spans.some(
    ({ meanings, text }) => meanings.some(({ is }) => is === 'refer') && REFERS.has(text.toLowerCase()),
  );
  const isOnly = spans.some(({ meanings }) => meanings.some(({ is }) => is === 'only'));
  const isAlso =
    spans[0] !== undefined &&
    spans[0].meanings.some(({ is }) => is === 'also' || is === 'only' || is === 'not');
  const isShort = spans.length <= SHORT;
  if (!isOfThem && hasSource && !isAlso) return undefined;
  if (!isOfThem && !isOnly && !isAlso && !isShort) return undefined;
  if (own.where.length === 0 && !hasAsk && !isOfThem && !isAlso) return undefined;
  for (const span of spans)
    if (meaningOf(span, 'refer') ?? meaningOf(span, 'only') ?? meaningOf(span, 'also')) span.isUsed = true;
  const narrows =
    isOfThem || isOnly || own.where.flat().some((condition) => 'not' in condition && condition.not);
  const kept = narrows ? previous.where : previous.where.filter((group) => !isReplaced(group, own.where));
  const names = own.where.flat().some(({ kind }) => kind === 'server');
  const isList = spans.some(({ text }) => /^(?:which|which ones|list|show)$/i.test(text));
  const ask =
    hasAsk || fieldsOf(own).length > 0
      ? askAgain(previous.ask, own.ask)
      : isList && own.where.length === 0
        ? { kind: 'list' as const, fields: [] }
        : askOf(previous, own, isOfThem);
  const from = hasSource && own.from !== 'servers' ? own.from : previous.from;
  const where = names ? own.where : [...kept, ...own.where];
  // "What percentage is that?" asks for the share of the previous servers in all.
  if (ask.kind === 'share' && ask.of.length === 0) return { from, where: [], ask: { ...ask, of: where } };
  return { from, where, ask };
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
]);

/** After "average CPU in Sydney", "and memory?" and "per environment" ask for averages too. */
function askAgain(previous: Ask, own: Ask): Ask {
  if (previous.kind !== 'average') return own;
  if (own.kind === 'group') return { ...previous, by: own.by };
  const figure = Figure.safeParse(own.kind === 'list' ? own.fields[0] : undefined);
  return figure.success ? { ...previous, of: figure.data } : own;
}

const fieldsOf = ({ ask }: InventoryQuery) => ('fields' in ask ? (ask.fields ?? []) : []);

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

const isReplaced = (group: Condition[], by: Filter): boolean => {
  const subjects = new Set(by.flat().map(subjectOf));
  return group.some((condition) => subjects.has(subjectOf(condition)));
};
