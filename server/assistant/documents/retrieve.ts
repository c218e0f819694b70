import { and, inArray } from 'drizzle-orm';
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
  /** Words of the question with what each tells. */
  words: Weighed[];
  /** Content words of the question that no text of the product contains. */
  unknownWords: string[];
};

const PAGES = 3;
/** Characters of a question that are searched for. Longer ones are pasted logs. */
const ASKED = 4_000;
/** A word that consists of parts (db-42, 10.0.0.1) is named as a whole where none of its parts with letters is known. */
const PART = /[^\p{L}\p{M}\p{N}]+/u;
const LETTER = /\p{L}/u;

/** The pages that the search ranks first for a question. */
export async function retrieve(db: Db, question: string): Promise<Retrieved> {
  const { found, words, missing } = await rankByText(db, question.slice(0, ASKED), ['document'], PAGES);
  const ids = found.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: documents.id, title: documents.title, content: documents.content })
          .from(documents)
          .where(and(inArray(documents.id, ids), notInBin(documents)));
  const pages = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return { pages, words, unknownWords: unknownIn(missing.filter((word) => !isFiller(word))) };
}

function unknownIn(missing: string[]): string[] {
  const all = new Set(missing);
  const known = (word: string) => word.split(PART).some((part) => LETTER.test(part) && !all.has(part));
  const wholes = missing.filter((word) => PART.test(word) && !known(word));
  const named = new Set(wholes.flatMap((word) => word.split(PART)));
  return missing.filter((word) => wholes.includes(word) || (!PART.test(word) && !named.has(word)));
}
