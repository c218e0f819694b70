import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Links } from '../../ui/markdown/elements.tsx';

/** Follows the links of a text without loading a page. A link within the text keeps the screen as it is. */
export function useLinks(): Links {
  const router = useRouter();
  return useMemo(
    () => ({
      follow: (address) =>
        void (address.startsWith('#')
          ? router.navigate({
              to: '.',
              search: true,
              state: true,
              hash: address.slice(1),
              resetScroll: false,
            })
          : router.navigate({ href: address })),
    }),
    [router],
  );
}
