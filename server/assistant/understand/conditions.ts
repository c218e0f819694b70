import type { Condition, FilledField, Filter } from '../../../contract/inventory-query.ts';
import type { At } from '../../servers/queries.ts';
import { readFigures } from './figures.ts';
import { beside, is, isOnlyFiller, meaningOf, mark } from './spans.ts';
import type { Add, Span } from './spans.ts';
import { readTimes } from './times.ts';
import { readValues } from './values.ts';

/** A condition with the spans that it came from; `group` is shared by those that OR joins. */
export type Part = { condition: Condition; spans: Span[]; group: number };

/**
 * Reads which servers a question means: each reader looks for one shape of phrase, marks the spans that it used and leaves the rest
 * to the next one.
 */
export function readConditions(spans: Span[], at: At): Part[] {
  const parts: Part[] = [];
  const add: Add = (condition, used) => {
    mark(...used);
    parts.push({ condition, spans: used, group: parts.length });
  };
  readFigures(spans, add);
  readTimes(spans, add, at);
  readFilled(spans, add);
  readAddresses(spans, add);
  readValues(spans, add);
  joinEither(spans, parts);
  readConnectors(spans);
  return parts;
}

export const filterOf = (parts: Part[]): Filter =>
  [...Map.groupBy(parts, ({ group }) => group).values()].map((group) =>
    group.map(({ condition }) => condition),
  );

/** "without an owner", "has no hardware model", "whose notes are missing", "with a linked document" */
function readFilled(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    if (is(span, 'nobody')) add({ kind: 'filled', field: 'teamOwner', not: true }, [span]);
    const isNone = is(span, 'none', 'never');
    if (!isNone && !is(span, 'with')) continue;
    const isField = (one: Span) => filledField(one) !== undefined && !is(one, 'value');
    const named =
      beside(spans, index, 3, isField) ?? (isNone ? beside(spans, index, -1, isField) : undefined);
    const field = named && filledField(named);
    if (!named || !field) continue;
    const at = spans.indexOf(named);
    const next = spans[at + 1];
    if (!isNone && next && (is(next, 'value', 'compare') || next.number)) continue;
    const negated = isNone ? ({ not: true } as const) : {};
    add({ kind: 'filled', field, ...negated }, [span, named]);
    const other = is(next, 'or', 'and') ? spans[at + 2] : undefined;
    const second = other && isField(other) ? filledField(other) : undefined;
    if (other && second) add({ kind: 'filled', field: second, ...negated }, [other]);
  }
}

function filledField(span: Span): FilledField | undefined {
  const figure = meaningOf(span, 'figure')?.figure;
  if (figure) return figure;
  if (meaningOf(span, 'source')?.from === 'outages') return 'outage';
  const field = meaningOf(span, 'field')?.field;
  return field === 'createdAt' || field === 'updatedAt' ? undefined : field;
}

/** "servers in 10.20.0.0/16" */
function readAddresses(spans: Span[], add: Add): void {
  for (const [index, span] of spans.entries()) {
    const cidr = meaningOf(span, 'range')?.cidr;
    if (cidr === undefined) continue;
    const not = beside(spans, index, -2, (one) => is(one, 'not'));
    add({ kind: 'address', cidr, ...(not && { not: true as const }) }, not ? [span, not] : [span]);
  }
}

/** "in production or in Auburn": what OR joins, and no AND, is one group; what is neither of two is not. */
function joinEither(spans: Span[], parts: Part[]): void {
  const isNegated = ({ condition }: Part) => 'not' in condition && condition.not === true;
  for (const [index, span] of spans.entries()) {
    if (!is(span, 'or')) continue;
    const left = parts
      .filter((part) => endOf(spans, part) < index)
      .toSorted((a, b) => endOf(spans, b) - endOf(spans, a))[0];
    const right = parts
      .filter((part) => startOf(spans, part) > index)
      .toSorted((a, b) => startOf(spans, a) - startOf(spans, b))[0];
    if (!left || !right || left.group === right.group) continue;
    const gap = spans.slice(endOf(spans, left) + 1, startOf(spans, right));
    if (
      !gap.every(
        (one) => one === span || one.isUsed || isOnlyFiller(one) || is(one, 'with', 'field', 'source'),
      )
    )
      continue;
    mark(span);
    if (isNegated(left) && isNegated(right)) continue;
    for (const part of parts) if (part.group === right.group) part.group = left.group;
  }
}

/** A word that only joins what was read on both of its sides is read with it. */
function readConnectors(spans: Span[]): void {
  const isRead = (one: Span) => one.isUsed === true;
  for (const [index, span] of spans.entries())
    if (is(span, 'or', 'and') && beside(spans, index, -2, isRead) && beside(spans, index, 2, isRead))
      mark(span);
}

const placesOf = (spans: Span[], part: Part) =>
  part.spans.map((span) => spans.indexOf(span)).filter((at) => at >= 0);
export const startOf = (spans: Span[], part: Part): number => Math.min(...placesOf(spans, part));
const endOf = (spans: Span[], part: Part): number => Math.max(...placesOf(spans, part));
