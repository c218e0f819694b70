import { type ReactNode, type Ref, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { ANCHOR_PREFIX } from '../../ui/markdown/allow-list.ts';
import type { Links } from '../../ui/markdown/elements.tsx';
import { headingsOf, withoutTitle } from '../../ui/markdown/headings.ts';
import { MarkdownParts, useMarkdown } from '../../ui/markdown/markdown-view.tsx';
import type { Part } from '../../ui/markdown/safe-tree.ts';
import { scrollToAnchor } from '../../ui/markdown/anchor.ts';
import { ContentsBeside, FoldedContents } from './contents.tsx';
import { useCurrentHeading } from './current-heading.ts';
import '../print/print.css';

export type DocumentArticleProps = {
  title: string;
  content: string;
  /** The parts of the content, where they are there already. */
  parsed?: Part[] | undefined;
  /** The level of the title. */
  as?: 'h1' | 'h2';
  titleRef?: Ref<HTMLHeadingElement>;
  /** Shown between title and text. */
  facts: ReactNode;
  /** Beside the text where the window is wide enough, else folded above it; or only so; or none, as on paper. */
  contents: 'beside' | 'folded' | 'none';
  links?: Links | undefined;
  anchor?: string | undefined;
  /** Called when all of the text is there, and again when it changes. */
  onWhole?: ((article: HTMLElement) => void) | undefined;
  /** Shown below the text when all of it is there: nothing may move. */
  children?: ReactNode;
};

/**
 * A document to read: the page of a document, the preview, shared pages and paper. The server renders it into its page, so
 * nothing below may need a browser while it renders.
 */
export function DocumentArticle({
  title,
  content,
  parsed,
  as: Title = 'h1',
  titleRef,
  facts,
  contents,
  links,
  anchor,
  onWhole,
  children,
}: DocumentArticleProps) {
  const article = useRef<HTMLElement>(null);
  const read = useMarkdown(content, parsed);
  const text = useMemo(() => withoutTitle(read.parts, title), [read.parts, title]);
  const headings = useMemo(() => (contents === 'none' ? [] : headingsOf(text.parts)), [contents, text]);
  const current = useCurrentHeading(article, headings);
  const isBeside = contents === 'beside';
  const handleWhole = useEffectEvent(() => article.current && onWhole?.(article.current));
  useLayoutEffect(() => {
    if (read.isWhole) handleWhole();
  }, [read.isWhole, content]);
  // For the addresses of links on paper (print.css).
  useEffect(() => article.current?.style.setProperty('--origin', `"${location.origin}"`), []);
  const entries = {
    headings,
    current,
    onFollow: (id: string) => {
      if (article.current) scrollToAnchor(article.current, id);
      links?.follow(`#${id}`);
    },
  };
  return (
    <article
      ref={article}
      data-article
      className={classNames('paper', isBeside && 'xl:grid xl:grid-cols-[minmax(0,72ch)_16rem] xl:gap-x-12')}
    >
      <div className="min-w-0">
        <Title
          ref={titleRef}
          id={text.anchor === undefined ? undefined : ANCHOR_PREFIX + text.anchor}
          tabIndex={-1}
          className="text-2xl tracking-[-0.02em] [overflow-wrap:anywhere] max-md:text-xl"
        >
          {title || 'Untitled'}
        </Title>
        {facts}
        {headings.length > 0 && (
          <FoldedContents {...entries} className={isBeside ? FOLDED_IN_VIEW : 'my-3'} />
        )}
        {content.trim() === '' && <p className="text-sm text-muted">There is no text yet.</p>}
        <MarkdownParts {...read} parts={text.parts} links={links} anchor={anchor} />
        {read.isWhole && children}
      </div>
      {isBeside && headings.length > 0 && <ContentsBeside {...entries} />}
    </article>
  );
}

/** Below the top bar, and from 768 px below the bar of actions as well. */
const FOLDED_IN_VIEW = 'sticky top-13 z-4 my-3 md:top-[6.8125rem] xl:hidden';
