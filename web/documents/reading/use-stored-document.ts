import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../contract/calls/call.ts';
import { documentOverview, knowledgeBaseOverview } from '../../../contract/calls/document-overview.ts';
import { documents, knowledgeBase } from '../../../contract/calls/documents.ts';
import { servers } from '../../../contract/calls/servers.ts';
import { documentWatching } from '../../../contract/calls/watching.ts';
import { query } from '../../api/query.ts';
import { useBase } from '../base.ts';

/**
 * Loads the document and all parts of its page in one call. Later each part is reloaded by its own call, also if this
 * call fails. `draft` is the user's draft on the server: null if there is none, undefined while loading. A new document
 * has no id.
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
      const parts = await call(overview.read, { params, signal });
      client.setQueryData(query(calls.find, { params }).queryKey, parts.document);
      client.setQueryData(query(calls.backlinks, { params }).queryKey, parts.backlinks);
      client.setQueryData(query(documentWatching.watching, { params }).queryKey, {
        watching: parts.watching,
      });
      client.setQueryData(query(servers.ofDocument, { params }).queryKey, parts.servers);
      client.setQueryData(query(knowledgeBase.facets, { query: {} }).queryKey, parts.facets);
      return parts.draft;
    },
    // Reloaded on every opening, since no event reports typing on other devices.
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
