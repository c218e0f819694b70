import type { Ask, InventoryQuery } from '../../../contract/shared/inventory-query.ts';
import { QUERY_LIMITS } from '../../../contract/shared/server-words.ts';
import { Figure } from '../../../contract/shared/server-fields.ts';
import { startOf, type Part } from './parts.ts';

/**
 * "Are there more servers in Leeds or in Dublin?", "CPU of web vs db servers": values of one field, or texts, become the
 * sides of a comparison. Undefined if there is nothing to compare.
 */
export function comparisonOf(
  parts: Part[],
  { from, ask, isOfHost }: { from: InventoryQuery['from'] | undefined; ask: Ask; isOfHost: boolean },
): { parts: Part[]; ask: Ask } | undefined {
  // Servers are shown with their values anyway: "web-1 vs web-2".
  if (isOfHost) return { parts, ask };
  const fields = ask.kind === 'list' ? ask.fields : [];
  const of = (ask.kind === 'average' ? [ask.of] : fields)
    .map((field) => Figure.safeParse(field).data)
    .find((one) => one !== undefined);
  // Sides are compared by their means.
  if (ask.kind === 'average' && (ask.percentile !== undefined || !of)) return undefined;
  const isFitting = ['list', 'count', 'average'].includes(ask.kind) && (from ?? 'servers') === 'servers';
  if (!isFitting || (fields.length > 0 && !of)) return undefined;
  const all = parts.toSorted((a, b) => startOf(a) - startOf(b)).flatMap(oneByOne);
  const sides = all.filter((part, at) =>
    [all[at - 1], all[at + 1]].some((other) => other && isOpposed(part, other)),
  );
  if (sides.length < 2 || sides.length > QUERY_LIMITS.sides) return undefined;
  const rest = all.filter((part) => !sides.includes(part));
  return {
    parts: rest,
    ask: { kind: 'compare', sides: sides.map(({ condition }) => condition), ...(of && { of }) },
  };
}

/** A list of values is one condition, but several sides. */
function oneByOne(part: Part): Part[] {
  const { condition, read } = part;
  const values = read.match.found.filter(({ meaning }) => meaning.is === 'value');
  if (condition.kind !== 'is' || condition.not || values.length < 2 || read.piece.where?.length !== 1)
    return [part];
  return values.map(({ meaning }) => ({
    ...part,
    condition: { ...condition, values: meaning.values ?? [] },
  }));
}

function isOpposed({ condition: a }: Part, { condition: b }: Part): boolean {
  if (a.kind === 'is' && b.kind === 'is') return a.field === b.field && !a.not && !b.not;
  return [a, b].every(({ kind }) => kind === 'is' || kind === 'text');
}
