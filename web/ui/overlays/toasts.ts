import { useSyncExternalStore } from 'react';
import { newListeners } from '../../lib/listeners.ts';

export type ToastContent = {
  title: string;
  text?: string;
  /** A label next to the title, such as 'Simulated'. */
  badge?: string;
  /** The one available action, such as Undo. */
  action?: { label: string; run: () => void };
};

/** `warning`: it worked, but probably not as expected. */
export type Toast = ToastContent & { kind: 'success' | 'warning' | 'error'; id: number };

/** Maximum number of toasts kept for later reading. */
const MOST_EARLIER = 20;

let shown: Toast | undefined;
let earlier: Toast[] = [];
let lastId = 0;
const { notify, subscribe } = newListeners();

const show = (next: Toast | undefined): void => {
  shown = next;
  notify();
};

const keepForLater = (past: Toast): void => {
  earlier = [past, ...earlier].slice(0, MOST_EARLIER);
};

/** Shows a toast and replaces the current one: at most one is visible. */
export const toast = (content: ToastContent & { kind: Toast['kind'] }): void => {
  if (shown) keepForLater(shown);
  show({ ...content, id: ++lastId });
};

/** Hides a toast, unless a newer one already replaced it. What went wrong can still be read in the list of notifications. */
export const dismissToast = (id: number): void => {
  if (shown?.id !== id) return;
  if (shown.kind !== 'success') keepForLater(shown);
  show(undefined);
};

/** Toasts that were replaced, and failures that were dismissed; newest first. */
export const useEarlierToasts = (): Toast[] => useSyncExternalStore(subscribe, () => earlier);

export const useToast = (): Toast | undefined =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
