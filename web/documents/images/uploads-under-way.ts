import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function add(difference: number) {
  count += difference;
  for (const listener of listeners) listener();
}

/** Number of running uploads, which leaving the page would lose. */
export const uploadsUnderWay = {
  /** Counts one more upload; the returned function ends it. */
  begin() {
    add(1);
    return () => add(-1);
  },
  count: () => count,
};

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useUploadsUnderWay = (): number => useSyncExternalStore(listen, uploadsUnderWay.count);
