import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { servers as calls } from '../../contract/servers.ts';
import { pages } from '../api/query.ts';
import type { ServersSearch } from './servers-search.ts';

const PAGE_SIZE = 100;

/** The servers that the filters let through, page by page, bad news first. */
export function useServerList({ q, filter, environment, status }: ServersSearch) {
  const list = useInfiniteQuery({
    ...pages(calls.list, { query: { q, filter, environment, status, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
  return {
    ...list,
    servers: list.data?.pages.flatMap((page) => page.items) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
  };
}
