/** Longest wait for the palette, after which keys mean again what they mean on the screen. */
const MOST_MS = 10_000;

let typed = '';
let collecting: AbortController | undefined;

/**
 * Collects what is typed until the palette takes it, because people type on while it loads. Other parts do not see these keys:
 * one of them would be a shortcut.
 */
export function collectKeys(): void {
  takeKeys();
  collecting = new AbortController();
  const signal = AbortSignal.any([collecting.signal, AbortSignal.timeout(MOST_MS)]);
  const collect = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || (key.length > 1 && key !== 'Backspace')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key;
  };
  addEventListener('keydown', collect, { capture: true, signal });
}

/** Ends the collecting. Returns what was typed, in order. */
export function takeKeys(): string {
  collecting?.abort();
  collecting = undefined;
  const text = typed;
  typed = '';
  return text;
}
