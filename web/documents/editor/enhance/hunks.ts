import { diffComm } from 'node-diff3';
import type { Fields } from '../session/document-fields.ts';
import { revertChanges } from './revert-changes.ts';

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
  const back = names.filter((_, place) => !taken[place]);
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
  let place = 0;
  const lines = piecesOf(before, content).flatMap((piece) => {
    if ('lines' in piece) return piece.lines;
    return taken[place++] ? piece.after : piece.before;
  });
  return lines.join('\n');
}
