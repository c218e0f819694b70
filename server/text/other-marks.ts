/** Shorter texts are parsed fast, whatever they contain. */
const SHORT = 2_000;
/** No author nests brackets this deep. */
const DEEPEST = 100;
const AFTER_BLANK_LINE = /(?<=\n[ \t]*\r?\n)/;
const MARKS = /\\.|[[\]]|`+|[*_~]+/gs;
/** Before marks that may begin a block: nothing but the marks of quotes and lists. */
const START_OF_LINE = /(?:^|\n)[ \t>*+\d.)_~-]*$/;

/**
 * Replaces marks that have no part in links and code by letters, so that all positions stay: brackets and backticks without their
 * other half, and marks of emphasis. A markdown parser searches the whole block for the other half of each mark, which takes
 * minutes if a text consists of them.
 */
export const withoutOtherMarks = (source: string): string =>
  source.length < SHORT ? source : source.split(AFTER_BLANK_LINE).map(inBlock).join('');

function inBlock(block: string): string {
  const closing = closingRuns(block);
  const letters: Span[] = [];
  const open: Span[] = [];
  let codeEnd = 0;
  for (const { index, 0: mark } of block.matchAll(MARKS)) {
    const span = { start: index, end: index + mark.length };
    if (index < codeEnd || mark.startsWith('\\')) continue;
    if (mark === '[') open.push(span);
    else if (mark === ']') {
      const isDeep = open.length > DEEPEST;
      const start = open.pop();
      if (!start) letters.push(span);
      else if (isDeep) letters.push(start, span);
    } else if (!isAtStart(block, index)) {
      const end = mark.startsWith('`') ? closing(mark.length, index) : undefined;
      if (end === undefined) letters.push(span);
      else codeEnd = end;
    }
  }
  return withLetters(block, [...letters, ...open]);
}

type Span = { start: number; end: number };

function withLetters(text: string, spans: Span[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    pieces.push(text.slice(done, start), 'x'.repeat(end - start));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

/** Marks there may be a fence, a rule or a bullet. */
const isAtStart = (block: string, index: number): boolean =>
  START_OF_LINE.test(block.slice(Math.max(0, index - 100), index));

/** Finds where the code ends that a run opens, if called from the first run to the last. In code a backslash escapes nothing. */
function closingRuns(block: string): (length: number, opening: number) => number | undefined {
  const runs = Map.groupBy(block.matchAll(/`+/g), ([run]) => run.length);
  const passed = new Map<number, number>();
  return (length, opening) => {
    const sameLength = runs.get(length) ?? [];
    let next = passed.get(length) ?? 0;
    while (next < sameLength.length && (sameLength[next]?.index ?? 0) <= opening) next += 1;
    passed.set(length, next);
    const close = sameLength[next];
    return close && close.index + length;
  };
}
