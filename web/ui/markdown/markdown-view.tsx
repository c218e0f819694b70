import { useDeferredValue, useEffect, useRef, startTransition, useMemo, useState } from 'react';
import { scrollToAnchor, type Links, LinksContext } from './elements.tsx';
import { isLong } from './beginning.ts';
import './markdown.css';
import { SafeParts } from './safe-markdown.tsx';
import { Part } from '../feedback/part.tsx';
import { whenIdle } from '../../lib/when-idle.ts';
import { partsOfBeginning } from './beginning-parts.ts';
import type { Part as TextPart } from './safe-tree.ts';
import { parseInWorker } from './parse-in-worker.ts';

/** Parts that come into the page together: few enough to answer a key before the next ones. */
const AT_A_TIME = 6;

type Read = { text: string; parts: TextPart[]; isWhole: boolean };

/** A text as parts to draw: a short one at once, of a long one the beginning at once and the rest a few parts at a time. */
function useParts(text: string): { parts: TextPart[]; isWhole: boolean } {
  const { parts, isWhole } = useReadParts(text);
  const [drawn, setDrawn] = useState(AT_A_TIME);
  const isDrawn = drawn >= parts.length;
  useEffect(() => {
    if (!isDrawn) startTransition(() => setDrawn(drawn + AT_A_TIME));
  }, [isDrawn, drawn]);
  return isDrawn ? { parts, isWhole } : { parts: parts.slice(0, drawn), isWhole: false };
}

/**
 * All parts that are there: of a long text its beginning first, and more as it is read beside the page. A long text that
 * changes stays as it was until all of it is read anew, so that the place one reads stays.
 */
function useReadParts(text: string): { parts: TextPart[]; isWhole: boolean } {
  const [read, setRead] = useState<Read>();
  useEffect(() => {
    if (!isLong(text)) return undefined;
    const take = (parts: TextPart[], isWhole: boolean) =>
      startTransition(() =>
        setRead((before) => (isWhole || !before?.isWhole ? { text, parts, isWhole } : before)),
      );
    let stop: (() => void) | undefined;
    // The beginning is on the screen by then: reading the rest would take processor time from drawing it.
    const stopWaiting = whenIdle(() => (stop = parseInWorker(text, take)), 0);
    return () => {
      stopWaiting();
      stop?.();
    };
  }, [text]);
  const isRead = isLong(text) && (read?.isWhole || read?.text === text);
  const beginning = useMemo(() => (isRead ? [] : partsOfBeginning(text)), [text, isRead]);
  if (isRead && read) return { parts: read.parts, isWhole: read.isWhole && read.text === text };
  return { parts: beginning, isWhole: !isLong(text) };
}

export type MarkdownText = {
  text: string;
  /** How links inside of the product are followed; it should stay the same object. */
  links?: Links | undefined;
  /** The place to scroll to, as the address of the page names it. */
  anchor?: string | undefined;
};

/**
 * The one view of markdown: nothing in the text can run script. Of long texts the beginning is shown at once, and the rest
 * is parsed and rendered without blocking the page.
 */
export function MarkdownView({ text, links, anchor }: MarkdownText) {
  const shown = useDeferredValue(text);
  const { parts, isWhole } = useParts(shown);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (anchor && box.current) scrollToAnchor(box.current, anchor);
    // Also when the rest of a long text arrives, in which the place may be.
  }, [anchor, isWhole]);
  return (
    <LinksContext value={links}>
      <div ref={box} data-markdown aria-busy={!isWhole || shown !== text} className="markdown">
        <Part name="The text" of={[shown]}>
          <SafeParts parts={parts} areBoxes={isLong(shown)} />
        </Part>
      </div>
    </LinksContext>
  );
}
