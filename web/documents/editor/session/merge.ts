import { unnumbered, withNumbers, withoutNumbers } from '../../../../contract/written-numbers.ts';
import type { Fields } from './document-fields.ts';
import { type Choice, isConflict, joined, mergeText, type Piece, withAdded } from './text-merge.ts';

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

/** A place that both changed; in a short field only one of the two can stay. */
export type Conflict =
  | { field: 'content'; mine: string; theirs: string }
  | { field: ShortField; mine: string; theirs: string };

export type Merge = {
  /** All fields, with what could be merged; where it could not, as mine. */
  fields: Fields;
  /** The text; that of a form without its numbers. */
  pieces: Piece[];
  /** Short fields first, then the places of the text in their order. */
  conflicts: Conflict[];
  /** What both made of it, as it was merged. */
  mine: Fields;
  theirs: Fields;
};

/** What both started from: title and text at least; of a field that is not known a difference counts as changed by both. */
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

/** The fields with a choice for each conflict, in their order. */
export function resolved({ fields, pieces, conflicts, theirs }: Merge, choices: Choice[]): Fields {
  const chosen: Fields = { ...fields };
  for (const [index, { field }] of conflicts.entries())
    if (field !== 'content' && choices[index] === 'theirs') Object.assign(chosen, { [field]: theirs[field] });
  const inText = choices.filter((_, index) => conflicts[index]?.field === 'content');
  return { ...chosen, content: withNumbers(joined(pieces, inText)) };
}

/** What was chosen, with what came to the writer's own text since, such as an image that was on its way. */
export function withSince({ mine }: Merge, chosen: Fields, now: Fields): Fields {
  const merge = mergeFields(mine, now, chosen);
  const choices = merge.conflicts.map((): Choice => 'theirs');
  return resolved({ ...merge, pieces: withAdded(merge.pieces) }, choices);
}

/** What either added is there, what either took off is not. */
function mergeTags(origin: string[] = [], mine: string[], theirs: string[]): string[] {
  const isTakenOff = (tag: string) => origin.includes(tag) && !(mine.includes(tag) && theirs.includes(tag));
  return [...new Set([...theirs, ...mine])].filter((tag) => !isTakenOff(tag));
}

const inWords = (value: string | boolean | null): string =>
  typeof value === 'boolean' ? (value ? 'On' : 'Off') : (value ?? '');
