import { useRouter } from '@tanstack/react-router';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useMemo, useRef } from 'react';
import { ASSISTANT_LIMITS } from '../../contract/calls/assistant.ts';
import { QUESTION_EXAMPLES } from '../../contract/shared/question-examples.ts';
import { classNames } from '../lib/class-names.ts';
import { fetchAhead } from '../ui/layout/fetch-ahead.ts';
import { Button } from '../ui/controls/button.tsx';
import { controlClass } from '../ui/controls/control-class.ts';
import { AnswerFrame, ChatBubble, Working, MarkdownView } from './chat-message.tsx';
import type { Chat } from './use-chat.ts';

type Props = {
  chat: Chat;
  /** Called when a link or a chip navigates to a screen. */
  onLeave?: (() => void) | undefined;
  /** Classes for the height of the message list. */
  listClass: string;
  inputRef?: Ref<HTMLTextAreaElement>;
};

export const countText = ({ messages: { length } }: Chat): string =>
  `${length} ${length === 1 ? 'message' : 'messages'}`;

/** Messages, chips and input, shared by the screen and the panel. */
export function ChatView({ chat, onLeave, listClass, inputRef }: Props) {
  return (
    <>
      <Messages chat={chat} onLeave={onLeave} className={listClass} />
      <Chips chat={chat} />
      <Input chat={chat} inputRef={inputRef} />
    </>
  );
}

function Messages({ chat, onLeave, className }: Pick<Props, 'chat' | 'onLeave'> & { className: string }) {
  const router = useRouter();
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  /** The sizes at the last look. A list that changed since then was scrolled by its layout. */
  const seen = useRef({ scrollHeight: 0, clientHeight: 0 });
  const links = useMemo(
    () => ({
      follow: (address: string) => {
        if (address.startsWith('#')) return;
        void router.navigate({ href: address });
        onLeave?.();
      },
    }),
    [router, onLeave],
  );
  useEffect(() => fetchAhead([MarkdownView.preload]), []);
  useEffect(() => {
    const list = box.current;
    if (!list?.firstElementChild) return undefined;
    // Replies grow while they stream and again after layout. Do not scroll if the user scrolled up.
    const follow = new ResizeObserver(() => {
      if (isAtEnd.current) list.scrollTop = list.scrollHeight;
      const { scrollHeight, clientHeight } = list;
      seen.current = { scrollHeight, clientHeight };
    });
    follow.observe(list);
    follow.observe(list.firstElementChild);
    return () => follow.disconnect();
  }, []);
  // The welcome and its examples are read from their beginning.
  const isEmpty = chat.messages.length === 1;
  useEffect(() => void (isAtEnd.current = !isEmpty), [isEmpty]);
  const isAwaitingReply = chat.messages.at(-1)?.content === '';
  useEffect(() => {
    if (!isAwaitingReply || !box.current) return;
    isAtEnd.current = true;
    box.current.scrollTop = box.current.scrollHeight;
  }, [isAwaitingReply]);
  return (
    <div
      ref={box}
      role="log"
      aria-label="Conversation"
      aria-busy={chat.phase !== undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolling needs the keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        const isOfReader =
          scrollHeight === seen.current.scrollHeight && clientHeight === seen.current.clientHeight;
        if (isOfReader) isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      className={classNames('overflow-y-auto overscroll-contain bg-background px-3 py-3', className)}
    >
      <div>
        <ol className="flex flex-col gap-3">
          {chat.messages.map((message) => (
            <ChatBubble
              key={message.id}
              message={message}
              links={links}
              isBusy={chat.phase !== undefined}
              onAsk={chat.askAgain}
              onRate={(thumb) => chat.rate(message, thumb)}
            />
          ))}
          {chat.phase === 'thinking' && (
            <AnswerFrame>
              <Working word="Thinking..." />
            </AnswerFrame>
          )}
        </ol>
        {isEmpty && chat.phase === undefined && <Examples onAsk={chat.choose} />}
      </div>
    </div>
  );
}

/** Questions for a person who sees an empty chat. */
const Examples = ({ onAsk }: { onAsk: (question: string) => void }) => (
  <section aria-label="Example questions" className="mt-3 text-sm">
    <p className="mb-1 text-muted">For example:</p>
    <ul className="flex flex-col items-start gap-1">
      {QUESTION_EXAMPLES.map((question) => (
        <li key={question} className="max-md:nth-[n+4]:hidden">
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="min-h-7 text-left text-accent-ink underline underline-offset-2"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  </section>
);

/** Suggested questions and actions. */
function Chips({ chat }: { chat: Chat }) {
  const last = chat.messages.at(-1);
  const actions = (chat.phase === undefined && last?.type === 'assistant' && last.suggestedActions) || [];
  if (actions.length === 0) return null;
  return (
    <div role="group" aria-label="Suggested actions" className="flex flex-wrap gap-1.5 px-3 pt-2">
      {actions.map((text) => (
        <Button
          key={text}
          size="small"
          className="rounded-full px-2.5! text-xs"
          onClick={() => chat.choose(text)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}

function Input({ chat, inputRef }: Pick<Props, 'chat' | 'inputRef'>) {
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method editor is open, Enter selects a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    chat.send();
  };
  return (
    <form
      className="flex items-end gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        chat.send();
      }}
    >
      <textarea
        ref={inputRef}
        rows={2}
        aria-label="Message"
        maxLength={ASSISTANT_LIMITS.query}
        placeholder="Ask about servers, documentation, or infrastructure..."
        value={chat.input}
        onChange={(event) => chat.setInput(event.target.value)}
        onKeyDown={onKeyDown}
        className={classNames(controlClass, 'resize-none px-2.5 py-1.5 max-md:min-h-18.5')}
      />
      <Button
        type="submit"
        look="primary"
        disabled={chat.phase !== undefined || chat.input.trim() === ''}
        icon={<SendHorizontal size={16} aria-hidden />}
      >
        <span className="max-md:sr-only">Send</span>
      </Button>
    </form>
  );
}
