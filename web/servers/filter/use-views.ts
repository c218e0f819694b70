import { useQuery } from '@tanstack/react-query';
import { serverViews } from '../../../contract/calls/server-views.ts';
import type { ServerView } from '../../../contract/calls/server-views.ts';
import { query } from '../../api/query.ts';
import { hasFilters } from '../servers-search.ts';
import type { ServersSearch } from '../servers-search.ts';

/** Several components read the views; one that mounts later must not repeat a call that just failed. */
export const useViews = () => useQuery({ ...query(serverViews.list, {}), retryOnMount: false });

/** Without filters, the address needs `view=all` if a default view would apply otherwise. */
export const withoutDefault = (search: ServersSearch, views: ServerView[] = []): ServersSearch => ({
  ...search,
  view: !hasFilters(search) && views.some(({ isDefault }) => isDefault) ? 'all' : undefined,
});

/**
 * The applied filters: those of the address, or the default view if there are none. A link to a server shows all
 * servers, so that no view hides it. `isUndecided` until the views are loaded or failed to load.
 */
export function useAppliedSearch(search: ServersSearch) {
  const views = useViews();
  const isBare = !hasFilters(search) && !search.view && !search.server;
  const view = isBare ? views.data?.find(({ isDefault }) => isDefault) : undefined;
  return {
    applied: view?.filter ? { ...search, filter: view.filter } : search,
    views,
    isUndecided: isBare && !views.isFetched,
  };
}
