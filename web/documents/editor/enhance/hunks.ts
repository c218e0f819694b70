import { diffComm, diff3Merge } from 'node-diff3';
import type { Fields } from '../session/document-fields.ts';

/** One independent difference: lines of the text, or one field. */
export type Hunk = { field: keyof Fields | 'purpose'; before: string; after: string };

type Piece = { lines: string[] } | { before: string[]; after: string[] };

/** The text as equal and differing pieces. */
function piecesOf(before: string, after: string): Piece[] {
  return diffComm(before.split('\n'), after.split('\n')).map((piece) =>
    'common' in piece && piece.common
      ? { lines: piece.common }
      : { before: piece.buffer1 ?? [], after: piece.buffer2 ?? [] },
  );
}

const shown = (value: Fields[keyof Fields] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '');

/** The differences of `changes`: fields first, then the text from top to end. */
export function hunksOf(before: Fields, changes: Partial<Fields>): Hunk[] {
  const { content, ...rest } = changes;
  const fields = (Object.keys(rest) as (keyof Fields)[]).map((field) => ({
    field,
    before: shown(before[field]),
    after: shown(rest[field as keyof typeof rest]),
  }));
  const pieces = content === undefined ? [] : piecesOf(before.content, content);
  const text = pieces.flatMap((piece) =>
    'lines' in piece
      ? []
      : [{ field: 'content' as const, before: piece.before.join('\n'), after: piece.after.join('\n') }],
  );
  return [...fields, ...text];
}

/**
 * Applies only the accepted differences (by index in `hunksOf`) and keeps later typing (`now`). `isWhole` is false when
 * a rejected change stays because it was edited since.
 */
export function taking(
  before: Fields,
  changes: Partial<Fields>,
  taken: boolean[],
  now: Fields = { ...before, ...changes },
): { fields: Partial<Fields>; isWhole: boolean } {
  const { content, tags, ...rest } = changes;
  const names = (Object.keys(changes) as (keyof Fields)[]).filter((name) => name !== 'content');
  const back = names.filter((_, index) => !taken[index]);
  const ofText =
    content === undefined
      ? undefined
      : revertChanges(content, now.content, textWith(before.content, content, taken.slice(names.length)));
  const isAsMade = (name: keyof Fields) => name === 'tags' || now[name] === rest[name as keyof typeof rest];
  const added = tags?.filter((tag) => !before.tags.includes(tag)) ?? [];
  const fields = back
    .filter(isAsMade)
    .map((name) => [name, name === 'tags' ? now.tags.filter((tag) => !added.includes(tag)) : before[name]]);
  return {
    fields: { ...(Object.fromEntries(fields) as Partial<Fields>), ...(ofText && { content: ofText.text }) },
    isWhole: back.every(isAsMade) && (ofText?.isWhole ?? true),
  };
}

/** The text with only the accepted differences. */
function textWith(before: string, content: string, taken: boolean[]): string {
  let index = 0;
  const lines = piecesOf(before, content).flatMap((piece) => {
    if ('lines' in piece) return piece.lines;
    return taken[index++] ? piece.after : piece.before;
  });
  return lines.join('\n');
}

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
