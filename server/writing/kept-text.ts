/** Of the lines of a text so many may be said in other words altogether. */
const MOST_REWORDED = 0.1;

/** Words that carry something: of four letters on, and everything with a figure in it, such as a name, an address or a code. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    // Steps may be numbered anew.
    .replace(/^\s*\(?\d{1,3}[.)]\s/gm, '')
    .match(/[\p{L}\p{N}]+/gu)
    ?.filter((word) => word.length > 3 || /\p{N}/u.test(word)) ?? [];

/** Sentences, and lines of lists and of code, that carry something. */
const linesOf = (text: string): string[] =>
  text.split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u).filter((line) => wordsOf(line).length > 0);

/** The lines of a text that are not in what was made of it: less than half of their words stand there, or not each figure. */
function lostLines(text: string, made: string): string[] {
  const kept = new Set(wordsOf(made));
  return linesOf(text).filter((line) => {
    const words = wordsOf(line);
    const lost = words.filter((word) => !kept.has(word));
    return lost.length * 2 > words.length || lost.some((word) => /\p{N}/u.test(word));
  });
}

/** Whether a rewritten text still says what was said. */
export function isKept(text: string, made: string): boolean {
  return lostLines(text, made).length <= linesOf(text).length * MOST_REWORDED;
}
