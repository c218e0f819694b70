import { useSyncExternalStore } from 'react';
import { newListeners } from './listeners.ts';

const { notify, subscribe } = newListeners();
let isReachable = true;

/** The banner about the server reports it (shell/trouble.tsx). */
export function setReachable(is: boolean): void {
  isReachable = is;
  notify();
}

/** Whether the server can do what a button asks for. */
export const useIsReachable = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isReachable,
    () => true,
  );
