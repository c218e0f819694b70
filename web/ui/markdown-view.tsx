import { memo, useDeferredValue, useEffect, useRef } from 'react';
import { classNames } from '../lib/class-names.ts';
import { scrollToAnchor } from './markdown/anchors.ts';
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

/** The one view of markdown: nothing in the text can run script. Long texts are rendered without holding up the page. */
export function MarkdownView({ text, links, anchor }: Props) {
  const shown = useDeferredValue(text, '');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (anchor && shown && box.current) scrollToAnchor(box.current, anchor);
  }, [anchor, shown]);
  return (
    <LinksContext value={links}>
      <div
        ref={box}
        data-markdown
        aria-busy={shown !== text}
        className={classNames('markdown', shown !== text && 'text-muted')}
      >
        <Rendered text={shown} />
      </div>
    </LinksContext>
  );
}
