/** Characters that are rendered at once: more than a screen of text, in a few milliseconds. */
const AT_ONCE = 2_000;
const LONG = 6_000;

/** Too long to be read without anybody noticing. */
export const isLong = (text: string): boolean => text.length > LONG;

/** The text, or as much of a long one as is shown before the rest is ready; it ends between two blocks. */
export function beginningOf(text: string): string {
  if (!isLong(text)) return text;
  const head = text.slice(0, AT_ONCE);
  const fences = [...head.matchAll(/^ {0,3}(```|~~~)/gm)];
  // Half a block of code would look like a whole one.
  const open = fences.length % 2 === 1 ? fences.at(-1)?.index : undefined;
  const whole = head.slice(0, open);
  const end = whole.lastIndexOf('\n\n');
  return end > 0 ? whole.slice(0, end) : whole;
}
