import { Check, Copy, ThumbsDown, ThumbsUp, CircleCheck, CircleX, Link as LinkIcon } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState, type MouseEvent } from 'react';
import type { Feedback, Source } from '../../contract/calls/assistant.ts';
import { readingAddress } from '../../contract/shared/item-address.ts';
import { classNames } from '../lib/class-names.ts';
import { isPlainClick } from '../lib/plain-click.ts';
import { copyAndReport } from '../ui/feedback/copy-text.ts';
import { Badge } from '../ui/feedback/badge.tsx';
import { Button, IconButton } from '../ui/controls/button.tsx';
import { fetchedPart, Part } from '../ui/feedback/part.tsx';
import type { MarkdownText } from '../ui/markdown/markdown-view.tsx';
import type { Links } from '../ui/markdown/elements.tsx';
import type { ChangedQuery } from './changed-query.ts';
import type { ChatMessage } from './conversation.ts';
import { isNotFromRecords, linkState } from './reply-links.ts';
import { QueryChips } from './query-chips.tsx';

/** Renders replies. A greeting has no markup, so the screen opens without it. */
export const MarkdownView = fetchedPart<MarkdownText>(
  () => import('../ui/markdown/markdown-view.tsx'),
  'MarkdownView',
);

/** Any character or word with a meaning in markdown. */
const MARKUP = /[\\`*_[\]<>#|~&:@\n]|www\.|^\s|^\d+[.)]|^[-+=]/i;

const COPIED_MS = 2000;
/** Shown after the text of a disabled link. */
const NOTES = { followed: undefined, unread: '', notFound: 'not found in the source' };

type Props = {
  message: ChatMessage;
  links: Links;
  /** While a reply is pending, no other question can be sent. */
  isBusy: boolean;
  onRate: (thumb: Feedback) => void;
  onAsk: (changed: ChangedQuery) => void;
};

/** One message. Replies are markdown; questions are shown as typed. */
export function ChatBubble({ message, links, isBusy, onRate, onAsk }: Props) {
  const { type, content, isStreaming, outcome, sources, understood, earlierUnderstood = [] } = message;
  const ownLinks = useMemo(
    () => ({
      ...links,
      isNotFollowed: (address: string) => NOTES[linkState({ isStreaming, outcome, sources }, address)],
    }),
    [links, isStreaming, outcome, sources],
  );
  if (type === 'user') {
    return (
      <li
        className={
          'max-w-[85%] self-end rounded-xl rounded-br-[3px] bg-accent px-3 py-2 text-sm ' +
          '[overflow-wrap:anywhere] whitespace-pre-wrap text-on-accent'
        }
      >
        <span className="sr-only">You: </span>
        {content}
      </li>
    );
  }
  return (
    <AnswerFrame>
      {content && (
        <Part name="The reply" of={[content]}>
          {MARKUP.test(content) ? (
            <Suspense fallback={<PlainText text={content} />}>
              <MarkdownView text={content} links={ownLinks} />
            </Suspense>
          ) : (
            <PlainText text={content} />
          )}
        </Part>
      )}
      {!isStreaming && isNotFromRecords(message) && (
        <p className="py-0.5">
          <Badge look="yellow">Not from your records</Badge>
        </p>
      )}
      {(understood ? [...earlierUnderstood, understood] : []).map((one, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Questions have no id and never change.
        <QueryChips key={at} understood={one} isBusy={isBusy} onAsk={onAsk} onOpen={links.follow} />
      ))}
      {sources && sources.length > 0 && <SourceList sources={sources} onOpen={links.follow} />}
      {isStreaming ? <Working word="Streaming..." /> : <Actions message={message} onRate={onRate} />}
    </AnswerFrame>
  );
}

const PlainText = ({ text }: { text: string }) => (
  <p className="mb-3 max-w-[72ch] text-base whitespace-pre-wrap">{text}</p>
);

export const AnswerFrame = ({ children }: { children: ReactNode }) => (
  <li
    className={
      'max-w-[85%] min-w-0 self-start rounded-xl rounded-bl-[3px] border border-border bg-surface ' +
      'px-3 py-2 text-sm [overflow-wrap:anywhere] [&_.markdown]:text-base!'
    }
  >
    <span className="sr-only">Assistant: </span>
    {children}
  </li>
);

export const Working = ({ word }: { word: string }) => (
  <p className="py-0.5">
    <Badge look="soft">{word}</Badge>
  </p>
);

function Actions({
  message: { content, interactionId, feedback },
  onRate,
}: Pick<Props, 'message' | 'onRate'>) {
  return (
    <div className="-mx-1.5 -mb-1 mt-1 flex items-center gap-0.5">
      <CopyMessage text={content} />
      {interactionId && (
        <>
          <Thumb label="Helpful" isOn={feedback === 'up'} onClick={() => onRate('up')}>
            <ThumbsUp size={14} />
          </Thumb>
          <Thumb label="Not helpful" isOn={feedback === 'down'} onClick={() => onRate('down')}>
            <ThumbsDown size={14} />
          </Thumb>
        </>
      )}
    </div>
  );
}

type ThumbProps = { label: string; isOn: boolean; onClick: () => void; children: ReactNode };

const Thumb = ({ label, isOn, onClick, children }: ThumbProps) => (
  <IconButton
    size="small"
    label={label}
    icon={children}
    aria-pressed={isOn}
    onClick={onClick}
    className={classNames(isOn && 'bg-accent-soft text-accent-ink!')}
  />
);

function CopyMessage({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await copyAndReport(text, 'Message copied to clipboard', 'Select the message and copy it.'))
      setCopied(true);
  };
  return (
    <Button
      look="quiet"
      size="small"
      className="px-1.5! text-xs text-muted hover:text-text"
      icon={isCopied ? <Check size={14} className="text-green" data-copied /> : <Copy size={14} />}
      onClick={() => void copy()}
    >
      Copy
    </Button>
  );
}

/** The reply links a real page that was not read for it. */
const isOnlyLinked = ({ verified, url, quote }: Source) => !verified && url !== '' && quote === undefined;
const isNotFound = (source: Source) => !source.verified && !isOnlyLinked(source);

type SourceListProps = { sources: Source[]; onOpen: (address: string) => void };

/** The sources of a model's reply: verified, only linked, or not found. The last ones are not linked. */
const SourceList = ({ sources, onOpen }: SourceListProps) => (
  <section aria-label="Sources" className="mt-1 border-t border-border pt-2 text-xs">
    <p className="mb-1 text-muted">Sources</p>
    <ul className="flex flex-col gap-1">
      {sources.map((source) => (
        <li
          key={`${source.title} ${source.url} ${source.quote}`}
          className="flex min-w-0 items-start gap-1.5"
        >
          {source.verified && <CircleCheck size={14} className="mt-px flex-none text-green" aria-hidden />}
          {isOnlyLinked(source) && <LinkIcon size={14} className="mt-px flex-none text-muted" aria-hidden />}
          {isNotFound(source) && <CircleX size={14} className="mt-px flex-none text-red" aria-hidden />}
          <SourceText source={source} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  </section>
);

function SourceText({ source, onOpen }: { source: Source } & Pick<SourceListProps, 'onOpen'>) {
  const { title, quote, verified } = source;
  const url = readingAddress(source.url);
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(url);
  };
  return (
    <span className="min-w-0">
      {!isNotFound(source) && url !== '' ? (
        <a href={url} onClick={open} className="text-accent-ink underline underline-offset-2">
          {title}
        </a>
      ) : (
        title
      )}
      {verified && <span className="text-muted"> verified</span>}
      {isOnlyLinked(source) && <span className="text-muted"> not read for this reply</span>}
      {isNotFound(source) && <span className="text-red"> not found in the source</span>}
      {quote && <q className="block truncate text-muted">{quote}</q>}
    </span>
  );
}
