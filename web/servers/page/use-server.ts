import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../contract/call.ts';
import { checks } from '../../../contract/checks.ts';
import { CHANGES_SHOWN, serverOverview } from '../../../contract/server-overview.ts';
import { servers } from '../../../contract/servers.ts';
import { query } from '../../api/query.ts';
import { monthUntil } from './use-results.ts';

/**
 * The server, with all that its page shows brought along in one call; from then on each part is read anew by its own,
 * also where this call fails.
 */
export function useServer(id: string) {
  const client = useQueryClient();
  const [from] = useState(monthUntil);
  const all = useQuery({
    // Named for the page: a change of the server makes the parts old, not what they once came with.
    queryKey: ['server-page', id, from],
    queryFn: async ({ signal }) => {
      const parts = await call(serverOverview.read, { params: { id }, query: { from }, signal });
      const params = { id };
      client.setQueryData(query(servers.find, { params }).queryKey, parts.server);
      client.setQueryData(query(servers.watching, { params }).queryKey, { watching: parts.watching });
      client.setQueryData(query(checks.availability, { params }).queryKey, parts.availability);
      client.setQueryData(query(checks.list, { params, query: { from } }).queryKey, parts.results);
      client.setQueryData(query(checks.incidents, { params }).queryKey, parts.incidents);
      client.setQueryData(query(servers.documents, { params }).queryKey, parts.documents);
      const changes = query(servers.history, { params, query: { limit: CHANGES_SHOWN } });
      client.setQueryData(changes.queryKey, parts.changes);
      return true;
    },
  });
  return useQuery({ ...query(servers.find, { params: { id } }), enabled: !all.isPending });
}
