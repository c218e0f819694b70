/** Whoever wants to know that a value outside of React changed; `subscribe` is the one of useSyncExternalStore. */
export function newListeners() {
  const listeners = new Set<() => void>();
  return {
    notify: (): void => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
