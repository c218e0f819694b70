import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { lighten } from './light-paper.ts';

/** A diagram that is not drawn by then is printed as its text. */
const DIAGRAMS_MS = 8_000;

/**
 * Ctrl+P or ⌘P prints once all diagrams are drawn, and in light colours: the browser itself would print at once, with the
 * diagrams that were in view. Returns whether to draw everything now.
 */
export function usePrintKey(page: RefObject<HTMLElement | null>): boolean {
  const [isDrawingAll, setDrawingAll] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPrint =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'p';
      if (!isPrint || event.repeat || !page.current) return;
      event.preventDefault();
      const restore = lighten();
      flushSync(() => setDrawingAll(true));
      void whenDrawn(page.current).then(() => {
        print();
        restore();
      });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [page]);
  return isDrawingAll;
}

/** Ends when all diagrams are drawn in light colours, or after a while. */
function whenDrawn(page: HTMLElement): Promise<void> {
  const isDone = () => page.querySelector('.diagram:not([data-drawn=light])') === null;
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const timer = setTimeout(finish, DIAGRAMS_MS);
    const observer = new MutationObserver(() => isDone() && finish());
    observer.observe(page, { subtree: true, childList: true, attributeFilter: ['data-drawn'] });
    if (isDone()) finish();
  });
}
