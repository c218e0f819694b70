import { useLocation } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { paths } from '../paths.ts';
import { fetchedPart, Part } from '../ui/feedback/part.tsx';
import { tooltip } from '../ui/overlays/tooltip.tsx';

const AssistantPanel = fetchedPart<{ onClose: () => void }>(
  () => import('../assistant/assistant-panel.tsx'),
  'AssistantPanel',
);

/**
 * Opens the assistant over any screen except its own; hidden while it is open. It stands in the top bar, where it covers no row
 * and no button.
 */
export function AssistantButton() {
  const isOwnScreen = useLocation({ select: ({ pathname }) => pathname === paths.assistant });
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOwnScreen) return null;
  if (isOpen) {
    // Outside of the top bar, so that it lies above what floats over the screen.
    return createPortal(
      <Part
        name="The assistant"
        className={
          'fixed right-6 bottom-6 z-20 max-w-[calc(100vw-3rem)] rounded-lg border border-border bg-raised px-4 shadow-1 ' +
          'print:hidden'
        }
      >
        <Suspense>
          <AssistantPanel onClose={close} />
        </Suspense>
      </Part>,
      document.body,
    );
  }
  return (
    <button
      ref={button}
      type="button"
      {...tooltip('AI Assistant')}
      aria-label="Open AI Assistant"
      onClick={() => setOpen(true)}
      className={
        'grid size-8 flex-none place-items-center rounded-full bg-accent text-on-accent ' +
        'hover:bg-accent-hover print:hidden'
      }
    >
      <Bot size={16} aria-hidden />
    </button>
  );
}
