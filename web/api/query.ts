import {
  MutationCache,
  QueryCache,
  QueryClient,
  infiniteQueryOptions,
  queryOptions,
} from '@tanstack/react-query';
import { signedIn } from '../../contract/calls/user.ts';
import { ApiError } from '../../contract/shared/error.ts';
import { call, callForPage } from '../../contract/calls/call.ts';
import type { Args, Endpoint, Result } from '../../contract/calls/endpoint.ts';
import { fetchOrCopy } from './copy-time.ts';

/** Reports a sign that the server or its database is unavailable. The shell then checks the cause (shell/trouble.tsx). */
export const TROUBLE = 'trouble';
export const noteTrouble = () => dispatchEvent(new Event(TROUBLE));

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
    queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
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

export const isOutage = (error: unknown): boolean =>
  error !== null && (!(error instanceof ApiError) || error.status > 501);

/** One read as options for useQuery, cached under [path, args]. */
export const query = <E extends Endpoint>(endpoint: E, args: Args<E>) =>
  queryOptions({
    queryKey: [endpoint.path, args] as const,
    queryFn: ({ signal }): Promise<Result<E>> =>
      call<E>(endpoint, { ...(args as Args<E> & object), signal }, fetchOrCopy),
  });

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
