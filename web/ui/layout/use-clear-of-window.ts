import { type RefObject, useLayoutEffect } from 'react';

/** Pixels that stay free around a toast. */
const GAP = 8;
/** Windows over the page begin that much lower, and are that much less high. */
const ROOM = '--toast-room';

/**
 * Has windows over the page make room for the toast where it would cover a part of them. Where one stands lower or beside
 * it, that stays as it is. `shown` is the toast.
 */
export function useClearOfWindow(area: RefObject<HTMLElement | null>, shown: unknown): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !shown) return undefined;
    const { style } = document.documentElement;
    let room = 0;
    const place = () => {
      const window = [...document.querySelectorAll('[data-window]')].at(-1)?.getBoundingClientRect();
      const { right, height } = element.getBoundingClientRect();
      // What makes room already stands half of that lower, and one that is as high as the screen all of it.
      const isCovered =
        window !== undefined && window.left < right + GAP && window.top - room / 2 < height + 2 * GAP;
      room = isCovered ? height + GAP : 0;
      if (room > 0) style.setProperty(ROOM, `${room}px`);
      else style.removeProperty(ROOM);
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
      style.removeProperty(ROOM);
    };
  }, [area, shown]);
}
