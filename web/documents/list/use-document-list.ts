import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { pages } from '../../api/query.ts';
import { useBase } from '../base.ts';
import type { Filters } from './knowledge-base-search.ts';

/** The documents that match the filters, page by page, without their texts. */
export function useDocumentList({ q, type, category }: Filters, limit: number) {
  const { calls } = useBase();
  const list = useInfiniteQuery({
    ...pages(calls.list, { query: { q, type, category, limit, fields: 'card' } }),
    placeholderData: keepPreviousData,
  });
  return {
    ...list,
    documents: list.data?.pages.flatMap((page) => page.items) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
  };
}
