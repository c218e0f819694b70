/** Runs of letters and digits. Other characters, such as hyphens, are compared in the text itself. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer runs, such as data, are cut into pieces of this length. Each piece begins in the middle of the previous one. */
const LONGEST = 64;
const HALF = LONGEST / 2;

/** Returns the pieces of a folded text for the index: its distinct runs of letters and digits. */
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
 * The pieces of every text that holds `text`. `whole`: complete pieces. `patterns`: LIKE patterns that some piece matches.
 * `isExact`: every text with these pieces holds `text`. Without whole pieces and patterns, only the texts themselves can be
 * compared.
 */
export type Traces = { whole: string[]; patterns: string[]; isExact: boolean };

/** Minimum length of a run at the end of a text. Too many pieces match shorter ones. */
const SHORTEST_END = 2;
/** Patterns of one text that the index looks up. The text itself is compared with the rest. */
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
  const usable = runs.filter(({ start, isWhole }) => isWhole || start.length >= SHORTEST_END);
  return {
    whole: usable.filter(({ isWhole }) => isWhole).map(({ start }) => start),
    patterns: usable.flatMap(({ isWhole, pattern }) => (isWhole ? [] : pattern)).slice(0, MOST),
    isExact,
  };
}
