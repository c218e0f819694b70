import { diff3Merge } from 'node-diff3';

/** Maximum pieces compared word by word; more would block the page. */
const MOST_WORDS = 2_000;

/**
 * What becomes of a text in which changes are taken back after somebody typed on: `made` is what the changes made of it,
 * `wanted` the same with only those that stay, `now` what was typed since. What was typed is never lost; where it
 * stands in the very words that would go back, they stay as well and `isWhole` is false.
 */
export function revertChanges(made: string, now: string, target: string): { text: string; isWhole: boolean } {
  if (now === made) return { text: target, isWhole: true };
  const [a, o, b] = [now.split('\n'), made.split('\n'), target.split('\n')];
  // Most of a long text is unchanged, and the cost of comparing grows faster than its length.
  const start = equalBeginning(a, o, b);
  const rest = (lines: string[]) => lines.slice(start).toReversed();
  const end = equalBeginning(rest(a), rest(o), rest(b));
  const middle = (lines: string[]) => lines.slice(start, lines.length - end);
  let isWhole = true;
  const merged = regionsOf(middle(a), middle(o), middle(b)).flatMap((region) => {
    if ('ok' in region) return region.ok;
    const settled = besideTyping(region);
    if (settled) return settled;
    const byWord = mergedWords(region);
    isWhole &&= byWord.isWhole;
    return byWord.text;
  });
  return { text: [...a.slice(0, start), ...merged, ...a.slice(a.length - end)].join('\n'), isWhole };
}

type Conflict = { mine: string[]; old: string[]; theirs: string[] };

function regionsOf(mine: string[], old: string[], theirs: string[]): ({ ok: string[] } | Conflict)[] {
  return diff3Merge(mine, old, theirs, { excludeFalseConflicts: true }).map(({ ok, conflict }) =>
    conflict ? { mine: conflict.a, old: conflict.o, theirs: conflict.b } : { ok: ok ?? [] },
  );
}

/** Keeps typing directly before or after the reverted text. */
function besideTyping({ mine, old, theirs }: Conflict): string[] | undefined {
  if (old.every((piece, n) => mine[n] === piece)) return [...theirs, ...mine.slice(old.length)];
  const first = mine.length - old.length;
  return old.every((piece, n) => mine[first + n] === piece)
    ? [...mine.slice(0, first), ...theirs]
    : undefined;
}

/** Within a line, words separate typing from reverted text. */
function mergedWords({ mine, old, theirs }: Conflict): { text: string[]; isWhole: boolean } {
  const words = (lines: string[]) => wordsOf(lines.join('\n'));
  const [a, o, b] = [words(mine), words(old), words(theirs)];
  if (a.length + o.length + b.length > MOST_WORDS) return { text: mine, isWhole: false };
  // No lines at all and one empty line are not the same.
  if (old.length === 0 || theirs.length === 0) return { text: mine, isWhole: false };
  let isWhole = true;
  const text = regionsOf(a, o, b).flatMap((region) => {
    const settled = 'ok' in region ? region.ok : besideTyping(region);
    isWhole &&= settled !== undefined;
    return settled ?? ('mine' in region ? region.mine : []);
  });
  return { text: text.join('').split('\n'), isWhole };
}

const wordsOf = (text: string): string[] => text.match(/\n|[^\S\n]+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

function equalBeginning(a: string[], o: string[], b: string[]): number {
  const shortest = Math.min(a.length, o.length, b.length);
  let count = 0;
  while (count < shortest && a[count] === o[count] && b[count] === o[count]) count += 1;
  return count;
}
