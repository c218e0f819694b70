import { useSyncExternalStore } from 'react';

/** Phones, which have no room for a search box or for editing. */
export const NARROW = '(width < 48rem)';

/** Whether a media query matches; updates on change. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
