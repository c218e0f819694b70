import { and, inArray } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { lexemesOf } from '../search/queries.ts';
import type { Inquiry } from './answerer.ts';
import { QUOTING } from './document-answers.ts';
import { authorLines } from './document-authors.ts';
import { readDocumentFilter } from './document-filters.ts';
import { aboutOf, alternativesIn, holding, notRead } from './document-lists.ts';
import { counted, documentLink } from './literal.ts';
import { Sentence } from './words.ts';

const ANSWERED = 20;
const BEGINS = '^ (?:(?:and|so|ok|then|but|please) )*';
/** "who wrote them?" */
const WHO = new RegExp(
  `${BEGINS}who (?:last )?(?:wrote|made|created|authored|changed|updated|edited) (?:it|them|this|that|these|those|which)(?: last)? $`,
);
/** "which is the newest?", "show me the first one" */
const WHICH = new RegExp(
  `${BEGINS}(?:(?:which|what|whats|show|open|read|give|list)(?: me)?(?: one| of (?:them|those|these))*(?: is| was)? )?the (?<which>newest|latest|most recent|oldest|first|second|third|last)(?: one| document| of (?:them|those|these))* $`,
);
/** "which of them are published?", "the one about patching": some of those that a list named. */
const SOME = new RegExp(
  `${BEGINS}(?:(?:(?:which|what|how many|any|all|some|list|show|are|is)(?: me| any| all| one| ones)* of (?:them|these|those)|(?:(?:which|only|just|show|open|the) )*the ones?(?= (?:about|on|for|with|without|tagged|by|in|that|which|not) ))|(?<isOpen>(?:which|how many|only|just)(?: ones?)?(?: are| is| were)?(?: the)?))(?= )`,
);
const OF_THEM = 'Of the ';
const PLACES = ['first', 'second', 'third'];

/** What is asked of the documents that the answer before named: who wrote them, some or one of them. */
export async function answerOfDocuments(
  { db, query, conversationHistory: history, userId: me }: Omit<Inquiry, 'signal'>,
  timeZone: string,
): Promise<string | undefined> {
  const { text } = new Sentence(query);
  const which = WHICH.exec(text)?.groups?.['which'];
  const isSome = which === undefined && SOME.test(text);
  if (which === undefined && !isSome && !WHO.test(text)) return undefined;
  const answers = history.filter(({ type }) => type === 'assistant').map(({ content }) => content);
  const last = answers.at(-1) ?? '';
  // "and the oldest?" is still one of all of them.
  const said = which && last.startsWith(OF_THEM) ? (answers.findLast((text) => !text.startsWith(OF_THEM)) ?? '') : last; // prettier-ignore
  const linked = [...said.matchAll(/\/knowledge-base\?doc=([0-9a-f-]{36})/g)].map(([, id = '']) => id);
  const ids = [...new Set(linked)].slice(0, ANSWERED);
  if (ids.length === 0 || said.includes('?server=')) return undefined;
  if (isSome) return said.startsWith(QUOTING) ? undefined : someOf(db, text, ids, me);
  if (which === undefined)
    return ['Who wrote them:', '', ...(await authorLines(db, ids, timeZone))].join('\n');
  const meant = await oneOf(db, ids, which);
  const lines = meant ? await authorLines(db, [meant], timeZone) : [];
  if (lines.length === 0) return undefined;
  return [
    `${OF_THEM}${counted(ids.length, 'document')} of the answer before, the ${which}:`,
    '',
    ...lines,
  ].join('\n');
}

/** Those that fit what a question asks of them; undefined where it asks for nothing that documents are told by. */
async function someOf(db: Db, text: string, ids: string[], me: string): Promise<string | undefined> {
  const isOpen = SOME.exec(text)?.groups?.['isOpen'] !== undefined;
  const asked = await readDocumentFilter(db, text.replace(SOME, ' documents'), me);
  const either = alternativesIn(asked.sentence);
  const isRead = asked.operators.length > 0 && either.length === 0;
  if (isOpen && !isRead) return undefined;
  if (asked.unread.length > 0) return notRead(asked.unread, asked.labels);
  const those = and(
    inArray(documents.id, ids),
    await holding(db, asked.operators, either),
    notInBin(documents),
  );
  const rows = await db.select({ id: documents.id, title: documents.title }).from(documents).where(those);
  const called = rows.filter(({ title }) => either.flat().every((word) => lexemesOf(title).some((own) => lexemesOf(word).includes(own)))); // prettier-ignore
  const fitting = / the one /.test(text) && called.length > 0 ? called : rows;
  const before = `of the ${ids.length === 1 ? 'one document' : `${ids.length} documents`} of the answer before`;
  const about = aboutOf(either, asked.labels);
  if (fitting.length === 0) return `I found nothing: none ${before} is one${about}.`;
  const lines = ids
    .flatMap((id) => fitting.find((row) => row.id === id) ?? [])
    .map((row) => `- ${documentLink(row)}`);
  return [`**${fitting.length}** ${before}${about}:`, '', ...lines].join('\n');
}

async function oneOf(db: Db, ids: string[], which: string): Promise<string | undefined> {
  if (which === 'last') return ids.at(-1);
  if (PLACES.includes(which)) return ids[PLACES.indexOf(which)];
  const rows = await db
    .select({ id: documents.id, at: documents.updatedAt })
    .from(documents)
    .where(and(inArray(documents.id, ids), notInBin(documents)));
  const inOrder = rows.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return (which === 'oldest' ? inOrder[0] : inOrder.at(-1))?.id;
}
