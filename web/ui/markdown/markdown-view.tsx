import { useDeferredValue, useEffect, useRef, startTransition, useMemo, useState } from 'react';
import { scrollToAnchor } from './anchor.ts';
import { HeadingShift, type Links, LinksContext } from './elements.tsx';
import { headingShift } from './headings.ts';
import { isLong, partsOfBeginning, parseInWorker } from './long-text.ts';
import './markdown.css';
import { SafeParts } from './safe-markdown.tsx';
import { Part } from '../feedback/part.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import type { Part as TextPart } from './safe-tree.ts';

/** Parts rendered together: few enough that the page can handle a key press before the next ones. */
const AT_A_TIME = 6;

type Read = { text: string; parts: TextPart[]; isWhole: boolean };

/** The parts of a text to render, in order, and whether there are more to come. */
export type RenderedText = { parts: TextPart[]; isWhole: boolean; isLong: boolean };

/**
 * A short text at once; of a long one the beginning at once and the rest a few parts at a time. The server passes all
 * parts as `parsed`.
 */
export function useMarkdown(text: string, parsed?: TextPart[]): RenderedText {
  const shown = useDeferredValue(text);
  const { parts, isWhole } = useSomeParts(shown, parsed);
  return { parts, isWhole: isWhole && shown === text, isLong: isLong(shown) };
}

function useSomeParts(text: string, parsed: TextPart[] | undefined): Omit<RenderedText, 'isLong'> {
  const { parts, isWhole } = useReadParts(text, parsed);
  const [drawn, setDrawn] = useState(parsed ? parsed.length : AT_A_TIME);
  const isDrawn = drawn >= parts.length;
  useEffect(() => {
    if (!isDrawn) startTransition(() => setDrawn(drawn + AT_A_TIME));
  }, [isDrawn, drawn]);
  return isDrawn ? { parts, isWhole } : { parts: parts.slice(0, drawn), isWhole: false };
}

/**
 * The parts parsed so far: of a long text first its beginning, then more from the worker. When a long text changes, the
 * old parts stay until the new text is parsed completely, so that the reading position is kept.
 */
function useReadParts(text: string, parsed: TextPart[] | undefined): Omit<RenderedText, 'isLong'> {
  const [read, setRead] = useState<Read>();
  useEffect(() => {
    if (!isLong(text)) return undefined;
    const take = (parts: TextPart[], isWhole: boolean) =>
      startTransition(() =>
        setRead((before) => (isWhole || !before?.isWhole ? { text, parts, isWhole } : before)),
      );
    let stop: (() => void) | undefined;
    // Wait until the beginning is on screen: parsing the rest would compete with rendering it.
    const stopWaiting = whenIdle(() => (stop = parseInWorker(text, take)), 0);
    return () => {
      stopWaiting();
      stop?.();
    };
  }, [text]);
  const isRead = isLong(text) && (read?.isWhole || read?.text === text);
  const beginning = useMemo(() => (isRead || parsed ? [] : partsOfBeginning(text)), [text, isRead, parsed]);
  if (parsed) return { parts: parsed, isWhole: true };
  if (isRead && read) return { parts: read.parts, isWhole: read.isWhole && read.text === text };
  return { parts: beginning, isWhole: !isLong(text) };
}

type TextProps = {
  /** How internal links are followed. Pass a stable object. */
  links?: Links | undefined;
  /** The anchor to scroll to, from the address of the page. */
  anchor?: string | undefined;
};

export type MarkdownText = TextProps & { text: string };

/**
 * The only markdown view: no text can run scripts. Of long texts the beginning is shown at once, and the rest is parsed
 * and rendered without blocking the page.
 */
export const MarkdownView = ({ text, ...props }: MarkdownText) => (
  <MarkdownParts {...useMarkdown(text)} {...props} />
);

export function MarkdownParts({ parts, isWhole, isLong: areBoxes, links, anchor }: RenderedText & TextProps) {
  const box = useRef<HTMLDivElement>(null);
  const shift = useMemo(() => headingShift(parts), [parts]);
  useEffect(() => {
    if (anchor && box.current) scrollToAnchor(box.current, anchor);
    // Also when the rest of a long text arrives, which may contain the anchor.
  }, [anchor, isWhole]);
  return (
    <LinksContext value={links}>
      <div ref={box} data-markdown aria-busy={!isWhole} className="markdown">
        <Part name="The text" of={[parts]}>
          <HeadingShift value={shift}>
            <SafeParts parts={parts} areBoxes={areBoxes} />
          </HeadingShift>
        </Part>
      </div>
    </LinksContext>
  );
}
