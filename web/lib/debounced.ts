import { useEffect, useState, useEffectEvent, useRef } from 'react';

/** The value after it has not changed for `ms` milliseconds. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

const DEBOUNCE_MS = 300;

/**
 * The input of a search. It is written to the address when typing pauses, and follows the address on Back. A text that
 * `isHeld` is no search yet; `first` is what was typed before this input was there.
 */
export function useSearchText(
  applied: string | undefined,
  apply: (q: string | undefined) => void,
  { first, isHeld = () => false }: { first?: string; isHeld?: (text: string) => boolean } = {},
) {
  const [text, setText] = useState(first || (applied ?? ''));
  const lastApplied = useRef(applied ?? '');
  const settled = useDebounced(isHeld(text) ? '' : text.trim(), DEBOUNCE_MS);

  const applyNow = useEffectEvent(apply);
  useEffect(() => {
    if (settled === lastApplied.current) return;
    lastApplied.current = settled;
    applyNow(settled || undefined);
  }, [settled]);
  useEffect(() => {
    if ((applied ?? '') === lastApplied.current) return;
    lastApplied.current = applied ?? '';
    setText(applied ?? '');
  }, [applied]);
  return [text, setText] as const;
}
