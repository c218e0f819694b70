import { useQuery } from '@tanstack/react-query';
import { documentOverview, knowledgeBaseOverview } from '../../../contract/calls/document-overview.ts';
import { documents, knowledgeBase } from '../../../contract/calls/documents.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { documentWatching } from '../../../contract/calls/watching.ts';
import { query, wholePage } from '../../api/query.ts';
import { useBase } from '../base.ts';

/**
 * Loads the document and all parts of its page in one call. Later each part is reloaded by its own call, also if this
 * call fails. `draft` is the user's draft on the server: null if there is none, undefined while loading. A new document
 * has no id.
 */
export function useStoredDocument(id: string | undefined) {
  const { calls } = useBase();
  const overview = calls === documents ? documentOverview : knowledgeBaseOverview;
  const params = { id: id ?? '' };
  const all = useQuery({
    ...wholePage(overview.read, { params }, ({ document, backlinks, watching, servers: linked, facets }) => [
      [query(calls.find, { params }).queryKey, document],
      [query(calls.backlinks, { params }).queryKey, backlinks],
      [query(documentWatching.watching, { params }).queryKey, { watching }],
      [query(servers.ofDocument, { params }).queryKey, linked],
      [query(knowledgeBase.facets, { query: {} }).queryKey, facets],
    ]),
    enabled: id !== undefined,
    // Reloaded on every opening, since no event reports typing on other devices.
    gcTime: 0,
  });
  const document = useQuery({ ...query(calls.find, { params }), enabled: !all.isPending });
  return {
    document: id === undefined ? undefined : document.data,
    draft: all.isPending ? undefined : (all.data?.draft ?? null),
    isPending: document.isPending,
    error: document.error,
    retry: () => void all.refetch(),
  };
}
