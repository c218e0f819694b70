import { useSearch as useQuery } from 'wouter/use-browser-location';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { paths } from '../paths.ts';

/**
 * The token of a mailed link, read once: it is removed from the address, because history and screenshots would keep it.
 */
export function useLinkToken(
  inAddress: string | undefined,
  to: typeof paths.verifyEmail | typeof paths.resetPassword,
): string | undefined {
  const [token] = useState(inAddress);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (inAddress) navigate(to, { replace: true });
  }, [inAddress, navigate, to]);
  return token;
}

const LONGEST = 2_000;

/** The query parameters of the address: the last of each name, without overlong values. Empty while prerendering. */
export function useSearch(): { [name: string]: string | undefined } {
  const params = new URLSearchParams(useQuery({ ssrSearch: '' }));
  return Object.fromEntries([...params].filter(([, value]) => value.length <= LONGEST));
}
