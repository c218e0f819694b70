import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { scrollToAnchor } from './markdown/anchors.ts';
import { beginningOf } from './markdown/beginning.ts';
import { type Links, LinksContext } from './markdown/elements.tsx';
import './markdown/markdown.css';
import { SafeMarkdown } from './markdown/safe-markdown.tsx';

type Props = {
  text: string;
  /** How links inside of the product are followed; it should stay the same object. */
  links?: Links | undefined;
  /** The place to scroll to, as the address of the page names it. */
  anchor?: string | undefined;
};

const Rendered = memo(SafeMarkdown);

/**
 * The one view of markdown: nothing in the text can run script. Of long texts the beginning is shown
 * at once, and the rest is rendered without holding up the page.
 */
export function MarkdownView({ text, links, anchor }: Props) {
  const isPainted = useAfterPaint();
  const shown = useDeferredValue(isPainted ? text : beginningOf(text), beginningOf(text));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (anchor && shown && box.current) scrollToAnchor(box.current, anchor);
  }, [anchor, shown]);
  return (
    <LinksContext value={links}>
      <div ref={box} data-markdown aria-busy={shown !== text} className="markdown">
        <Rendered text={shown} />
      </div>
    </LinksContext>
  );
}

/** True once the browser has shown what was rendered first: reading all of a long text would keep it from doing so. */
function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
