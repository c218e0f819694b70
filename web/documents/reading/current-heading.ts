import { type RefObject, useEffect, useState } from 'react';
import { ANCHOR_PREFIX } from '../../ui/markdown/allow-list.ts';
import type { Heading } from '../../ui/markdown/headings.ts';

/** A heading this far below the top of the window, under the bars, counts as reached. */
const REACHED_PX = 170;

/** The heading of the contents whose text is at the top of the window; undefined above the first one. */
export function useCurrentHeading(
  article: RefObject<HTMLElement | null>,
  headings: Heading[],
): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const ids = new Set(headings.map(({ id }) => id));
    let frame = 0;
    const look = () => {
      frame = 0;
      setCurrent(article.current ? headingInView(article.current, (id) => ids.has(id)) : undefined);
    };
    const onScroll = () => void (frame ||= requestAnimationFrame(look));
    onScroll();
    // The text may scroll in a box of its own.
    const options = { passive: true, capture: true };
    addEventListener('scroll', onScroll, options);
    return () => {
      removeEventListener('scroll', onScroll, options);
      cancelAnimationFrame(frame);
    };
  }, [article, headings]);
  return current;
}

/** The anchor of the last heading that is above the top of the window, or just below it. */
export function headingInView(text: Element, isMeant = (_id: string) => true): string | undefined {
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
  // The last headings may not reach the top, because the page ends below them.
  const limit = isAtEnd ? innerHeight : REACHED_PX;
  let last: string | undefined;
  for (const heading of text.querySelectorAll('[data-markdown] [data-level][id]')) {
    const id = heading.id.slice(ANCHOR_PREFIX.length);
    if (!isMeant(id)) continue;
    if (heading.getBoundingClientRect().top > limit) break;
    last = id;
  }
  return last;
}
