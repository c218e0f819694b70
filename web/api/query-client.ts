import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signedIn } from '../../contract/user.ts';
import { ApiError } from '../../contract/error.ts';

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
