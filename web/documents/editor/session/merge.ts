import { unnumbered, withNumbers, withoutNumbers } from '../../../../contract/shared/written-numbers.ts';
import type { Fields } from './document-fields.ts';
import { type Choice, isConflict, joined, mergeText, type Piece, withAdded } from './text-merge.ts';

type ShortField = Exclude<keyof Fields, 'content' | 'tags' | 'readers'>;
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
