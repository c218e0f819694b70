import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signedIn } from '../../contract/user.ts';
import { ApiError } from '../../contract/error.ts';

/** Where the session ended meanwhile, who is signed in is asked anew, and the routes lead to sign-in and back. */
export const leadToSignIn = (error: unknown): void => {
  if (error instanceof ApiError && error.body?.code === 'signed_out')
    void queryClient.invalidateQueries({ queryKey: [signedIn.currentUser.path] });
};

/**
 * Reads are made once and kept until a write or a live event says that they are old: no retry, no polling,
 * no refetch on focus.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leadToSignIn }),
  mutationCache: new MutationCache({ onError: leadToSignIn }),
  defaultOptions: {
    queries: { retry: false, staleTime: Infinity, refetchOnWindowFocus: false },
    // A write while offline fails at once and says so; waiting silently would look like success.
    mutations: { networkMode: 'always' },
  },
});
