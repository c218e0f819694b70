import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Fields } from './document-fields.ts';

/** The pause in typing after which the rest of the screen follows the text: no key waits for it. */
const PAUSE_MS = 250;

/**
 * The fields as they are this moment (`current`), which is what is saved and kept, and as the screen around the text shows
 * them (`shown`): after a pause in the typing of the text, at once for everything else.
 */
export function useFields(initial: Fields) {
  const [shown, setShown] = useState(initial);
  const [listeners] = useState(() => new Set<() => void>());
  const now = useRef(initial);
  const typed = useRef<() => string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stopTimer = () => clearTimeout(timer.current);
  useEffect(() => stopTimer, []);

  /** Reads the text out of the editor where it was typed in since: putting a long one together costs more than a key. */
  const current = useCallback(() => {
    const read = typed.current;
    typed.current = undefined;
    if (read) now.current = { ...now.current, content: read() };
    return now.current;
  }, []);
  const put = useCallback((next: Fields) => {
    stopTimer();
    typed.current = undefined;
    now.current = next;
    setShown(next);
  }, []);
  const change = useCallback(
    (part: Partial<Fields>) => {
      put({ ...current(), ...part });
      for (const listener of listeners) listener();
    },
    [put, current, listeners],
  );
  const changeText = useCallback(
    (read: () => string) => {
      typed.current = read;
      stopTimer();
      timer.current = setTimeout(() => startTransition(() => setShown(current())), PAUSE_MS);
      for (const listener of listeners) listener();
    },
    [current, listeners],
  );
  const show = useCallback(() => put(current()), [put, current]);
  /** Calls the listener whenever the writer changes something, until the answer is called. */
  const listen = useCallback(
    (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [listeners],
  );

  return { shown, current, show, put, change, changeText, listen };
}
