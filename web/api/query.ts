import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  infiniteQueryOptions,
  queryOptions,
} from '@tanstack/react-query';
import { signedIn } from '../../contract/calls/user.ts';
import { ApiError } from '../../contract/shared/error.ts';
import { call, callForPage } from '../../contract/calls/call.ts';
import type { Args, Endpoint, Result } from '../../contract/calls/endpoint.ts';
import { copyOrServer } from './copies.ts';
import { fetchOrCopy } from './copy-time.ts';
import { isOutage, noteTrouble } from './outage.ts';

/**
 * Inspects every failed call. No response, or a status above 501, points to the server, its database or a proxy. If the
 * session ended, the current user is reloaded, and a dialog asks to sign in again.
 */
export function noteFailure(error: unknown): void {
  if (isOutage(error)) noteTrouble();
  else if (error instanceof ApiError && error.body?.code === 'signed_out')
    void queryClient.invalidateQueries({ queryKey: [signedIn.currentUser.path] });
}

/** Reads are cached until a write or a live event makes them stale: no retry, no polling, no refetch on focus. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  mutationCache: new MutationCache({ onError: noteFailure }),
  defaultOptions: {
    queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false, persister: copyOrServer },
    // A write while offline fails at once with an error; waiting silently would look like success.
    mutations: { networkMode: 'always' },
  },
});

const FIRST_REPEAT_MS = 1_000;
const LONGEST_REPEAT_MS = 30_000;
/** Reads that fail again this soon wait longer. */
const STEADY_MS = 60_000;
let repeat = { at: -Infinity, pause: 0 };

/**
 * Repeats failed reads once the server is ready again: their failure may be the only sign of an outage that was over when
 * the shell asked. The pauses grow while they keep failing.
 */
export function repeatFailedReads(): void {
  const isSteady = performance.now() - repeat.at > STEADY_MS;
  const pause = isSteady ? 0 : Math.min(Math.max(FIRST_REPEAT_MS, repeat.pause * 2), LONGEST_REPEAT_MS);
  repeat = { at: performance.now() + pause, pause };
  setTimeout(
    () =>
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isOutage(state.error) }),
    pause,
  );
}

/** One read as options for useQuery, cached under [path, args]. */
export const query = <E extends Endpoint>(endpoint: E, args: Args<E>) =>
  queryOptions({
    queryKey: [endpoint.path, args] as const,
    queryFn: ({ signal }): Promise<Result<E>> =>
      call<E>(endpoint, { ...(args as Args<E> & object), signal }, fetchOrCopy),
  });

/** The reads that get the parts of a whole page. */
type PartsOf = (data: never) => [QueryKey, unknown][];

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { partsOf?: PartsOf };
  }
}

/**
 * The first read of a page: all of its parts in one call. `partsOf` lists the reads of the parts, which get them. A change of the
 * data makes those stale, not this read, so its key begins otherwise.
 */
export const wholePage = <E extends Endpoint>(
  endpoint: E,
  args: Args<E>,
  partsOf: (data: Result<E>) => [QueryKey, unknown][],
) =>
  queryOptions({
    queryKey: [PAGE, endpoint.path, args] as const,
    queryFn: async ({ client, signal }): Promise<Result<E>> => {
      const data = await call<E>(endpoint, { ...(args as Args<E> & object), signal }, fetchOrCopy);
      for (const [key, part] of partsOf(data)) client.setQueryData(key, part);
      return data;
    },
    meta: { partsOf: partsOf as PartsOf },
  });
/** Begins the key of a read of a whole page. */
export const PAGE = 'page';

export type ListEndpoint = Endpoint & {
  result: NonNullable<Endpoint['result']>;
  query: NonNullable<Endpoint['query']>;
};

/** A paged list as options for useInfiniteQuery; the filters stay, the cursor moves. */
export const pages = <E extends ListEndpoint>(endpoint: E, args: Args<E> & { query: object }) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, 'pages', args] as const,
    queryFn: ({ pageParam, signal }) =>
      callForPage<E>(endpoint, { ...args, query: { ...args.query, cursor: pageParam }, signal }, fetchOrCopy),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
