import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function add(difference: number) {
  count += difference;
  for (const listener of listeners) listener();
}

/** Images on their way: who leaves now would lose them. */
export const uploadsUnderWay = {
  /** One more; it is over when the answer is called. */
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
