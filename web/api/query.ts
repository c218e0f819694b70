import {
  MutationCache,
  QueryCache,
  QueryClient,
  infiniteQueryOptions,
  queryOptions,
} from '@tanstack/react-query';
import { signedIn } from '../../contract/user.ts';
import { ApiError } from '../../contract/error.ts';
import { call, callForPage } from '../../contract/call.ts';
import type { Args, Endpoint, Result } from '../../contract/endpoint.ts';

/** Reports a sign that the server or its database is unavailable. The shell then checks the cause (shell/trouble.tsx). */
export const TROUBLE = 'trouble';
export const noteTrouble = () => dispatchEvent(new Event(TROUBLE));

/**
 * Inspects every failed call. No response, or a status above 501, points to the server, its database or a proxy. If the
 * session ended, the current user is reloaded, and the routes redirect to sign-in and back.
 */
export function noteFailure(error: unknown): void {
  if (!(error instanceof ApiError) || error.status > 501) noteTrouble();
  else if (error.body?.code === 'signed_out')
    void queryClient.invalidateQueries({ queryKey: [signedIn.currentUser.path] });
}

/** Reads are cached until a write or a live event makes them stale: no retry, no polling, no refetch on focus. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  mutationCache: new MutationCache({ onError: noteFailure }),
  defaultOptions: {
    queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
    // A write while offline fails at once with an error; waiting silently would look like success.
    mutations: { networkMode: 'always' },
  },
});

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
