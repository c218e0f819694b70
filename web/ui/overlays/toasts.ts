import { useSyncExternalStore } from 'react';

export type ToastContent = {
  title: string;
  text?: string;
  /** A word beside the title about how much it is worth. */
  badge?: string;
  /** The one thing that can be done about it, such as Undo. */
  action?: { label: string; run: () => void };
};

export type Toast = ToastContent & { kind: 'success' | 'error'; id: number };

/** What was still to be read when another one took its place; so many of them are kept. */
const MOST_REPLACED = 20;

let shown: Toast | undefined;
let replaced: Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const show = (next: Toast | undefined): void => {
  shown = next;
  for (const listener of listeners) listener();
};

/** Shows a toast in place of the one before: at most one is visible. */
export const toast = (content: ToastContent & { kind: Toast['kind'] }): void => {
  if (shown) replaced = [shown, ...replaced].slice(0, MOST_REPLACED);
  show({ ...content, id: ++lastId });
};

/** Takes a toast away, unless a newer one already took its place. */
export const dismissToast = (id: number): void => {
  if (shown?.id === id) show(undefined);
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Newest first. */
export const useReplacedToasts = (): Toast[] => useSyncExternalStore(subscribe, () => replaced);

export const useToast = (): Toast | undefined =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
