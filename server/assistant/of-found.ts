import type { Db } from '../db/open.ts';
import { isFiltered } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

const FIRST =
  /^(?<first> .+) (?:(?:and|but|also|plus) )*(?:who|whos|whose|where|what|whats|which|how|on) (?:[^·]* )?(?:it|its|them|they|their|those|these) /;

/** "what is offline, and who owns it?": asks besides about what the question itself looks for, and about nothing said before. */
export async function asksOfFound(db: Db, { text }: Sentence): Promise<boolean> {
  const first = FIRST.exec(text)?.groups?.['first'];
  return first !== undefined && isFiltered(takeFilter(Sentence.of(`${first} `), await readVocabulary(db)));
}
