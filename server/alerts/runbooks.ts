import { inArray } from 'drizzle-orm';
import type { Named } from '../../contract/shared/alert-message.ts';
import type { Reader } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { searchHits } from '../search/hits.ts';
import { findRunbooks } from '../servers/mentions.ts';
import type { Alert } from './state.ts';

type About = Pick<Alert, 'id' | 'serverId' | 'name' | 'text' | 'labels'>;

/** A search takes some milliseconds; when hundreds of alerts fire at once, the others go without one. */
const MOST_SEARCHES = 20;
const MOST_RUNBOOKS = 3;
/** Characters of a search. */
const LONGEST = 300;

/** Documents to read about alerts, best first: those of their servers, or else those that are found by their words. */
export async function listRunbooks(
  db: Db,
  reader: Reader,
  alerts: About[],
  mostSearches = MOST_SEARCHES,
): Promise<Map<string, Named[]>> {
  const ids = [...new Set(alerts.flatMap(({ serverId }) => serverId ?? []))];
  const rows = ids.length === 0 ? [] : await db.select().from(servers).where(inArray(servers.id, ids));
  const linked = await findRunbooks(db, reader, rows);
  const runbooks = new Map<string, Named[]>();
  let searches = 0;
  for (const alert of alerts) {
    const own = linked.get(alert.serverId ?? '');
    if (own) runbooks.set(alert.id, [{ id: own.id, name: own.title }]);
    else if (searches++ < mostSearches)
      // oxlint-disable-next-line no-await-in-loop -- One connection runs one query at a time.
      runbooks.set(alert.id, await search(db, reader, alert));
  }
  return runbooks;
}

async function search(db: Db, reader: Reader, { labels, text }: About): Promise<Named[]> {
  const q = [labels['alertname'], labels['service'], labels['job'], text]
    .filter(Boolean)
    .join(' ')
    .slice(0, LONGEST);
  const hits = await searchHits(db, { q, kinds: ['document'], reader, limit: MOST_RUNBOOKS });
  return hits.map(({ id, title }) => ({ id, name: title }));
}
