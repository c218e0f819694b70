import { and, desc, eq, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../db/open.ts';
import { auditEntries } from '../db/schema.ts';
import { listLinkedDocuments } from '../servers/queries.ts';
import type { ServerRow } from '../servers/queries.ts';
import { toldTime } from './account-time.ts';
import { documentsNaming } from './document-lists.ts';
import { isCommon } from './common-words.ts';
import { describeHosts, takeAttributes } from './host-answers.ts';
import { counted, documentLink, literal, serverLink } from './literal.ts';
import { withoutServers } from './named.ts';
import { Sentence } from './words.ts';

const MENTIONING =
  /(?:documents?|documentation|docs?|articles?|runbooks?|guides?)(?: that| which| do| does)* (?:mention|mentions|mentioning|name|names|naming|contain|contains|refer to|refers to|referring to)/;
const DOCUMENTS = /documents?|documentation|docs?|articles?|runbooks?|guides?|how-?tos?|work instructions?/;
/** Words beside the name of a server and those for documents that ask for nothing else of it. */
const OF_IT = /applies|apply|linked|attached|belonging|related|relevant|associated|exists?|got/;
const WHO_CHANGED =
  /who(?: was it that| last| has)? (?:changed|updated|edited|modified|touched)|(?:last )?(?:changed|updated|edited|modified|touched) by (?:whom|who)/;
const WHO_ADDED =
  /who(?: was it that| has)? (?:added|created|registered)|(?:added|created|registered) by (?:whom|who)/;
type Tell = (db: Db, host: ServerRow, asking: { query: string; timeZone: string }) => Promise<string>;
const TOLD: [asks: RegExp, tell: Tell][] = [
  [MENTIONING, (db, { name }) => documentsNaming(db, name)],
  [WHO_CHANGED, (db, host, { timeZone }) => whoChanged(db, host, timeZone)],
  [WHO_ADDED, (db, host, { timeZone }) => whoAdded(db, host, timeZone)],
];

/** What is asked of servers by name that is none of their fields; undefined for any other question. */
export async function answerBesideFields(
  db: Db,
  query: string,
  { hosts, timeZone }: { hosts: ServerRow[]; timeZone: string },
): Promise<string | undefined> {
  const sentence = new Sentence(query);
  const said = TOLD.find(([asks]) => sentence.has(asks))?.[1];
  const tell = said ?? (asksDocuments(query, hosts) ? documentsAndFieldsOf : undefined);
  return tell && (await Promise.all(hosts.map((host) => tell(db, host, { query, timeZone })))).join('\n\n');
}

function asksDocuments(query: string, hosts: ServerRow[]): boolean {
  const sentence = withoutServers(query, hosts);
  if (!sentence.take(DOCUMENTS)) return false;
  for (const words of [DOCUMENTS, OF_IT]) while (sentence.take(words));
  return sentence.rest(new Set()).every((word) => isCommon(word) && !/^(?:how|why)$/.test(word));
}

/** "is there a document for web-1 and is it up?": the fields that are asked for beside it are told too. */
async function documentsAndFieldsOf(
  db: Db,
  host: ServerRow,
  { query, timeZone }: { query: string; timeZone: string },
): Promise<string> {
  const attributes = takeAttributes(withoutServers(query, [host]));
  const fields = attributes.length > 0 ? [describeHosts([host], { attributes }, timeZone)] : [];
  return [await documentsOf(db, host), ...fields].join('\n\n');
}

/** Those that somebody linked, and those that name it. */
async function documentsOf(db: Db, host: ServerRow): Promise<string> {
  const linked = (await linkedTo(db, host)) ?? `No document is linked to ${serverLink(host)}.`;
  return [linked, await documentsNaming(db, host.name)].join('\n\n');
}

export async function linkedTo(db: Db, host: ServerRow): Promise<string | undefined> {
  const documents = await listLinkedDocuments(db, host.id);
  if (documents.length === 0) return undefined;
  const head = `${counted(documents.length, 'document is', 'documents are')} linked to ${serverLink(host)}:`;
  const lines = documents.map((document) => `- ${documentLink(document)}`);
  return [head, '', ...lines].join('\n');
}

/** By the audit entries, which the checks write none of. */
async function whoChanged(db: Db, host: ServerRow, timeZone: string): Promise<string> {
  const last = await entryOf(db, host, sql`${auditEntries.action} <> 'server.create'`);
  return last
    ? `${serverLink(host)} was last changed by **${literal(last.actor)}**, ${toldTime(last.at, timeZone)}.`
    : `Who changed ${serverLink(host)} is not recorded: nobody has since it was added.`;
}

async function whoAdded(db: Db, host: ServerRow, timeZone: string): Promise<string> {
  const added = await entryOf(db, host, eq(auditEntries.action, 'server.create'));
  return added
    ? `${serverLink(host)} was added by **${literal(added.actor)}**, ${toldTime(added.at, timeZone)}.`
    : `Who added ${serverLink(host)} is not recorded.`;
}

/** The last audit entry of a server of which `condition` holds. */
async function entryOf(db: Db, host: ServerRow, condition: SQL) {
  const [entry] = await db
    .select({ actor: auditEntries.actorName, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.kind, 'server'), eq(auditEntries.subjectId, host.id), condition))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return entry;
}
