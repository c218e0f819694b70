import { search as calls, SearchKind } from '../../contract/search.ts';
import type { Mount } from '../endpoint.ts';
import { searchHits, similarHits } from './hits.ts';

export function searchRoutes(mount: Mount) {
  mount(calls.find, async ({ db, query: { q, limit, kinds = SearchKind.options } }) =>
    searchHits(db, { q, kinds, limit }),
  );
  mount(calls.similar, async ({ db, query: { q, limit, kinds = SearchKind.options } }) =>
    similarHits(db, { q, kinds, limit }),
  );
}
