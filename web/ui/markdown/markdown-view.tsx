import { useDeferredValue, useEffect, useRef } from 'react';
import { scrollToAnchor } from './anchors.ts';
import { isLong } from './beginning.ts';
import { type Links, LinksContext } from './elements.tsx';
import './markdown.css';
import { SafeParts } from './safe-markdown.tsx';
import { useParts } from './use-parts.ts';
import { Part } from '../feedback/part.tsx';

export type MarkdownText = {
  text: string;
  /** How links inside of the product are followed; it should stay the same object. */
  links?: Links | undefined;
  /** The place to scroll to, as the address of the page names it. */
  anchor?: string | undefined;
};

/**
 * The one view of markdown: nothing in the text can run script. Of long texts the beginning is shown at once, and the rest
 * is read and drawn without holding up the page.
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
