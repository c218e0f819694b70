import { and, inArray, sql } from 'drizzle-orm';
import { notInBin } from '../../db/bin.ts';
import type { Db } from '../../db/open.ts';
import { documents } from '../../db/schema.ts';
import { rankByText } from '../../search/queries.ts';
import type { Weighed } from '../../search/queries.ts';
import { isFiller } from '../understand/lexicon.ts';

export type Page = { id: string; title: string; content: string };
export type Retrieved = {
  /** Best first. */
  pages: Page[];
  /** Those that come after them, without their texts. */
  further: Omit<Page, 'content'>[];
  /** Words of the question with what each tells. */
  words: Weighed[];
  /** Content words of the question that no text of the product contains. */
  unknownWords: string[];
};

const PAGES = 3;
const FURTHER = 4;
/** Characters of a question that are searched for. Longer ones are pasted logs. */
const ASKED = 4_000;
/** A word that consists of parts (db-42, 10.0.0.1) is named as a whole where none of its parts with letters is known. */
const PART = /[^\p{L}\p{M}\p{N}]+/u;
const LETTER = /\p{L}/u;

/** The pages that the search ranks first for a question. */
export async function retrieve(db: Db, question: string): Promise<Retrieved> {
  const { found, words, missing } = await rankByText(
    db,
    question.slice(0, ASKED),
    ['document'],
    PAGES + FURTHER,
  );
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return { pages: [], further: [], words, unknownWords: namedOf(missing) };
  const isRead = inArray(documents.id, ids.slice(0, PAGES));
  const rows = await db
    .select({
      id: documents.id,
      title: documents.title,
      content: sql<string>`case when ${isRead} then ${documents.content} else '' end`,
    })
    .from(documents)
    .where(and(inArray(documents.id, ids), notInBin(documents)));
  const pages = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return {
    pages: pages.slice(0, PAGES),
    further: pages.slice(PAGES),
    words,
    unknownWords: namedOf(missing),
  };
}

const namedOf = (missing: string[]): string[] => unknownIn(missing.filter((word) => !isFiller(word)));

function unknownIn(missing: string[]): string[] {
  const all = new Set(missing);
  const known = (word: string) => word.split(PART).some((part) => LETTER.test(part) && !all.has(part));
  const wholes = missing.filter((word) => PART.test(word) && !known(word));
  const named = new Set(wholes.flatMap((word) => word.split(PART)));
  return missing.filter((word) => wholes.includes(word) || (!PART.test(word) && !named.has(word)));
}
