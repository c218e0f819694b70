import { diffComm } from 'node-diff3';
import type { Fields } from '../document-fields.ts';

/** One difference that can be taken alone: lines of the text, or one field. */
export type Hunk = { field: keyof Fields; before: string; after: string };

type Piece = { lines: string[] } | { before: string[]; after: string[] };

/** The text in pieces that are the same, and pieces that differ. */
function piecesOf(before: string, after: string): Piece[] {
  return diffComm(before.split('\n'), after.split('\n')).map((piece) =>
    'common' in piece && piece.common
      ? { lines: piece.common }
      : { before: piece.buffer1 ?? [], after: piece.buffer2 ?? [] },
  );
}

const shown = (value: Fields[keyof Fields] | undefined): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '');

/** What `changes` do to a document, in an order of its own: the fields first, then the text from top to end. */
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

/** The changes of which only those hunks are taken whose place in `hunksOf` says so; the rest is as it was before. */
export function taking(before: Fields, changes: Partial<Fields>, taken: boolean[]): Partial<Fields> {
  const { content, ...rest } = changes;
  const names = Object.keys(rest) as (keyof Fields)[];
  const fields = names.map((field, n) => [field, taken[n] ? changes[field] : before[field]]);
  let place = names.length;
  const lines =
    content === undefined
      ? undefined
      : piecesOf(before.content, content).flatMap((piece) => {
          if ('lines' in piece) return piece.lines;
          return taken[place++] ? piece.after : piece.before;
        });
  return { ...(Object.fromEntries(fields) as Partial<Fields>), ...(lines && { content: lines.join('\n') }) };
}
