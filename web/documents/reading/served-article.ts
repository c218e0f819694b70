import { scrollToAnchor } from '../../ui/markdown/anchor.ts';
import { keptPosition, type Position, positionIn, scrollToPosition } from './position.ts';

/** The text of a document that the server rendered into its page, until the application shows it. */
const servedFrame = (): HTMLElement | undefined =>
  document.querySelector<HTMLElement>('[data-first-text]:has([data-article])') ?? undefined;
const articleIn = (frame: HTMLElement | undefined) => frame?.querySelector<HTMLElement>('[data-article]');

export const hasServedArticle = (): boolean => servedFrame() !== undefined;

export const removeServedArticle = (): void => servedFrame()?.remove();

/** Where somebody read before, until they scroll. The page may be too short for it until the application arrives. */
let before: Position | undefined;
const SCROLLING = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Goes to where somebody read before a reload, or to the heading in the address, before the application does. */
export function openServedArticle(): void {
  const article = articleIn(servedFrame());
  if (!article) return;
  before = keptPosition();
  const forget = () => (before = undefined);
  for (const name of SCROLLING) addEventListener(name, forget, { passive: true, once: true });
  if (before) scrollToPosition(article, before);
  else if (location.hash) scrollToAnchor(article, location.hash);
  article.addEventListener('click', ({ target }) => {
    const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : undefined;
    if (href?.startsWith('#')) scrollToAnchor(article, href);
  });
}

const FOCUSABLE = 'a[href], summary, [tabindex="0"]';
const nthOf = (article: Element, of: string, element: Element | null) =>
  element ? [...article.querySelectorAll(of)].indexOf(element) : -1;

/** Replaces the text of the page by that of the application: what is read, opened and focused stays. */
export function handOverTo(article: HTMLElement): boolean {
  const frame = servedFrame();
  const served = articleIn(frame);
  if (!frame || !served) return false;
  const position = before ?? positionIn(served);
  const focused = nthOf(served, FOCUSABLE, document.activeElement);
  const opened = [...served.querySelectorAll('details')].map(({ open }) => open);
  frame.remove();
  for (const [at, details] of article.querySelectorAll('details').entries())
    details.open = opened[at] ?? details.open;
  article.querySelectorAll<HTMLElement>(FOCUSABLE)[focused]?.focus({ preventScroll: true });
  if (position) scrollToPosition(article, position);
  return true;
}
