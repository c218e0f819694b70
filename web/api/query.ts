import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callForPage } from '../../contract/call.ts';
import type { Args, Endpoint, Result } from '../../contract/endpoint.ts';

/** One read as options for useQuery, cached under [path, args]. */
export const query = <E extends Endpoint>(endpoint: E, args: Args<E>) =>
  queryOptions({
    queryKey: [endpoint.path, args] as const,
    queryFn: ({ signal }): Promise<Result<E>> => call<E>(endpoint, { ...(args as Args<E> & object), signal }),
  });

type ListEndpoint = Endpoint & {
  result: NonNullable<Endpoint['result']>;
  query: NonNullable<Endpoint['query']>;
};

/** A paged list as options for useInfiniteQuery; the filters stay, the cursor moves. */
export const pages = <E extends ListEndpoint>(endpoint: E, args: Args<E> & { query: object }) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', args] as const,
    queryFn: ({ pageParam, signal }) =>
      callForPage<E>(endpoint, { ...args, query: { ...args.query, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
