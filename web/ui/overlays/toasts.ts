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

/** Maximum number of replaced toasts kept for later reading. */
const MOST_REPLACED = 20;

let shown: Toast | undefined;
let replaced: Toast[] = [];
let lastId = 0;
const { notify, subscribe } = newListeners();

const show = (next: Toast | undefined): void => {
  shown = next;
  notify();
};

/** Shows a toast and replaces the current one: at most one is visible. */
export const toast = (content: ToastContent & { kind: Toast['kind'] }): void => {
  if (shown) replaced = [shown, ...replaced].slice(0, MOST_REPLACED);
  show({ ...content, id: ++lastId });
};

/** Hides a toast, unless a newer one already replaced it. */
export const dismissToast = (id: number): void => {
  if (shown?.id === id) show(undefined);
};

/** Newest first. */
export const useReplacedToasts = (): Toast[] => useSyncExternalStore(subscribe, () => replaced);

export const useToast = (): Toast | undefined =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
