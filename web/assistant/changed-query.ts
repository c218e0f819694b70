import type { TimeStyle } from '../../contract/shared/dates.ts';
import { labelOf } from '../../contract/shared/filter-labels.ts';
import { readFilter, writeFilter } from '../../contract/shared/filter-text.ts';
import type {
  Condition,
  Filter,
  InventoryQuery,
  QuerySource,
} from '../../contract/shared/inventory-query.ts';
import { paths } from '../paths.ts';

/** A query to run unchanged, and the text that represents it in the conversation. */
export type ChangedQuery = { words: string; query: InventoryQuery };

export const SOURCE_LABELS: Record<QuerySource, string> = {
  servers: 'Servers',
  outages: 'Outages',
  changes: 'Changes',
  members: 'People',
};

/** The query without one condition; a group without conditions is removed. */
export function withoutCondition(
  query: InventoryQuery,
  removed: Condition,
  timeStyle?: TimeStyle,
): ChangedQuery {
  const where: Filter = query.where
    .map((group) => group.filter((condition) => condition !== removed))
    .filter((group) => group.length > 0);
  return { words: `Without ${labelOf(removed, timeStyle)}`, query: { ...query, where } };
}

/** The query with conditions parsed from text. */
export function withFilter(query: InventoryQuery, text: string): ChangedQuery {
  const where = readFilter(text);
  const written = writeFilter(where);
  const source = SOURCE_LABELS[query.from];
  return {
    words: written === '' ? `All ${source.toLowerCase()}` : `${source} with ${written}`,
    query: { ...query, where },
  };
}

/** Address of the Infrastructure screen with this filter. */
export const filterAddress = (filter: string): string =>
  filter === '' ? paths.infrastructure : `${paths.infrastructure}?filter=${encodeURIComponent(filter)}`;
