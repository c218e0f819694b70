import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { auditEntries } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { toldTime } from './account-time.ts';
import { isCommon } from './common-words.ts';
import { describeFilter, isFiltered } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { counted, serverLink } from './literal.ts';
import { withoutServers } from './named.ts';
import { countServers, LISTED, nothing, restOf, select } from './server-answers.ts';
import { readVocabulary } from './vocabulary.ts';

const SINCE_WHEN =
  /(?:and )?(?:since when|(?:for )?how long)(?: (?:have|has|had|are|is|been|was|were|they|those|these|it|already|so))*|when (?:were|was|did) (?:they|it) (?:set|put|go)(?: so)?/;

/**
 * "which servers are in maintenance and since when": of a state that people set, when somebody last set it; undefined for another
 * question. Since when something is offline its outages tell.
 */
export async function answerSinceWhen(
  db: Db,
  query: string,
  { hosts, before, timeZone }: { hosts: ServerRow[]; before: ServerFilter | undefined; timeZone: string },
): Promise<string | undefined> {
  const sentence = withoutServers(query, hosts);
  if (!sentence.take(SINCE_WHEN)) return undefined;
  const own = takeFilter(sentence, await readVocabulary(db));
  const filter = before && !isFiltered(own) ? before : own;
  const states = filter.choices.filter(({ field }) => field === 'status');
  const isRead = sentence.rest(new Set()).every(isCommon);
  const isOfState = states.length === 1 && states.every(({ values, isNot }) => !isNot && !/offline|online/.test(values.join())); // prettier-ignore
  if (!isRead || !isOfState) return undefined;
  const isSo = ({ status }: ServerRow) => states.every(({ values }) => values.includes(status));
  // Of one that is not so, nothing is told by since when.
  if (hosts.some((host) => !isSo(host))) return undefined;
  const total = hosts.length || (await countServers(db, filter));
  if (total === 0) return nothing(filter);
  const rows = hosts.length > 0 ? hosts : await select(db, filter, LISTED);
  const since = await statusSet(db, rows);
  const lines = rows.map((row) => {
    const at = since.get(row.id);
    return `- ${serverLink(row)} · ${row.status} · ${at ? `since ${toldTime(at, timeZone)}` : 'since when is not recorded'}`;
  });
  return [`${counted(total, 'server')} with ${describeFilter(filter)}:`, '', ...lines, ...restOf(total)].join(
    '\n',
  );
}

/** When somebody put each into maintenance, which no check does or ends; a warning may have come and gone since it was set. */
async function statusSet(db: Db, rows: ServerRow[]): Promise<Map<string, Date>> {
  const to = sql<string>`${auditEntries.after}->>'status'`;
  const last = await db
    .selectDistinctOn([auditEntries.subjectId], { id: auditEntries.subjectId, at: auditEntries.at, to })
    .from(auditEntries)
    .where(and(eq(auditEntries.kind, 'server'), inArray(auditEntries.subjectId, rows.map(({ id }) => id)), sql`${to} is not null`))
    .orderBy(auditEntries.subjectId, desc(auditEntries.id)); // prettier-ignore
  return new Map(
    last.flatMap(({ id, at, to: status }) =>
      id && rows.some((row) => row.id === id && row.status === status && status === 'maintenance')
        ? [[id, at]]
        : [],
    ),
  );
}
