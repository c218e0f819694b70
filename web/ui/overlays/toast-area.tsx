import { CircleCheck, CircleX, TriangleAlert, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { type ReactNode, useRef, type RefObject, useEffect, useLayoutEffect } from 'react';
import { Badge } from '../feedback/badge.tsx';
import { buttonClass } from '../controls/button.tsx';
import { dismissToast, type Toast } from './toasts.ts';

/** Minimum space around a toast, in pixels. */
const GAP = 8;
/** Height reserved for the toast: dialogs move down and shrink accordingly. */
const ROOM = '--toast-room';

/**
 * Makes dialogs leave space for the toast if it would cover them. Dialogs that do not overlap the toast stay unchanged.
 * `shown` is the toast.
 */
function useClearOfWindow(area: RefObject<HTMLElement | null>, shown: unknown): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || !shown) return undefined;
    const { style } = document.documentElement;
    let room = 0;
    const position = () => {
      const window = [...document.querySelectorAll('[data-window]')].at(-1)?.getBoundingClientRect();
      const { right, height } = element.getBoundingClientRect();
      // A dialog that already leaves space has moved down by half of it, or by all of it if it is as high as the
      // screen.
      const isCovered =
        window !== undefined && window.left < right + GAP && window.top - room / 2 < height + 2 * GAP;
      room = isCovered ? height + GAP : 0;
      if (room > 0) style.setProperty(ROOM, `${room}px`);
      else style.removeProperty(ROOM);
    };
    const sizes = new ResizeObserver(position);
    const follow = () => {
      sizes.disconnect();
      for (const each of [element, document.body, ...document.querySelectorAll('[data-window]')])
        sizes.observe(each);
      position();
    };
    follow();
    // Dialogs are added and removed at the end of the body.
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
 * A dialog traps the focus. F8 still moves it to the toast: the dialog does not receive the focus events there, and
 * gets the focus back when the toast disappears.
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
    // In the capture phase, before the toast handles the key and takes the focus.
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

const ICONS: Record<Toast['kind'], ReactNode> = {
  success: <CircleCheck size={16} className="mt-0.5 text-green" aria-hidden />,
  warning: <TriangleAlert size={16} className="mt-0.5 text-yellow" aria-hidden />,
  error: <CircleX size={16} className="mt-0.5 text-red" aria-hidden />,
};

/** Shows the current toast. That of a success goes by itself. F8 focuses it; hover and focus pause its timer. */
export function ToastArea({ toast }: { toast: Toast | undefined }) {
  // Escape closes the dialog first. The toast closes by its timer or when the next one replaces it.
  const isForWindow = useRef(false);
  const area = useRef<HTMLOListElement>(null);
  useClearOfWindow(area, toast);
  useReachOverWindow(area, toast);
  const close = (id: number) => {
    if (!isForWindow.current) dismissToast(id);
    isForWindow.current = false;
  };
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast && (
        <Radix.Root
          key={toast.id}
          open
          // A failure stays until somebody has read it.
          duration={toast.kind === 'error' ? Infinity : SHOWN_MS}
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
          {ICONS[toast.kind]}
          {/* Radix would announce a copy of the text; the live region around the toasts announces the text itself. */}
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
        // If the assistant occupies the corner, toasts appear at the top instead. Dialogs have their buttons at the
        // bottom, so over them toasts appear at the top left, where a dialog leaves space for them.
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
