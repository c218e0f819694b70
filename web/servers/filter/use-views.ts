import { useQuery } from '@tanstack/react-query';
import { serverViews } from '../../../contract/server-views.ts';
import type { ServerView } from '../../../contract/server-views.ts';
import { query } from '../../api/query.ts';
import { hasFilters } from '../servers-search.ts';
import type { ServersSearch } from '../servers-search.ts';

/** Several parts of the screen read them; a part that comes later must not ask again for what has just failed. */
export const useViews = () => useQuery({ ...query(serverViews.list, {}), retryOnMount: false });

/** The address without filters says so where the default view would apply otherwise. */
export const withoutDefault = (search: ServersSearch, views: ServerView[] = []): ServersSearch => ({
  ...search,
  view: !hasFilters(search) && views.some(({ isDefault }) => isDefault) ? 'all' : undefined,
});

/**
 * What the list shows: the filters of the address, or the default view where it names none. A link to a server shows all, so
 * that no view hides it. `isUndecided` until the views are read, or could not be.
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
