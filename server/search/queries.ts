import { DEFAULT_TIME_ZONE } from '../../contract/dates.ts';
import { readSearchWords } from '../../contract/search-words.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { findSettings } from '../settings/queries.ts';

/** What other features may import from search. */
export { countFacets } from './facets.ts';
export { asWhole, containing, foldedColumn } from './fold.ts';
export { searchHits } from './hits.ts';
export { learnAllWords } from './learned-words.ts';
export { lexemesOf, writtenWordsOf } from './lexemes.ts';
export { asPage, findPage, inPageOrder } from './pages.ts';
export type { SearchRequest } from './pages.ts';
export { rankByText, weighText } from './rank.ts';
export { inTotal, type Weighed, type Weights } from './score.ts';
export { correctionsOf } from './similar.ts';
export { snippetFor, termsIn } from './snippet.ts';

/** Returns the reader's time zone, in which the days of a search begin. Reads the settings only if the query names a day. */
export async function readerZone(db: Db, actor: Pick<Actor, 'userId'>, q = ''): Promise<string> {
  const namesDay = readSearchWords(q).operators.some(
    ({ name, value }) => name === 'updated' && value.includes('-'),
  );
  const settings = namesDay ? await findSettings(db, actor.userId) : undefined;
  return settings?.profile.timezone ?? DEFAULT_TIME_ZONE;
}
