/** What other features use of the search. */
export { countFacets } from './facets.ts';
export { asBeginning, asPattern, containing } from './fold.ts';
export { fold } from '../../contract/fold.ts';
export { searchHits } from './hits.ts';
export { learnAllWords, spelledNearly } from './learned-words.ts';
export { inOneWord, lexemesOf } from './lexemes.ts';
export { search } from './pages.ts';
export { rankByText } from './rank.ts';
export { readerZone } from './reader-zone.ts';
export { slipsBetween } from './slips.ts';
export type { Found } from './rank.ts';
export type { Weighed } from './score.ts';
