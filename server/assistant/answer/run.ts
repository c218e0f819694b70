import type { InventoryQuery } from '../../../contract/inventory-query.ts';
import type { Db } from '../../db/open.ts';
import type { At } from '../../servers/filter-sql.ts';
import { answerChanges } from './changes.ts';
import { answerOutages } from './outages.ts';
import { answerPeople } from './people.ts';
import { answerServers } from './servers.ts';
import { answerAvailability, answerWhy } from './state.ts';

export type { At };

export type QueryResult = {
  /** Rows as a model reads them: plain values by field name, at most 50. */
  rows: Record<string, unknown>[];
  /** How many there are in all. */
  total: number;
  /** The same as markdown, with links. */
  text: string;
};

/** Runs a query over the live inventory. It only reads. */
export async function runQuery(db: Db, query: InventoryQuery, at: At): Promise<QueryResult> {
  if (query.ask.kind === 'why') return answerWhy(db, query.where, at);
  if (query.ask.kind === 'availability') return answerAvailability(db, query.where, query.ask, at);
  switch (query.from) {
    case 'members':
      return answerPeople(db, query);
    case 'outages':
      return answerOutages(db, query, at);
    case 'changes':
      return answerChanges(db, query, at);
    case 'servers':
      return answerServers(db, query, at);
  }
}
