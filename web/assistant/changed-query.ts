import { labelOf } from '../../contract/filter-labels.ts';
import { readFilter, writeFilter } from '../../contract/filter-text.ts';
import type { Condition, Filter, InventoryQuery, QuerySource } from '../../contract/inventory-query.ts';
import { paths } from '../paths.ts';

/** A query that is run as it is, and the words that stand for it in the conversation. */
export type ChangedQuery = { words: string; query: InventoryQuery };

export const SOURCE_LABELS: Record<QuerySource, string> = {
  servers: 'Servers',
  outages: 'Outages',
  changes: 'Changes',
  members: 'People',
};

/** The query without one condition; a group that loses its last one goes as well. */
export function withoutCondition(query: InventoryQuery, removed: Condition): ChangedQuery {
  const where: Filter = query.where
    .map((group) => group.filter((condition) => condition !== removed))
    .filter((group) => group.length > 0);
  return { words: `Without ${labelOf(removed)}`, query: { ...query, where } };
}

/** The query with the conditions of a text form. */
export function withFilter(query: InventoryQuery, text: string): ChangedQuery {
  const where = readFilter(text);
  const written = writeFilter(where);
  const source = SOURCE_LABELS[query.from];
  return {
    words: written === '' ? `All ${source.toLowerCase()}` : `${source} with ${written}`,
    query: { ...query, where },
  };
}

/** The servers of the filter on their own screen. */
export const filterAddress = (filter: string): string =>
  filter === '' ? paths.infrastructure : `${paths.infrastructure}?filter=${encodeURIComponent(filter)}`;
