import { type RefObject, useLayoutEffect } from 'react';

/** Pixels between a toast and what it keeps clear of. */
const GAP = 8;

/**
 * Keeps toasts off the title and the buttons of a window over the page: above the window where there is room, else under
 * its title. `shown` is the toast; without a window the styles say where it stands.
 */
export function useClearOfWindow(area: RefObject<HTMLElement | null>, shown: unknown): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !shown) return undefined;
    const place = () => {
      const window = [...document.querySelectorAll('[data-window]')].at(-1);
      const title = window?.querySelector('h2');
      const hasRoom = !window || window.getBoundingClientRect().top >= element.offsetHeight + 2 * GAP;
      element.style.top = hasRoom || !title ? '' : `${title.getBoundingClientRect().bottom + GAP}px`;
    };
    const sizes = new ResizeObserver(place);
    const follow = () => {
      sizes.disconnect();
      for (const each of [element, document.body, ...document.querySelectorAll('[data-window]')])
        sizes.observe(each);
      place();
    };
    follow();
    // Windows come and go at the end of the page.
    const windows = new MutationObserver(follow);
    windows.observe(document.body, { childList: true });
    return () => {
      windows.disconnect();
      sizes.disconnect();
      element.style.top = '';
    };
  }, [area, shown]);
}
