import { CHANGES_SHOWN, serverOverview } from '../../contract/server-overview.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { findServer, isWatching, listHistory, listLinkedDocuments } from '../servers/queries.ts';
import { availabilityOf, listIncidents, listResults } from './queries.ts';

/** The page of a server in one call. */
export function overviewRoutes(mount: Mount) {
  mount(serverOverview.read, async ({ db, actor, params: { id }, query }) => {
    const server = found(await findServer(db, id), 'Server');
    const [watching, availability, results, incidents, documents, changes] = await Promise.all([
      isWatching(db, actor, id),
      availabilityOf(db, id),
      listResults(db, id, query),
      listIncidents(db, id),
      listLinkedDocuments(db, id),
      listHistory(db, id, { limit: CHANGES_SHOWN }),
    ]);
    return { server, watching, availability, results, incidents, documents, changes: changes.items };
  });
}
