import { useLocation } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '../paths.ts';
import { fetchedPart } from '../ui/feedback/fetched-part.tsx';
import { Part } from '../ui/feedback/part.tsx';
import { tooltip } from '../ui/overlays/tooltip.tsx';

const AssistantPanel = fetchedPart<{ onClose: () => void }>(
  () => import('../assistant/assistant-panel.tsx'),
  'AssistantPanel',
);

/** Opens the assistant over any screen except its own; hidden while it is open. */
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
    return (
      <Part
        name="The assistant"
        className="fixed right-6 bottom-6 z-20 max-w-[calc(100vw-3rem)] rounded-lg border border-border bg-raised px-4 shadow-1"
      >
        <Suspense>
          <AssistantPanel onClose={close} />
        </Suspense>
      </Part>
    );
  }
  return (
    // Keeps space below the page, so that the button never covers its end. It is a margin, since the browser would
    // count a box of that height as a layout shift when the page grows.
    <section aria-label="Assistant" className="mt-16 flex-none">
      <button
        ref={button}
        type="button"
        {...tooltip('AI Assistant')}
        aria-label="Open AI Assistant"
        onClick={() => setOpen(true)}
        className={
          'fixed right-6 bottom-6 z-10 grid size-12 place-items-center rounded-full bg-accent ' +
          'text-on-accent shadow-1 hover:bg-accent-hover max-md:right-4 max-md:bottom-4'
        }
      >
        <Bot size={20} aria-hidden />
      </button>
    </section>
  );
}
