import type { Element } from 'hast';
import { ANCHOR_PREFIX } from './allow-list.ts';
import type { Part } from './safe-tree.ts';
import { elementsBelow, isElement, textOf } from './tree.ts';

/** An entry of the contents. `depth` is 1 below a section. */
export type Heading = { id: string; text: string; depth: 0 | 1 };

/** Fewer headings than this are seen at a glance. More than this are no help. */
const FEWEST = 3;
const MOST = 200;

const LEVEL = /^h([1-6])$/;
const levelOf = ({ tagName }: Element): number => Number(LEVEL.exec(tagName)?.[1] ?? 0);

/** The anchor of an element, as addresses contain it. */
const anchorOf = ({ properties }: Element): string =>
  String(properties['id'] ?? '').slice(ANCHOR_PREFIX.length);

/**
 * The contents of a text in two levels: the sections, which are the headings of the highest level that has several, and the
 * headings of the next level below them. A single heading above the sections is a section too.
 */
export function headingsOf(parts: Part[]): Heading[] {
  const headings = [...elementsBelow({ type: 'root', children: parts.flat() })].filter(
    (element) =>
      levelOf(element) > 0 && element.properties['id'] && element.properties['className'] === undefined,
  );
  const levels = [...new Set(headings.map(levelOf))].toSorted((a, b) => a - b);
  const top = levels.find((level) => headings.filter((each) => levelOf(each) === level).length > 1);
  if (top === undefined) return [];
  const below = levels.find((level) => level > top) ?? top;
  const shown = headings.filter((each) => levelOf(each) <= below);
  if (shown.length < FEWEST) return [];
  return shown.slice(0, MOST).map((each) => ({
    id: anchorOf(each),
    text: textOf(each),
    depth: levelOf(each) <= top ? 0 : 1,
  }));
}

/** Levels that the highest heading of a text is below the first one. */
export function headingShift(parts: Part[]): number {
  const levels = [...elementsBelow({ type: 'root', children: parts.flat() })].map(levelOf);
  return Math.min(...levels.filter((level) => level > 0), MOST_SHIFT) - 1;
}
const MOST_SHIFT = 6;

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * The parts without a first heading that repeats the title above the text, and the anchor of that heading, which the title
 * takes over: links to it still lead somewhere.
 */
export function withoutTitle(parts: Part[], title: string): { parts: Part[]; anchor?: string } {
  const [first = [], ...rest] = parts;
  const at = first.findIndex((node) => isElement(node) || (node.type === 'text' && node.value.trim() !== ''));
  const heading = first[at];
  if (!heading || !isElement(heading) || levelOf(heading) === 0 || plain(textOf(heading)) !== plain(title))
    return { parts };
  return { parts: [first.filter((node) => node !== heading), ...rest], anchor: anchorOf(heading) };
}
