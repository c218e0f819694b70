import { useEffect } from 'react';

/**
 * While `isOpen`, the screen below a window does not scroll, and screen readers skip it. The modal mode of Radix does this by
 * properties that all elements inherit, so that the browser computes the style of the whole page again, twice at each
 * opening and closing.
 */
export function useStillPage(isOpen: boolean): void {
  useEffect(() => {
    const screen = document.querySelector<HTMLElement>('[data-shell]');
    if (!isOpen || !screen) return undefined;
    const { style, clientWidth } = document.documentElement;
    // The place of the scroll bar stays, so that nothing moves.
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable';
    style.overflow = 'hidden';
    screen.ariaHidden = 'true';
    return () => {
      style.scrollbarGutter = '';
      style.overflow = '';
      screen.ariaHidden = null;
    };
  }, [isOpen]);
}
