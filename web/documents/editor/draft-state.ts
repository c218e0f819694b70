/** How the draft is doing: kept since when, or not kept because the browser's store is full or forbidden. */
type State = { keptAt: string } | 'failed' | undefined;

/** Told to the one line that shows it: a draft is kept twice a second, and the rest of the screen need not follow. */
export type DraftState = {
  now(): State;
  set(state: State): void;
  /** Calls the listener at each change, until the answer is called. */
  listen(listener: () => void): () => void;
};

export function draftState(): DraftState {
  let now: State;
  const listeners = new Set<() => void>();
  return {
    now: () => now,
    set(state) {
      now = state;
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
