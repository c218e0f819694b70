import type { Ask, Measure } from '../../../contract/shared/inventory-query.ts';
import { QUERY_LIMITS } from '../../../contract/shared/server-words.ts';
import { isGroupField } from './spans.ts';
import type { Meaning } from './meaning.ts';
import type { Matched } from './pattern.ts';

/** Rows of a ranking whose question has no number but a plural word. */
export const RANKED = 5;
const MANY = new Set(['servers', 'hosts', 'machines', 'boxes', 'disks', 'top', 'ones']);
export const isMany = ({ context }: Matched): boolean =>
  context.spans.some(({ text }) => MANY.has(text.toLowerCase()));

/** How many of a ranking a number means, or which place. */
export function placeOf(number: Meaning | undefined, otherwise: number): { take: number; nth?: number } {
  const value = number?.number?.value;
  const count = value === undefined ? undefined : Math.min(QUERY_LIMITS.take, Math.max(1, Math.round(value)));
  if (number?.of !== 'place') return { take: count ?? otherwise };
  return { take: 1, ...(count !== undefined && count > 1 && { nth: count }) };
}

const PERCENTILES: Record<string, number> = {
  median: 50,
  typical: 50,
  typically: 50,
  p50: 50,
  p90: 90,
  p95: 95,
  p99: 99,
};

/** The mean, or the percentile that the question names. Undefined if it names one without a number. */
export function averageOf(match: Matched, of: Measure): Ask | undefined {
  const number = match.has('percentile') ? match.number()?.value : PERCENTILES[match.text('average')];
  if (match.has('percentile') && (number === undefined || number < 1 || number > 99)) return undefined;
  const by = match.one('group', 'groups')?.of;
  return { kind: 'average', of, ...(number && { percentile: number }), ...(isGroupField(by) && { by }) };
}
