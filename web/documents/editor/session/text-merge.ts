import { diff3Merge, diffComm } from 'node-diff3';
import { withLineFeeds } from '../../../../contract/calls/documents.ts';

/** Merged lines, or lines that both changed since the common base. */
export type Piece = { text: string[] } | ConflictPiece;
type ConflictPiece = { base: string[]; mine: string[]; theirs: string[] };

/** The decision for a place that both changed. */
export type Choice = 'mine' | 'theirs' | 'both';

export const isConflict = (piece: Piece): piece is ConflictPiece => 'mine' in piece;

/** Merges two edits of `base` by lines. Separate edits are combined; conflicts keep both sides for a decision. */
export function mergeText(base: string, mine: string, theirs: string): Piece[] {
  const lines = [mine, base, theirs].map((text) => withLineFeeds(text).split('\n'));
  // Most of a long text is unchanged, and the cost of comparing grows faster than its length.
  const before = equalLines(lines);
  const after = equalLines(lines.map((text) => text.slice(before).toReversed()));
  const first = lines[0] ?? [];
  const [a = [], o = [], b = []] = lines.map((text) => text.slice(before, text.length - after));
  const merged = diff3Merge(a, o, b, { excludeFalseConflicts: true }) as Region[];
  const pieces: Piece[] = [
    { text: first.slice(0, before) },
    ...merged.map(({ ok, conflict: { a: mine, o: old, b: theirs } = NOTHING }) =>
      ok ? { text: ok } : { base: old, mine, theirs },
    ),
    { text: first.slice(first.length - after) },
  ];
  return pieces.filter((piece) => isConflict(piece) || piece.text.length > 0);
}

type Region = { ok?: string[]; conflict?: { a: string[]; o: string[]; b: string[] } };
const NOTHING = { a: [], o: [], b: [] };

/** Number of common lines at the start of all three. */
function equalLines([mine = [], base = [], theirs = []]: string[][]): number {
  const shortest = Math.min(mine.length, base.length, theirs.length);
  let count = 0;
  while (count < shortest && mine[count] === base[count] && theirs[count] === base[count]) count += 1;
  return count;
}

/** The text after a decision for each conflict, in order; without one both sides stay. */
export function joined(pieces: Piece[], choices: Choice[]): string {
  let index = 0;
  const lines = pieces.flatMap((piece) => {
    if (!isConflict(piece)) return piece.text;
    const choice = choices[index++] ?? 'both';
    if (choice === 'both') return [...piece.mine, ...piece.theirs];
    return choice === 'mine' ? piece.mine : piece.theirs;
  });
  return lines.join('\n');
}

/** Resolves each conflict to their version, followed by what was added to mine. */
export const withAdded = (pieces: Piece[]): Piece[] =>
  pieces.map((piece) =>
    isConflict(piece) ? { text: [...piece.theirs, ...addedLines(piece.base, piece.mine)] } : piece,
  );

const addedLines = (before: string[], after: string[]): string[] =>
  diffComm(before, after).flatMap(({ buffer2 = [] }) => buffer2);
