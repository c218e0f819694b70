import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signedIn } from '../../contract/user.ts';
import { ApiError } from '../../contract/error.ts';

/** Something suggests that the server or its database is away: the shell then asks what is wrong (shell/trouble.tsx). */
export const TROUBLE = 'trouble';
export const noteTrouble = () => dispatchEvent(new Event(TROUBLE));

/**
 * What each call that failed is looked at for. No answer, or a status above 501, tells of the server, its database or what is
 * in between. Where the session ended, who is signed in is asked anew, and the routes lead to sign-in and back.
 */
export function noteFailure(error: unknown): void {
  if (!(error instanceof ApiError) || error.status > 501) noteTrouble();
  else if (error.body?.code === 'signed_out')
    void queryClient.invalidateQueries({ queryKey: [signedIn.currentUser.path] });
}

/**
 * Reads are made once and kept until a write or a live event says that they are old: no retry, no polling,
 * no refetch on focus.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  mutationCache: new MutationCache({ onError: noteFailure }),
  defaultOptions: {
    queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
    // A write while offline fails at once and says so; waiting silently would look like success.
    mutations: { networkMode: 'always' },
  },
});
