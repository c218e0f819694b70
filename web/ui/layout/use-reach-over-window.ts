import { type RefObject, useEffect } from 'react';

/**
 * A window over the page holds the focus, and fetches back what leaves it. F8 leads to the toast all the same: the window
 * does not hear of focus there, and gets it back when the toast goes.
 */
export function useReachOverWindow(area: RefObject<HTMLElement | null>, shown: unknown): void {
  useEffect(() => {
    const region = area.current?.parentElement;
    if (!region || !shown) return undefined;
    let before: HTMLElement | undefined;
    const isOverWindow = () => document.querySelector('[data-window]') !== null;
    const keep = (event: FocusEvent) => isOverWindow() && event.stopPropagation();
    const letGo = ({ key }: KeyboardEvent) => {
      const { activeElement } = document;
      if (key !== 'F8' || !isOverWindow() || !(activeElement instanceof HTMLElement)) return;
      if (region.contains(activeElement)) return;
      before = activeElement;
      before.blur();
    };
    // Before the toast takes the focus, which it does where the key arrives.
    window.addEventListener('keydown', letGo, true);
    for (const name of ['focusin', 'focusout'] as const) region.addEventListener(name, keep);
    return () => {
      window.removeEventListener('keydown', letGo, true);
      for (const name of ['focusin', 'focusout'] as const) region.removeEventListener(name, keep);
      const { activeElement } = document;
      if (activeElement === document.body || region.contains(activeElement)) before?.focus();
    };
  }, [area, shown]);
}
