import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { type CurrentUser, signedIn } from '../../contract/calls/user.ts';
import { call } from '../../contract/calls/call.ts';
import { ApiError } from '../../contract/shared/error.ts';
import { newListeners } from '../lib/listeners.ts';
import { endCopies } from './copies.ts';
import { fetchOrCopy } from './copy-time.ts';
import { queryClient } from './query.ts';

const ending = newListeners();
let hasEnded = false;

function setEnded(value: boolean): void {
  if (hasEnded === value) return;
  hasEnded = value;
  ending.notify();
}

export const isSessionOver = (): boolean => hasEnded;

/** Whether the session of the account on the screen ended: it signs in again, and everything stays where it is. */
export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    ending.subscribe,
    () => hasEnded,
    () => false,
  );

/** The signed-in account, also after its session ended; null when signed out. */
export const currentUser = queryOptions({
  queryKey: [signedIn.currentUser.path],
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      const user = await call(signedIn.currentUser, { signal }, fetchOrCopy);
      keepTabTo(user.id);
      setEnded(false);
      return user;
    } catch (error) {
      // A proxy may answer 401 as well.
      if (!(error instanceof ApiError && error.body?.code === 'signed_out')) throw error;
      const before = queryClient.getQueryData<CurrentUser | null>([signedIn.currentUser.path]);
      void endCopies();
      setEnded(Boolean(before) && !isSignedOut);
      return hasEnded && before ? before : null;
    }
  },
  // Nothing can be shown without it, and after sign-in no other call would retry it.
  retry: 2,
  retryDelay: 500,
});

export const useCurrentUser = () => useQuery(currentUser);

/** Signing out in one tab signs out the others too: they must not keep what they show. */
const signOuts = () => new BroadcastChannel('sign-out');
let isSignedOut = false;

export function heedSignOuts(): void {
  signOuts().addEventListener('message', () => {
    isSignedOut = true;
  });
}

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

/** Clears everything cached and the offline copies, then signs out at the server, even if clearing fails. */
export async function signOut(): Promise<void> {
  try {
    signOuts().postMessage('');
    queryClient.clear();
    // The data in the tab belongs to the user who signs out.
    sessionStorage.clear();
    await endCopies();
  } finally {
    location.assign(signedIn.logout.path);
  }
}
