import { type KeyboardEvent, useRef } from 'react';

/**
 * For windows without a trigger of their own, which Radix would close without knowing where the focus came from:
 * gives it back to what had it before.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (before.current instanceof HTMLElement) before.current.focus();
    },
  };
}

/**
 * For windows over the page: Radix gives Escape to what came last alone, and where that is a toast, the window would not
 * hear of it. Toasts keep clear of what is marked so.
 */
export const closesOnEscape = (onClose: () => void) => ({
  'data-window': '',
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  },
});
