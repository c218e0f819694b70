import { createContext, type RefObject, use, useEffect, useState } from 'react';

/** Distance below the screen at which an element counts as seen, so that it is ready when scrolled to. */
const AHEAD = '400px';

/** Set where nothing scrolls, as in print: everything counts as seen. */
export const DrawAll = createContext(false);

/** True once an element has come near the screen, so that expensive work is only done for visible elements. */
export function useWasSeen(element: RefObject<Element | null>): boolean {
  const isAll = use(DrawAll);
  const [wasSeen, setWasSeen] = useState(false);
  useEffect(() => {
    if (!element.current || wasSeen || isAll) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setWasSeen(true),
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, wasSeen, isAll]);
  return wasSeen || isAll;
}
