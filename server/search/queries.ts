/** What other features use of the search. */
export { countFacets } from './facets.ts';
export { containing, fold } from './fold.ts';
export { searchHits } from './hits.ts';
export { search } from './pages.ts';
export type { Found } from './rank.ts';
