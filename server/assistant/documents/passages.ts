import type { Db } from '../../db/open.ts';

export type ClosestPassages = {
  /** Markdown under the heading "Closest passages"; undefined where nothing scores at all. */
  text: string | undefined;
  /** Words of the question that no text of the product contains. */
  unknownWords: string[];
};

/** The best three pages that the search finds for a question, and of each the passage that fits best. */
export async function closestPassages(_db: Db, _question: string): Promise<ClosestPassages> {
  return { text: undefined, unknownWords: [] };
}
