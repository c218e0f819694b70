import type { Ask, InventoryQuery } from '../../../contract/inventory-query.ts';
import { QUERY_LIMITS } from '../../../contract/server-words.ts';
import { Figure } from '../../../contract/server-fields.ts';
import { endOf, startOf, type Part } from './conditions.ts';
import { is, mark, means, type Span } from './spans.ts';

/**
 * "Are there more servers in Leeds or in Dublin?", "CPU of web vs db servers": values of one field, or texts with a joining
 * word between them, become the sides of a comparison. Undefined if the question compares nothing.
 */
export function readComparison(
  spans: Span[],
  { parts, from, ask }: { parts: Part[]; from: InventoryQuery['from'] | undefined; ask: Ask },
): Ask | undefined {
  const versus = spans.filter((span) => is(span, 'versus'));
  // Servers are shown with their values anyway: "more about web-1", "web-1 vs web-2".
  if (parts.some(({ condition }) => condition.kind === 'server')) mark(...versus);
  const fields = ask.kind === 'list' ? ask.fields : [];
  const of = (ask.kind === 'average' ? [ask.of] : fields)
    .map((field) => Figure.safeParse(field).data)
    .find(Boolean);
  // Sides are compared by their means.
  if (ask.kind === 'average' && (ask.percentile !== undefined || !of)) return undefined;
  // "More load in Leeds than in Dublin" asks for something that is not recorded.
  const isOfServers = from === 'servers' || of !== undefined || versus.some(({ text }) => !MORE.test(text));
  const isFitting = ['list', 'count', 'average'].includes(ask.kind) && (from ?? 'servers') === 'servers';
  if (versus.length === 0 || !isFitting || !isOfServers) return undefined;
  const placed = parts.toSorted((a, b) => startOf(spans, a) - startOf(spans, b));
  const sides = placed.filter((part, at) =>
    [placed[at - 1], placed[at + 1]].some((other) => other && isOpposed(spans, part, other)),
  );
  if (sides.length < 2 || sides.length > QUERY_LIMITS.sides) return undefined;
  mark(...versus, ...spans.filter((span) => is(span, 'or', 'and')));
  parts.splice(0, parts.length, ...parts.filter((part) => !sides.includes(part)));
  return { kind: 'compare', sides: sides.map(({ condition }) => condition), ...(of && { of }) };
}

const MORE = /^(?:more|fewer|less|than)$/i;

function isOpposed(spans: Span[], one: Part, other: Part): boolean {
  const [a, b] = [one.condition, other.condition];
  if (a.kind === 'is' && b.kind === 'is') return a.field === b.field;
  const [first, second] = startOf(spans, one) < startOf(spans, other) ? [one, other] : [other, one];
  const gap = spans.slice(endOf(spans, first) + 1, startOf(spans, second));
  const isText = [a, b].every(({ kind }) => kind === 'is' || kind === 'text');
  return isText && gap.some((span) => means(span, 'or', 'and', 'versus'));
}
