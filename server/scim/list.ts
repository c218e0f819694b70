import { and, or, sql, type SQL } from 'drizzle-orm';
import type { Filter } from 'scim2-parse-filter';
import * as z from 'zod';
import { invalid } from './errors.ts';
import { readFilter } from './patch.ts';

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const MOST_RESULTS = 200;

const whole = z.coerce.number().int().catch(Number.NaN);

export const ListQuery = z.object({
  filter: z.string().max(1_000).optional(),
  /** Counted from 1; a smaller number means 1. */
  startIndex: whole.optional(),
  count: whole.optional(),
  attributes: z.string().max(1_000).optional(),
  excludedAttributes: z.string().max(1_000).optional(),
});
export type ListQuery = z.output<typeof ListQuery>;

export const windowOf = ({
  startIndex = 1,
  count = 100,
}: ListQuery): { startIndex: number; limit: number } => ({
  startIndex: Math.max(1, Number.isNaN(startIndex) ? 1 : startIndex),
  limit: Math.min(MOST_RESULTS, Math.max(0, Number.isNaN(count) ? 100 : count)),
});

/** Conditions by the name of an attribute in lower case. */
export type Conditions = Record<string, (value: string) => SQL | undefined>;

/** The condition of a filter. Supports `eq` with a text, and `and` and `or` of such comparisons. */
export function conditionOf(text: string | undefined, conditions: Conditions): SQL | undefined {
  return text === undefined ? undefined : sqlOf(readFilter(text), conditions, '');
}

function sqlOf(filter: Filter, conditions: Conditions, within: string): SQL {
  if ((filter.op === 'and' || filter.op === 'or') && 'filters' in filter) {
    const parts = filter.filters.map((part) => sqlOf(part, conditions, within));
    return (filter.op === 'and' ? and(...parts) : or(...parts)) ?? sql`true`;
  }
  if (filter.op === '[]' && 'valFilter' in filter)
    return sqlOf(filter.valFilter, conditions, `${filter.attrPath}.`);
  const name = 'attrPath' in filter ? (within + filter.attrPath).replace(/^urn:.*:/i, '').toLowerCase() : '';
  const condition = Object.hasOwn(conditions, name) ? conditions[name] : undefined;
  if (filter.op !== 'eq' || !('compValue' in filter) || typeof filter.compValue !== 'string' || !condition)
    throw invalid(
      'invalid_filter',
      `Use eq with a text on one of: ${Object.keys(conditions).join(', ')}. They can be combined by and, or.`,
    );
  return condition(filter.compValue) ?? sql`false`;
}

export const listResponse = (resources: unknown[], total: number, startIndex: number) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const namesOf = (text: string | undefined) =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** Only the attributes that the caller wants; `id` and `schemas` always. */
export function shown(
  resource: Record<string, unknown>,
  { attributes, excludedAttributes }: Pick<ListQuery, 'attributes' | 'excludedAttributes'>,
): Record<string, unknown> {
  const [only, without] = [namesOf(attributes), new Set(namesOf(excludedAttributes))];
  const isShown = (key: string) => {
    const name = key.toLowerCase();
    if (name === 'id' || name === 'schemas') return true;
    return only.length > 0
      ? only.some((one) => one === name || one.startsWith(`${name}.`) || one.startsWith(`${name}:`))
      : !without.has(name);
  };
  return Object.fromEntries(Object.entries(resource).filter(([key]) => isShown(key)));
}
