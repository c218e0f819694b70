import { createContext, type RefObject, use, useEffect, useState } from 'react';

/** How far below the screen something counts as seen, so that it is ready when it is scrolled to. */
const AHEAD = '400px';

/** Set where nothing is scrolled to, as on paper: everything counts as seen then. */
export const DrawAll = createContext(false);

/** True from when an element first came near the screen: what costs time is done for what is looked at. */
export function useWasSeen(element: RefObject<Element | null>): boolean {
  const [wasSeen, setWasSeen] = useState(use(DrawAll));
  useEffect(() => {
    if (!element.current || wasSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setWasSeen(true),
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, wasSeen]);
  return wasSeen;
}
