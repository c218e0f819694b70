import type { Server } from '../../contract/shared/server-fields.ts';
import type { SearchHit } from '../../contract/calls/search.ts';
import { paths } from '../paths.ts';

/** What a list of results shows of a document, server or person. */
export type Hit = Pick<SearchHit, 'kind' | 'id' | 'title' | 'snippet' | 'url'>;

/** Servers for a box in which Enter opens the first one: the one of that name, then those that begin so, then the others. */
export function nearestFirst(servers: Server[], term: string): Server[] {
  const typed = term.toLowerCase();
  const distanceOf = ({ name }: Server) => {
    const lower = name.toLowerCase();
    if (lower === typed) return 0;
    return lower.startsWith(typed) ? 1 : 2;
  };
  return servers.toSorted((one, other) => distanceOf(one) - distanceOf(other));
}

export const pageOfServer = ({ id }: Pick<Server, 'id'>): string => `${paths.infrastructure}/${id}`;

/** Addresses of a server in one line. */
export const addressesOf = ({ ipAddress, hostname }: Server): string =>
  [ipAddress, hostname].filter(Boolean).join(' · ');
