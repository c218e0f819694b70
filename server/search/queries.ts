/** What other features may import from search. */
export { countFacets } from './facets.ts';
export { asWhole, containing, foldedColumn } from './fold.ts';
export { fold } from '../../contract/fold.ts';
export { searchHits } from './hits.ts';
export { learnAllWords } from './learned-words.ts';
export { lexemesOf } from './lexemes.ts';
export { asPage, findPage, inPageOrder } from './pages.ts';
export type { SearchRequest } from './pages.ts';
export { rankByText } from './rank.ts';
export { readerZone } from './reader-zone.ts';
export type { Weighed } from './score.ts';
