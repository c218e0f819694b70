import { asc, desc } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { servers } from '../db/schema.ts';
import { exactDay } from './account-time.ts';
import { conditionsOf, isFiltered } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { counted, serverLink } from './literal.ts';
import { takeCount } from './ranking.ts';
import { askedOf, countServers, IN_RANKING, withText } from './server-answers.ts';
import type { Telling } from './server-answers.ts';
import type { Sentence } from './words.ts';

/** Servers by when they were added, which is the one age of a server that is known. */
export type Age = { isNewest: boolean; count: number; written?: string | undefined };

const ADDED = '(?:added|created|registered)';
/** "the oldest OS" is no age of a server. */
const OF_SERVERS =
  '(?! (?:os|operating|hardware|model|version|versions|firmware|kernel|health|checks?|outages?|incidents?|certificates?|release|releases))';
const OF_ELSE = '(?<! (?:run|runs|running|use|uses|using|with|has|have|on)(?: the| an?)? )';
const NEWEST = `${OF_ELSE}(?:newest|latest|youngest|most recent)${OF_SERVERS}(?: ${ADDED})?|most recently ${ADDED}|last ${ADDED}|${ADDED} (?:most recently|last|latest)(?= (?:$|in |of |on |at |to |from ))`;
const OLDEST = `${OF_ELSE}oldest${OF_SERVERS}|first ${ADDED}|${ADDED} first`;
export const BY_AGE = new RegExp(`${NEWEST}|${OLDEST}`);

export function takeAge(sentence: Sentence): Age | undefined {
  if (!sentence.has(BY_AGE)) return undefined;
  const counted = takeCount(sentence, BY_AGE.source);
  const isNewest = sentence.take(new RegExp(NEWEST)) !== undefined;
  if (!isNewest) sentence.take(new RegExp(OLDEST));
  return { isNewest, ...counted };
}

export async function answerByAge(
  db: Db,
  filter: ServerFilter,
  { isNewest, count }: Age,
  telling: Telling,
): Promise<string> {
  const total = await countServers(db, filter);
  if (total === 0) return `There is no server${withText(filter)}.`;
  const rows = await db
    .select()
    .from(servers)
    .where(conditionsOf(filter))
    .orderBy(isNewest ? desc(servers.createdAt) : asc(servers.createdAt), byName(servers.name), servers.id)
    .limit(count);
  const of = isFiltered(filter) ? `${counted(total, 'server')}${withText(filter)}` : counted(total, 'server');
  return [
    `Added ${isNewest ? 'last' : 'first'} of ${of}:`,
    '',
    ...rows.map((row) =>
      [
        `- ${serverLink(row)}`,
        row.environment,
        row.status,
        `added ${exactDay(row.createdAt, telling.timeZone)}`,
        ...askedOf(row, telling, IN_RANKING),
      ].join(' · '),
    ),
  ].join('\n');
}
