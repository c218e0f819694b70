import { useSyncExternalStore } from 'react';

let message = '';
const listeners = new Set<() => void>();

/** Has a screen reader say what changed on the page. */
export const announce = (text: string): void => {
  message = text;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Stands once in the application. */
export const Announcer = () => (
  <output aria-label="Announcements" className="sr-only">
    {useSyncExternalStore(subscribe, () => message)}
  </output>
);
