import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import type { Db } from '../../db/open.ts';

/** When and where a query is read: "today" and days of the calendar depend on it. */
export type At = { now: Date; timeZone: string };

export type QueryResult = {
  /** Rows as a model reads them: plain values by field name, at most 50. */
  rows: Record<string, unknown>[];
  /** How many there are in all. */
  total: number;
  /** The same as markdown, with links. */
  text: string;
};

/** Runs a query over the live inventory. */
export async function runQuery(_db: Db, _query: InventoryQuery, _at: At): Promise<QueryResult> {
  return { rows: [], total: 0, text: '' };
}
