import { CircleCheck, CircleX, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { useRef, type RefObject, useEffect, useLayoutEffect } from 'react';
import { Badge } from '../feedback/badge.tsx';
import { buttonClass } from '../controls/button.tsx';
import { dismissToast, type Toast } from './toasts.ts';

/** Pixels that stay free around a toast. */
const GAP = 8;
/** Windows over the page begin that much lower, and are that much less high. */
const ROOM = '--toast-room';

/**
 * Has windows over the page make room for the toast where it would cover a part of them. Where one stands lower or beside
 * it, that stays as it is. `shown` is the toast.
 */
function useClearOfWindow(area: RefObject<HTMLElement | null>, shown: unknown): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !shown) return undefined;
    const { style } = document.documentElement;
    let room = 0;
    const place = () => {
      const window = [...document.querySelectorAll('[data-window]')].at(-1)?.getBoundingClientRect();
      const { right, height } = element.getBoundingClientRect();
      // What makes room already stands half of that lower, and one that is as high as the screen all of it.
      const isCovered =
        window !== undefined && window.left < right + GAP && window.top - room / 2 < height + 2 * GAP;
      room = isCovered ? height + GAP : 0;
      if (room > 0) style.setProperty(ROOM, `${room}px`);
      else style.removeProperty(ROOM);
    };
    const sizes = new ResizeObserver(place);
    const follow = () => {
      sizes.disconnect();
      for (const each of [element, document.body, ...document.querySelectorAll('[data-window]')])
        sizes.observe(each);
      place();
    };
    follow();
    // Windows come and go at the end of the page.
    const windows = new MutationObserver(follow);
    windows.observe(document.body, { childList: true });
    return () => {
      windows.disconnect();
      sizes.disconnect();
      style.removeProperty(ROOM);
    };
  }, [area, shown]);
}

/**
 * A window over the page holds the focus, and fetches back what leaves it. F8 leads to the toast all the same: the window
 * does not hear of focus there, and gets it back when the toast goes.
 */
function useReachOverWindow(area: RefObject<HTMLElement | null>, shown: unknown): void {
  useEffect(() => {
    const region = area.current?.parentElement;
    if (!region || !shown) return undefined;
    let before: HTMLElement | undefined;
    const isOverWindow = () => document.querySelector('[data-window]') !== null;
    const keep = (event: FocusEvent) => isOverWindow() && event.stopPropagation();
    const letGo = ({ key }: KeyboardEvent) => {
      const { activeElement } = document;
      if (key !== 'F8' || !isOverWindow() || !(activeElement instanceof HTMLElement)) return;
      if (region.contains(activeElement)) return;
      before = activeElement;
      before.blur();
    };
    // Before the toast takes the focus, which it does where the key arrives.
    window.addEventListener('keydown', letGo, true);
    for (const name of ['focusin', 'focusout'] as const) region.addEventListener(name, keep);
    return () => {
      window.removeEventListener('keydown', letGo, true);
      for (const name of ['focusin', 'focusout'] as const) region.removeEventListener(name, keep);
      const { activeElement } = document;
      if (activeElement === document.body || region.contains(activeElement)) before?.focus();
    };
  }, [area, shown]);
}

const SHOWN_MS = 5000;
const SWIPE_PX = 50;
const WINDOW = '[role=dialog][data-state=open], [role=alertdialog][data-state=open]';

/** Shows the toast of the moment; F8 moves the focus to it, pointing at it or focusing it stops its clock. */
export function ToastArea({ toast }: { toast: Toast | undefined }) {
  // Escape means the window over the page first; the toast goes by its clock or the next one.
  const isForWindow = useRef(false);
  const area = useRef<HTMLOListElement>(null);
  useClearOfWindow(area, toast);
  useReachOverWindow(area, toast);
  const close = (id: number) => {
    if (!isForWindow.current) dismissToast(id);
    isForWindow.current = false;
  };
  return (
    <Radix.Provider duration={SHOWN_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast && (
        <Radix.Root
          key={toast.id}
          open
          onOpenChange={(isOpen) => !isOpen && close(toast.id)}
          onEscapeKeyDown={({ target }) => {
            const isInside = target instanceof Element && target.closest('[data-toast]');
            isForWindow.current = !isInside && document.querySelector(WINDOW) !== null;
          }}
          data-toast=""
          className={
            'grid animate-appear grid-cols-[16px_1fr_auto_auto] items-start gap-x-2.5 rounded-lg border ' +
            'border-border bg-raised py-3 pr-2 pl-3.5 text-sm shadow-1 ' +
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) dark:border-grey-line'
          }
        >
          {toast.kind === 'success' ? (
            <CircleCheck size={16} className="mt-0.5 text-green" aria-hidden />
          ) : (
            <CircleX size={16} className="mt-0.5 text-red" aria-hidden />
          )}
          {/* Radix would say it in a copy of the text; the live region around the toasts says the text itself. */}
          <div className="min-w-0" data-radix-toast-announce-exclude="">
            <div className="flex items-center gap-2">
              <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
              {toast.badge && <Badge look="dashed">{toast.badge}</Badge>}
            </div>
            {toast.text && (
              <Radix.Description className="[overflow-wrap:anywhere] text-muted">
                {toast.text}
              </Radix.Description>
            )}
          </div>
          {toast.action && (
            <Radix.Action
              altText={toast.action.label}
              onClick={toast.action.run}
              className={buttonClass({ size: 'small' })}
            >
              {toast.action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label="Dismiss"
            className="rounded-sm p-1 text-muted hover:bg-hover hover:text-text"
          >
            <X size={14} aria-hidden />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        ref={area}
        label="Notifications"
        // Where the corner is taken by a conversation, toasts stand over the page's head instead. Windows over the page have
        // their buttons below, so toasts keep to the left above, where a window makes room for them.
        className={
          'fixed right-4 bottom-4 in-[html:has([data-assistant],[data-window])]:top-2 ' +
          'in-[html:has([data-assistant],[data-window])]:bottom-auto ' +
          'in-[html:has([data-window])]:left-4 z-50 w-90 max-w-[calc(100vw-32px)] list-none ' +
          'rounded-lg'
        }
      />
    </Radix.Provider>
  );
}
