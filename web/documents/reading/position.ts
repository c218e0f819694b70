import * as z from 'zod/mini';
import { keep, readKept } from '../../lib/kept.ts';

/** A block of a text, and how far below the top of the window it begins. Heights differ from visit to visit; blocks do not. */
const Position = z.object({ part: z.int(), block: z.int(), top: z.number() });
export type Position = z.infer<typeof Position>;

/** Below the bars. */
const TOP = 120;

const partsIn = (article: Element): HTMLElement[] => [
  ...article.querySelectorAll<HTMLElement>('[data-markdown] > *'),
];
/** Parts of a long text contain blocks; in a short one each block is its own part. */
const blocksIn = (part: HTMLElement): HTMLElement[] =>
  part.classList.contains('part') ? [...part.querySelectorAll<HTMLElement>(':scope > *')] : [part];

const isBelowTop = (element: Element): boolean => element.getBoundingClientRect().bottom > TOP;

/** What is read now; undefined at the top of the page. */
export function positionIn(article: Element): Position | undefined {
  if (scrollY === 0) return undefined;
  const parts = partsIn(article);
  const part = parts.findIndex(isBelowTop);
  const blocks = parts[part] ? blocksIn(parts[part]) : [];
  const block = blocks.findIndex(isBelowTop);
  const top = blocks[block]?.getBoundingClientRect().top;
  return top === undefined ? undefined : { part, block, top };
}

const TRIES = 4;

/** Scrolls to what was read. Returns false if the text has no such block any more. */
export function scrollToPosition(article: Element, { part, block, top }: Position): boolean {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = partsIn(article)[part];
    const element = found && blocksIn(found)[block];
    if (!element) return false;
    const by = element.getBoundingClientRect().top - top;
    if (Math.abs(by) < 1) return true;
    // Scrolling lays out what comes into view, and so may move it: far from the window, heights are estimates.
    scrollBy(0, by);
  }
  return true;
}

const KEY = 'reading-positions';
const MOST = 50;
const Kept = z.array(z.object({ entry: z.string(), position: Position }));

/** The entry of the history: going back and reloading come to the same one, following a link to a new one. */
function entryName(): string {
  const { __TSR_key: key = '' } = (history.state ?? {}) as { __TSR_key?: string };
  return `${location.pathname} ${key}`;
}

/** Browsers without storage keep no positions. */
const positions = () => readKept(KEY, Kept, 'tab') ?? [];

/** The position at the last visit of this entry of the history. */
export const keptPosition = (): Position | undefined =>
  positions().find((kept) => kept.entry === entryName())?.position;

/** Keeps the position for going back and for reloading. */
export function keepPosition(position: Position | undefined): void {
  const others = positions().filter((kept) => kept.entry !== entryName());
  const kept = position ? [...others, { entry: entryName(), position }] : others;
  keep(KEY, kept.slice(-MOST), 'tab');
}
