import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../contract/call.ts';
import { documentOverview, knowledgeBaseOverview } from '../../../contract/document-overview.ts';
import { documents, knowledgeBase } from '../../../contract/documents.ts';
import { servers } from '../../../contract/servers.ts';
import { documentWatching } from '../../../contract/watching.ts';
import { sendOnce } from '../../api/early-answer.ts';
import { query } from '../../api/query.ts';
import { useBase } from '../base.ts';

/**
 * The document, with all that its page shows brought along in one call; from then on each part is read anew by its own,
 * also where this call fails. `draft` is what the server keeps of one's own typing: null for nothing, undefined while it
 * is asked. Without an id there is none yet.
 */
export function useStoredDocument(id: string | undefined) {
  const { calls } = useBase();
  const client = useQueryClient();
  const overview = calls === documents ? documentOverview : knowledgeBaseOverview;
  const all = useQuery({
    // Named after the page: a change of the document makes the separate parts stale, not this initial response.
    queryKey: ['document-page', overview.read.path, id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const params = { id: id ?? '' };
      const parts = await call(overview.read, { params, signal }, sendOnce);
      client.setQueryData(query(calls.find, { params }).queryKey, parts.document);
      client.setQueryData(query(calls.backlinks, { params }).queryKey, parts.backlinks);
      client.setQueryData(query(documentWatching.watching, { params }).queryKey, {
        watching: parts.watching,
      });
      client.setQueryData(query(servers.ofDocument, { params }).queryKey, parts.servers);
      client.setQueryData(query(knowledgeBase.facets, { query: {} }).queryKey, parts.facets);
      return parts.draft;
    },
    // Read again for each opening, since no event reports typing elsewhere.
    gcTime: 0,
  });
  const document = useQuery({ ...query(calls.find, { params: { id: id ?? '' } }), enabled: !all.isPending });
  return {
    document: id === undefined ? undefined : document.data,
    draft: all.isPending ? undefined : (all.data ?? null),
    isPending: document.isPending,
    error: document.error,
    retry: () => void all.refetch(),
  };
}
