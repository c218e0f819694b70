import { and, inArray } from 'drizzle-orm';
import type { Turn } from '../../contract/assistant.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { documents } from '../db/schema.ts';
import { authorLines } from './document-authors.ts';
import { counted } from './literal.ts';
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
const OF_THEM = 'Of the ';
const PLACES = ['first', 'second', 'third'];

/** What is asked of the documents that the answer before named: who wrote them, or one of them. */
export async function answerOfDocuments(
  db: Db,
  query: string,
  history: Turn[],
  timeZone: string,
): Promise<string | undefined> {
  const { text } = new Sentence(query);
  const which = WHICH.exec(text)?.groups?.['which'];
  if (which === undefined && !WHO.test(text)) return undefined;
  const answers = history.filter(({ type }) => type === 'assistant').map(({ content }) => content);
  const last = answers.at(-1) ?? '';
  // "and the oldest?" is still one of all of them.
  const said = which && last.startsWith(OF_THEM) ? (answers.findLast((text) => !text.startsWith(OF_THEM)) ?? '') : last; // prettier-ignore
  const linked = [...said.matchAll(/\/knowledge-base\?doc=([0-9a-f-]{36})/g)].map(([, id = '']) => id);
  const ids = [...new Set(linked)].slice(0, ANSWERED);
  if (ids.length === 0 || said.includes('?server=')) return undefined;
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
