import * as z from 'zod/mini';
import {
  Environment,
  QUERY_LIMITS,
  SERVER_LIMITS,
  ServerSort,
  ServerStatus,
} from '../../contract/shared/server-words.ts';
import { ifValid } from '../search-params.ts';

/** The search parameters of the Infrastructure page; invalid ones are ignored. */
const ServersSearch = z.object({
  q: ifValid(z.string().check(z.minLength(1), z.maxLength(SERVER_LIMITS.search))),
  /** Conditions in text form, see `contract/shared/filter-text.ts`. */
  filter: ifValid(z.string().check(z.minLength(1), z.maxLength(QUERY_LIMITS.filter))),
  environment: ifValid(Environment),
  status: ifValid(ServerStatus),
  sort: ifValid(ServerSort),
  /** Set to show all servers without filters, so that the default view does not apply. */
  view: ifValid(z.literal('all')),
  /** Id of the server to scroll to and highlight. */
  server: ifValid(z.uuid()),
  create: ifValid(z.literal('server')),
});
export type ServersSearch = z.infer<typeof ServersSearch>;

export const readServersSearch = (search: Record<string, unknown>): ServersSearch =>
  ServersSearch.parse(search);

export const hasFilters = ({ q, filter, environment, status }: ServersSearch): boolean =>
  Boolean(q || filter || environment || status);
