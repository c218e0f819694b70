import { type KeyboardEvent, useRef } from 'react';

/**
 * For dialogs without a trigger, for which Radix does not know where the focus was: returns the focus to the previous
 * element.
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
 * For dialogs over the page: Radix sends Escape only to the topmost layer, and if that is a toast, the dialog would not
 * close. Toasts avoid elements with this attribute.
 */
export const closesOnEscape = (onClose: () => void) => ({
  'data-window': '',
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  },
});
