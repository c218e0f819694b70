import { useRef } from 'react';

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
