import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { auditEntries } from '../db/schema.ts';
import type { ServerRow } from '../servers/queries.ts';
import { toldTime } from './account-time.ts';
import { documentsNaming } from './document-answers.ts';
import { literal, serverLink } from './literal.ts';
import { Sentence } from './words.ts';

const MENTIONING =
  /(?:documents?|documentation|docs?|articles?|runbooks?|guides?)(?: that| which| do| does)* (?:mention|mentions|mentioning|name|names|naming|contain|contains|refer to|refers to|referring to)/;
const WHO_CHANGED =
  /who(?: was it that| last| has)? (?:changed|updated|edited|modified|touched)|(?:last )?(?:changed|updated|edited|modified|touched) by (?:whom|who)/;
/** What is asked of servers by name that is none of their fields; undefined for any other question. */
export async function answerBesideFields(
  db: Db,
  query: string,
  { hosts, timeZone }: { hosts: ServerRow[]; timeZone: string },
): Promise<string | undefined> {
  const sentence = new Sentence(query);
  const tell: ((host: ServerRow) => Promise<string>) | undefined = sentence.has(MENTIONING)
    ? (host: ServerRow) => documentsNaming(db, host.name)
    : sentence.has(WHO_CHANGED)
      ? (host: ServerRow) => whoChanged(db, host, timeZone)
      : undefined;
  return tell && (await Promise.all(hosts.map(tell))).join('\n\n');
}

/** By the audit entries, which the checks write none of. */
async function whoChanged(db: Db, host: ServerRow, timeZone: string): Promise<string> {
  const [last] = await db
    .select({ actor: auditEntries.actorName, at: auditEntries.at })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.kind, 'server'),
        eq(auditEntries.subjectId, host.id),
        sql`${auditEntries.action} <> 'server.create'`,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return last
    ? `${serverLink(host)} was last changed by **${literal(last.actor)}**, ${toldTime(last.at, timeZone)}.`
    : `Who changed ${serverLink(host)} is not recorded: nobody has since it was added.`;
}
