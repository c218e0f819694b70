import type { InventoryQuery } from '../../../contract/shared/inventory-query.ts';
import type { Db } from '../../db/open.ts';
import type { Asked } from '../answerer.ts';
import { answerChanges } from './changes.ts';
import { answerDuplicates, answerGroups } from './groups.ts';
import { answerFigures } from './figures.ts';
import { answerOutages } from './outages.ts';
import { answerPeople } from './people.ts';
import type { QueryResult } from './result.ts';
import { answerServers } from './servers.ts';
import { answerAvailability, answerWhy } from './state.ts';

/** Runs a query over the live inventory. It only reads. */
export async function runQuery(db: Db, query: InventoryQuery, at: Asked): Promise<QueryResult> {
  const { ask, from, where } = query;
  if (ask.kind === 'why') return answerWhy(db, where, at);
  if (ask.kind === 'availability') return answerAvailability(db, where, ask, at);
  if (from === 'members') return answerPeople(db, query, at);
  if (from === 'changes') return answerChanges(db, query, at);
  if (ask.kind === 'duplicates') return answerDuplicates(db, where, ask.of, at);
  if (ask.kind === 'group') return answerGroups(db, query, ask, at);
  // A ranking by the number of outages is one of servers.
  const isOfOutages =
    ['list', 'count', 'value', 'top'].includes(ask.kind) && !('by' in ask && ask.by === 'outages');
  if (from === 'outages' && isOfOutages) return answerOutages(db, query, at);
  if (ask.kind === 'list' || ask.kind === 'value' || ask.kind === 'count')
    return answerServers(db, where, ask, at);
  return answerFigures(db, where, ask, at);
}
