import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Keycap } from '../controls/keycap.tsx';

const DELAY_MS = 300;
/** The duration of a dialog's opening animation: only then its first button has its final position. */
const FOCUS_DELAY_MS = 250;
/** Time to move the pointer from the element onto its tooltip. */
const LEAVE_MS = 100;
const GAP = 6;
const MARGIN = 8;

/** Attributes of an element with a tooltip. A tooltip must never be the only place of a fact. */
export const tooltip = (
  text: string,
  options: { shortcut?: string | undefined; side?: 'bottom' | 'right' } = {},
) => ({
  'data-tooltip': text,
  'data-tooltip-key': options.shortcut,
  'data-tooltip-side': options.side,
});

/**
 * The only tooltip component. It listens on the document, so that a grid of hundreds of buttons needs only attributes.
 * Shown on hover and keyboard focus; Escape hides it.
 */
export function Tooltips() {
  const anchor = useAnchor();
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (anchor && box.current) position(box.current, anchor);
  }, [anchor]);
  if (!anchor) return null;
  const { tooltip: text, tooltipKey } = anchor.dataset;
  return (
    // Hidden from screen readers, because the element's name has the same text.
    <div
      ref={box}
      aria-hidden
      data-tooltip-box
      className="fixed top-0 left-0 z-50 flex max-w-80 items-center gap-2 rounded-sm bg-text px-2 py-1 text-xs text-surface"
    >
      <span className="line-clamp-3 [overflow-wrap:anywhere]">{text}</span>
      {tooltipKey && <Keycap onDark>{tooltipKey}</Keycap>}
    </div>
  );
}

function useAnchor(): HTMLElement | undefined {
  const [anchor, setAnchor] = useState<HTMLElement>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const change = (next: HTMLElement | undefined, delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setAnchor(next), delay);
    };
    const explained = (event: Event) =>
      (event.target as Element).closest<HTMLElement>('[data-tooltip]') ?? undefined;
    let pressed: HTMLElement | undefined;
    const onOver = (event: PointerEvent) => {
      const element = explained(event);
      // Touch has no hover. After a press the tooltip stays hidden until the pointer has left the element.
      if (event.pointerType !== 'mouse' || (element && element === pressed)) return;
      pressed = undefined;
      if ((event.target as Element).closest('[data-tooltip-box]')) clearTimeout(timer);
      else change(element, element ? DELAY_MS : LEAVE_MS);
    };
    const onFocus = (event: Event) => {
      const element = explained(event);
      const isByKey = element?.matches(':focus-visible');
      change(isByKey ? element : undefined, isByKey ? FOCUS_DELAY_MS : 0);
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && change(undefined, 0);
    const onScroll = () => change(undefined, 0);
    const onPress = (event: Event) => {
      pressed = explained(event);
      change(undefined, 0);
    };

    const controller = new AbortController();
    const options = { signal: controller.signal, capture: true };
    document.addEventListener('pointerover', onOver, options);
    document.addEventListener('focusin', onFocus, options);
    document.addEventListener('pointerdown', onPress, options);
    document.addEventListener('keydown', onKey, options);
    document.addEventListener('scroll', onScroll, options);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);
  // The element may have been removed while the pointer was on it.
  return anchor?.isConnected ? anchor : undefined;
}

function position(box: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const isRight = anchor.dataset['tooltipSide'] === 'right';
  const below = at.bottom + GAP;
  const fitsBelow = below + height + MARGIN <= innerHeight;
  const left = isRight ? at.right + GAP : at.left + at.width / 2 - width / 2;
  const top = isRight ? at.top + at.height / 2 - height / 2 : fitsBelow ? below : at.top - GAP - height;
  const x = Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN));
  box.style.translate = `${Math.round(x)}px ${Math.round(Math.max(MARGIN, top))}px`;
}
