/** Runs of letters and digits. What stands between them, such as a hyphen, is compared with the text itself. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer runs, such as data, are cut into pieces of this length. Each begins in the middle of the one before. */
const LONGEST = 64;
const HALF = LONGEST / 2;

/** What the index of pieces holds of a folded text: its distinct runs of letters and digits. */
export const piecesOf = (folded: string): string[] => [...new Set((folded.match(RUN) ?? []).flatMap(cut))];

function cut(run: string): string[] {
  if (run.length <= LONGEST) return [run];
  const letters = [...run];
  const pieces = [];
  for (let start = 0; start === 0 || start + HALF < letters.length; start += HALF)
    pieces.push(letters.slice(start, start + LONGEST).join(''));
  return pieces;
}

/**
 * What the pieces of a text that holds `text` have to be. `whole`: pieces as they are. `patterns`: LIKE patterns that some piece fits.
 * `isExact`: every text with such pieces holds it. Without whole pieces and patterns, only the texts themselves can tell.
 */
export type Traces = { whole: string[]; patterns: string[]; isExact: boolean };

/** Letters of the end of a text that too many pieces would fit. */
const SHORTEST_END = 2;
/** Patterns of long runs in one text that are asked for; the text itself is compared with the rest. */
const MOST = 4;

export function tracesOf(text: string): Traces {
  const runs = [...text.matchAll(RUN)].map(({ 0: run, index }) => {
    const start = [...run].slice(0, HALF).join('');
    const isOpenBefore = index === 0;
    const isOpenBehind = start !== run || index + run.length === text.length;
    const pattern = `${isOpenBefore ? '%' : ''}${start}${isOpenBehind ? '%' : ''}`;
    return { start, pattern, isWhole: start === pattern };
  });
  const isExact = runs.length === 1 && runs[0]?.start === text;
  const asked = runs.filter(({ start, isWhole }) => isWhole || start.length >= SHORTEST_END);
  return {
    whole: asked.filter(({ isWhole }) => isWhole).map(({ start }) => start),
    patterns: asked.flatMap(({ isWhole, pattern }) => (isWhole ? [] : pattern)).slice(0, MOST),
    isExact,
  };
}
