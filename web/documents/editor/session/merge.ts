import { unnumbered, withNumbers, withoutNumbers } from '../../../../contract/written-numbers.ts';
import type { Fields } from './document-fields.ts';
import { diff3Merge, diffComm } from 'node-diff3';
import { withLineFeeds } from '../../../../contract/line-ends.ts';

type ShortField = Exclude<keyof Fields, 'content' | 'tags'>;
const SHORT_FIELDS: ShortField[] = [
  'title',
  'excerpt',
  'technology',
  'domain',
  'category',
  'isPublished',
  'isTemplate',
  'templateType',
];

/** A place that both changed; in a short field only one version can stay. */
export type Conflict =
  | { field: 'content'; mine: string; theirs: string }
  | { field: ShortField; mine: string; theirs: string };

export type Merge = {
  /** All fields after merging; conflicts keep my version. */
  fields: Fields;
  /** The text; for a form, without its numbers. */
  pieces: Piece[];
  /** Short fields first, then places of the text in order. */
  conflicts: Conflict[];
  /** The merged result of both. */
  mine: Fields;
  theirs: Fields;
};

/** The common base: at least title and text. A difference in a field without a base counts as changed by both. */
export type Origin = Pick<Fields, 'content'> & Partial<Fields>;

/** Merges field by field what two people made of one version. */
export function mergeFields(origin: Origin, mine: Fields, theirs: Fields): Merge {
  const fields: Fields = { ...mine, tags: mergeTags(origin.tags, mine.tags, theirs.tags) };
  const conflicts: Conflict[] = [];
  for (const field of SHORT_FIELDS) {
    const isMineOld = field in origin && mine[field] === origin[field];
    const isTheirsOld = field in origin && theirs[field] === origin[field];
    if (isMineOld) Object.assign(fields, { [field]: theirs[field] });
    else if (!isTheirsOld && mine[field] !== theirs[field])
      conflicts.push({ field, mine: inWords(mine[field]), theirs: inWords(theirs[field]) });
  }
  const isForm = fields.templateType === 'how_to_guide' || fields.templateType === 'build_document';
  const bare = ({ content }: { content: string }) => (isForm ? withoutNumbers(content) : content);
  const pieces = mergeText(bare(origin), bare(mine), bare(theirs));
  const inText = (lines: string[]) => unnumbered(lines.join('\n'));
  for (const piece of pieces.filter(isConflict))
    conflicts.push({ field: 'content', mine: inText(piece.mine), theirs: inText(piece.theirs) });
  return { fields: { ...fields, content: withNumbers(joined(pieces, [])) }, pieces, conflicts, mine, theirs };
}

/** Applies a choice for each conflict, in order. */
export function resolved({ fields, pieces, conflicts, theirs }: Merge, choices: Choice[]): Fields {
  const chosen: Fields = { ...fields };
  for (const [index, { field }] of conflicts.entries())
    if (field !== 'content' && choices[index] === 'theirs') Object.assign(chosen, { [field]: theirs[field] });
  const inText = choices.filter((_, index) => conflicts[index]?.field === 'content');
  return { ...chosen, content: withNumbers(joined(pieces, inText)) };
}

/** Applies the choices and keeps later changes of the author's text, such as an image that was being uploaded. */
export function withSince({ mine }: Merge, chosen: Fields, now: Fields): Fields {
  const merge = mergeFields(mine, now, chosen);
  const choices = merge.conflicts.map((): Choice => 'theirs');
  return resolved({ ...merge, pieces: withAdded(merge.pieces) }, choices);
}

/** Keeps tags that either added, and drops those that either removed. */
function mergeTags(origin: string[] = [], mine: string[], theirs: string[]): string[] {
  const isTakenOff = (tag: string) => origin.includes(tag) && !(mine.includes(tag) && theirs.includes(tag));
  return [...new Set([...theirs, ...mine])].filter((tag) => !isTakenOff(tag));
}

const inWords = (value: string | boolean | null): string =>
  typeof value === 'boolean' ? (value ? 'On' : 'Off') : (value ?? '');

/** Merged lines, or lines that both changed since the common base. */
export type Piece = { text: string[] } | Place;
type Place = { base: string[]; mine: string[]; theirs: string[] };

/** The decision for a place that both changed. */
export type Choice = 'mine' | 'theirs' | 'both';

export const isConflict = (piece: Piece): piece is Place => 'mine' in piece;

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
  let place = 0;
  const lines = pieces.flatMap((piece) => {
    if (!isConflict(piece)) return piece.text;
    const choice = choices[place++] ?? 'both';
    if (choice === 'both') return [...piece.mine, ...piece.theirs];
    return choice === 'mine' ? piece.mine : piece.theirs;
  });
  return lines.join('\n');
}

/** Resolves each conflict to their version, followed by what was added to mine. */
const withAdded = (pieces: Piece[]): Piece[] =>
  pieces.map((piece) =>
    isConflict(piece) ? { text: [...piece.theirs, ...addedLines(piece.base, piece.mine)] } : piece,
  );

const addedLines = (before: string[], after: string[]): string[] =>
  diffComm(before, after).flatMap(({ buffer2 = [] }) => buffer2);
