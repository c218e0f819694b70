import { documentOverview, knowledgeBaseOverview } from '../../contract/document-overview.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { listServersOfDocument } from '../servers/queries.ts';
import { findDraft } from './drafts.ts';
import { listBacklinks } from './links.ts';
import { findDocument, listFacets } from './queries.ts';
import { isWatching } from './watching.ts';

/** The page of a document in one call. */
export function overviewRoutes(mount: Mount) {
  for (const calls of [documentOverview, knowledgeBaseOverview]) {
    mount(calls.read, async ({ db, actor, params: { id } }) => {
      const document = found(await findDocument(db, id), 'Document');
      const [draft, watching, backlinks, servers, facets] = await Promise.all([
        findDraft(db, actor.userId, id),
        isWatching(db, actor, id),
        listBacklinks(db, id),
        listServersOfDocument(db, id),
        listFacets(db, {}),
      ]);
      return { document, draft: draft ?? null, watching, backlinks, servers, facets };
    });
  }
}
