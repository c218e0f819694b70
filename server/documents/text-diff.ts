import { diffArrays, diffWordsWithSpace } from 'diff';
import { withLineFeeds } from '../../contract/calls/documents.ts';
import type { LineChange, WordChange } from '../../contract/calls/versions.ts';

/**
 * Maximum differing lines, and words in a line, of an exact comparison. Its cost grows with their square and blocks
 * other requests. A time limit would make the result depend on the machine's load.
 */
const LINE_EDITS = 1_500;
const WORD_EDITS = 150;
/** Changed lines that are compared word by word. */
const MOST_PAIRS = 500;
/** Characters of a line that is compared word by word. */
const LONGEST_LINE = 2_000;
/** Unchanged lines shown on each side of a change. */
const AROUND = 3;

type Line = Exclude<LineChange, { kind: 'folded' }>;
type DiffRun = { kind: Line['kind']; lines: string[] };

/** Compares two texts by line and within lines. The result is coarse when they have too little in common. */
export function diffTexts({ before, after }: { before: string; after: string }): {
  lines: LineChange[];
  isCoarse: boolean;
} {
  const [oldText, newText] = [withLineFeeds(before), withLineFeeds(after)];
  if (oldText === newText) return { lines: [], isCoarse: false };
  const [old, now] = [oldText.split('\n'), newText.split('\n')];
  const runs = exactRuns(old, now);
  const lines = numbered(runs ?? coarseRuns(old, now));
  if (runs) compareWords(lines);
  return { lines: folded(lines), isCoarse: !runs };
}

function exactRuns(old: string[], now: string[]): DiffRun[] | undefined {
  const changes = diffArrays(old, now, { maxEditLength: LINE_EDITS });
  return changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    lines: value,
  }));
}

/** Equal lines at both ends stay; everything in between counts as replaced. */
function coarseRuns(old: string[], now: string[]): DiffRun[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return [
    { kind: 'same', lines: old.slice(0, head) },
    { kind: 'removed', lines: old.slice(head, old.length - tail) },
    { kind: 'added', lines: now.slice(head, now.length - tail) },
    { kind: 'same', lines: old.slice(old.length - tail) },
  ];
}

function numbered(runs: DiffRun[]): Line[] {
  let [oldLine, newLine] = [0, 0];
  return runs.flatMap(({ kind, lines }) =>
    lines.map((text) => ({
      kind,
      text,
      oldLine: kind === 'added' ? null : ++oldLine,
      newLine: kind === 'removed' ? null : ++newLine,
    })),
  );
}

/** Compares removed lines with the added lines that directly follow them, in pairs. */
function compareWords(lines: Line[]) {
  let pairs = 0;
  for (let at = 0; at < lines.length; at++) {
    const removed = runFrom(lines, at, 'removed');
    const added = runFrom(lines, at + removed.length, 'added');
    for (const [index, removedLine] of removed.entries()) {
      const come = added[index];
      if (!come || pairs >= MOST_PAIRS || Math.max(removedLine.text.length, come.text.length) > LONGEST_LINE)
        continue;
      pairs++;
      const words = diffWordsWithSpace(removedLine.text, come.text, { maxEditLength: WORD_EDITS });
      if (!words) continue;
      removedLine.words = wordsOf(words, 'removed');
      come.words = wordsOf(words, 'added');
    }
    at += Math.max(0, removed.length + added.length - 1);
  }
}

function runFrom(lines: Line[], start: number, kind: Line['kind']): Line[] {
  let end = start;
  while (lines[end]?.kind === kind) end++;
  return lines.slice(start, end);
}

type Words = { added: boolean; removed: boolean; value: string }[];

/** One side of the comparison of two lines. */
const wordsOf = (words: Words, side: 'added' | 'removed'): WordChange[] =>
  words
    .filter((word) => word[side] || (!word.added && !word.removed))
    .map((word) => ({ kind: word[side] ? side : 'same', text: word.value }));

/** Collapses long runs of equal lines to their number. */
function folded(lines: Line[]): LineChange[] {
  const isNear = lines.map(() => false);
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') isNear.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
  const shown: LineChange[] = [];
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear[at]) shown.push(line);
    else if (last?.kind === 'folded') last.lines++;
    else shown.push({ kind: 'folded', lines: 1 });
  }
  return shown;
}
