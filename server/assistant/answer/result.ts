import { filterLabel } from '../../../contract/shared/filter-labels.ts';
import type { Filter, InventoryQuery } from '../../../contract/shared/inventory-query.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { literal } from '../../text/written-markdown.ts';

export type QueryResult = {
  /** Rows for a model: plain values by field name, at most 50. */
  rows: Record<string, unknown>[];
  /** Number of all rows. */
  total: number;
  /** The same rows as markdown, with links. */
  text: string;
};

/** Rows that one reply lists; the rest is counted. */
export const LISTED = 50;

/** Returns " (Environment: production)", or an empty text without conditions. */
export const about = (filter: Filter, at: At): string => {
  const label = filterLabel(filter, at);
  return label === '' ? '' : ` (${literal(label)})`;
};

/** A query in a line, where a person chooses between several. */
export const queryLabel = ({ from, where, ask }: InventoryQuery, timeZone: string): string => {
  const what =
    'by' in ask && ask.by
      ? `${ask.kind} by ${ask.by}`
      : 'of' in ask && typeof ask.of === 'string'
        ? `${ask.kind} of ${ask.of}`
        : ask.kind;
  return `${what}, ${from}: ${filterLabel(where, { timeZone }) || 'all'}`;
};

export const onlyText = (text: string, total = 0): QueryResult => ({ rows: [], total, text });
export const noServer = (filter: Filter, at: At): QueryResult =>
  onlyText(`There is no server${about(filter, at)}.`);

/** A heading with a list, and the number of rows that are not shown. */
export const listText = (head: string, lines: string[], rest = 0, where = ''): string =>
  [head, '', ...lines, ...(rest > 0 ? ['', `And ${rest} more${where}.`] : [])].join('\n');

const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
const places = new Intl.PluralRules('en', { type: 'ordinal' });
/** "2nd" */
export const placeText = (place: number): string => `${place}${ENDINGS[places.select(place)] ?? 'th'}`;
