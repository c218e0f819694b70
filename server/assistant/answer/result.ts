import { filterLabel } from '../../../contract/filter-labels.ts';
import type { Filter } from '../../../contract/inventory-query.ts';
import { literal } from '../../text/markdown.ts';

export type QueryResult = {
  /** Rows as a model reads them: plain values by field name, at most 50. */
  rows: Record<string, unknown>[];
  /** How many there are in all. */
  total: number;
  /** The same as markdown, with links. */
  text: string;
};

/** Rows that one reply names; the rest is counted. */
export const LISTED = 50;

/** " (Environment: production)", or nothing where all are meant. */
export const about = (filter: Filter): string => {
  const label = filterLabel(filter);
  return label === '' ? '' : ` (${literal(label)})`;
};

export const onlyText = (text: string, total = 0): QueryResult => ({ rows: [], total, text });
export const noServer = (filter: Filter): QueryResult => onlyText(`There is no server${about(filter)}.`);

/** A head with its list below, and what is not shown of it. */
export const listText = (head: string, lines: string[], rest = 0, where = ''): string =>
  [head, '', ...lines, ...(rest > 0 ? ['', `And ${rest} more${where}.`] : [])].join('\n');
