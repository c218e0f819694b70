import { useQuery } from '@tanstack/react-query';
import { servers } from '../../contract/calls/servers.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { query } from '../api/query.ts';

/** Servers for a box in which Enter opens the first one: the one of that name, then those that begin so, then the others. */
export const useFoundServers = (term: string, { enabled, limit }: { enabled: boolean; limit: number }) =>
  useQuery({
    ...query(servers.list, { query: { q: term, limit } }),
    enabled,
    select: (found) => nearestFirst(found, term.toLowerCase()),
  });

function nearestFirst(found: Server[], term: string): Server[] {
  const distanceOf = ({ name }: Server) => {
    const lower = name.toLowerCase();
    if (lower === term) return 0;
    return lower.startsWith(term) ? 1 : 2;
  };
  return found.toSorted((one, other) => distanceOf(one) - distanceOf(other));
}

/** Addresses of a server in one line. */
export const addressesOf = ({ ipAddress, hostname }: Server): string =>
  [ipAddress, hostname].filter(Boolean).join(' · ');
