import { queryOptions, useQuery } from '@tanstack/react-query';
import { type User, signedIn } from '../../contract/calls/user.ts';
import { call } from '../../contract/calls/call.ts';
import { ApiError } from '../../contract/shared/error.ts';
import { queryClient } from './query.ts';

/** The signed-in account; null when signed out. */
export const currentUser = queryOptions({
  queryKey: [signedIn.currentUser.path],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      const user = await call(signedIn.currentUser, { signal });
      keepTabTo(user.id);
      return user;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  // Nothing can be shown without it, and after sign-in no other call would retry it.
  retry: 2,
  retryDelay: 500,
});

export const useCurrentUser = () => useQuery(currentUser);

const TAB_OF = 'tab-of';

/** Clears the tab's storage when another person signs in, also after a session expired. */
function keepTabTo(userId: string): void {
  try {
    if ((sessionStorage.getItem(TAB_OF) ?? userId) !== userId) sessionStorage.clear();
    sessionStorage.setItem(TAB_OF, userId);
  } catch {
    // Storage is disabled, so there is nothing to clear.
  }
}

/** Clears everything cached, then signs out at the server, even if clearing fails. */
export function signOut(): void {
  try {
    queryClient.clear();
    // The data in the tab belongs to the user who signs out.
    sessionStorage.clear();
  } finally {
    location.assign(signedIn.logout.path);
  }
}
