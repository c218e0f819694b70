import { search as calls, SearchKind } from '../../contract/calls/search.ts';
import type { Mount } from '../http/endpoint.ts';
import { searchHits, similarHits } from './hits.ts';
import { readerZone } from './queries.ts';

export function searchRoutes(mount: Mount) {
  mount(calls.find, async ({ db, actor, query: { q, limit, kinds = SearchKind.options } }) =>
    searchHits(db, { q, kinds, reader: actor, limit, timeZone: await readerZone(db, actor, q) }),
  );
  mount(calls.similar, async ({ db, actor, query: { q, limit, kinds = SearchKind.options } }) =>
    similarHits(db, { q, kinds, reader: actor, limit, timeZone: await readerZone(db, actor, q) }),
  );
}
