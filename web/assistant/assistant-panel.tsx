import { useRouter } from '@tanstack/react-router';
import { Bot, Trash2, X } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { IconButton } from '../ui/controls/button.tsx';
import { ChatView, countText } from './chat.tsx';
import { useChat } from './use-chat.ts';

/** The assistant next to another screen. `onClose` is also called when one of its links navigates. */
export function AssistantPanel({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const input = useRef<HTMLTextAreaElement>(null);
  const close = useCallback(() => onClose(), [onClose]);
  const chat = useChat((address) => {
    void router.navigate({ href: address });
    close();
  });
  useEffect(() => input.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside.
    <section
      aria-label="AI Assistant"
      data-assistant
      onKeyDown={(event) => {
        // A popover inside handles its own Escape.
        if (event.key === 'Escape' && !event.defaultPrevented) close();
      }}
      className={
        'fixed right-6 bottom-6 z-20 flex max-h-[calc(100dvh-48px)] w-[450px] animate-appear ' +
        'flex-col overflow-hidden rounded-lg border border-border bg-raised shadow-1 ' +
        'max-md:inset-x-2 max-md:bottom-2 max-md:max-h-[calc(100dvh-16px)] max-md:w-auto ' +
        'dark:border-grey-line'
      }
    >
      <header className="flex min-h-12 flex-none items-center gap-2 border-b border-border px-3">
        <Bot size={16} className="flex-none text-accent max-[359px]:hidden" aria-hidden />
        <h2 className="text-md font-semibold whitespace-nowrap">AI Assistant</h2>
        <span className="truncate text-xs text-muted">{countText(chat)}</span>
        <span className="flex-1" />
        <IconButton label="Clear conversation" icon={<Trash2 size={16} />} onClick={chat.clear} />
        <IconButton label="Close assistant" icon={<X size={16} />} onClick={close} />
      </header>
      <ChatView chat={chat} onLeave={close} listClass="h-[450px] min-h-0 shrink" inputRef={input} />
    </section>
  );
}
