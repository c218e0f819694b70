import { Fragment } from 'react';
import { fold, unfoldedPlace } from '../../../contract/fold.ts';

type Props = { text: string; words: string };

/** Text with highlighted search matches. */
export const Highlighted = ({ text, words }: Props) => (
  <>
    {partsOf(text, words).map((part, index) =>
      // Parts with odd indexes are matches.
      index % 2 ? (
        <mark key={index} className="rounded-xs bg-yellow-soft text-inherit">
          {part}
        </mark>
      ) : (
        <Fragment key={index}>{part}</Fragment>
      ),
    )}
  </>
);

/**
 * Splits the text at the matches, which get odd indexes, and compares as the search does. Operators and single letters are
 * not highlighted.
 */
function partsOf(text: string, words: string): string[] {
  const searched = words
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => !/^-|^[a-z]+:./i.test(word))
    .map(fold)
    .filter((word) => word.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (searched.length === 0) return [text];
  const parts: string[] = [];
  let last = 0;
  for (const { 0: match, index } of fold(text).matchAll(new RegExp(searched.join('|'), 'g'))) {
    const [from, to] = [unfoldedPlace(text, index), unfoldedPlace(text, index + match.length)];
    parts.push(text.slice(last, from), text.slice(from, to));
    last = to;
  }
  return [...parts, text.slice(last)];
}
