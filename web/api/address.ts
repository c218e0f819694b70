import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import { newListeners } from '../lib/listeners.ts';
import type { paths } from '../paths.ts';

/** The path of the page that is being prerendered; in a browser undefined. */
export const PrerenderedPath = createContext<string | undefined>(undefined);

const replaced = newListeners();

function subscribe(changed: () => void) {
  const stop = replaced.subscribe(changed);
  addEventListener('popstate', changed);
  return () => {
    stop();
    removeEventListener('popstate', changed);
  };
}

/** Changes the address without loading a page. All other navigation between visitor pages loads the next page. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  replaced.notify();
}

/** The path of a visitor page. Members' screens use their router instead. */
export function usePath(): string {
  const prerendered = use(PrerenderedPath);
  const inBrowser = () => location.pathname;
  return useSyncExternalStore(subscribe, inBrowser, () => prerendered ?? inBrowser());
}

/**
 * The token of a mailed link, read once: it is removed from the address, because history and screenshots would keep it.
 */
export function useLinkToken(
  inAddress: string | undefined,
  to: typeof paths.verifyEmail | typeof paths.resetPassword,
): string | undefined {
  const [token] = useState(inAddress);
  useEffect(() => {
    if (inAddress) replaceAddress(to);
  }, [inAddress, to]);
  return token;
}

const LONGEST = 2_000;

/** The query parameters of the address: the last of each name, without overlong values. Empty while prerendering. */
export function useSearch(): { [name: string]: string | undefined } {
  const query = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  const params = new URLSearchParams(query);
  return Object.fromEntries([...params].filter(([, value]) => value.length <= LONGEST));
}
