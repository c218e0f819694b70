import { type Part, partsOf } from './safe-tree.ts';

/** Characters rendered at once: more than a screen of text, rendered in a few milliseconds. */
const AT_ONCE = 2_000;
const LONG = 6_000;

/** Texts this long take noticeably long to parse. */
export const isLong = (text: string): boolean => text.length > LONG;

/** The text, or of a long one the part shown before the rest is ready; it ends between two blocks. */
export function beginningOf(text: string): string {
  if (!isLong(text)) return text;
  const head = text.slice(0, AT_ONCE);
  const fences = [...head.matchAll(/^ {0,3}(```|~~~)/gm)];
  // Half a code block would look like a complete one.
  const open = fences.length % 2 === 1 ? fences.at(-1)?.index : undefined;
  const whole = head.slice(0, open);
  const end = whole.lastIndexOf('\n\n');
  return end > 0 ? whole.slice(0, end) : whole;
}

let last: { beginning: string; parts: Part[] } | undefined;

/** The parts of a text that are shown at once. The last result is cached, so that it can be computed in advance. */
export function partsOfBeginning(text: string): Part[] {
  const beginning = beginningOf(text);
  if (last?.beginning !== beginning) last = { beginning, parts: partsOf(beginning) };
  return last.parts;
}
