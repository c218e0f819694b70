import { Fragment } from 'react';

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

/** Splits the text at the matches, which get odd indexes. Operators and single letters are not highlighted. */
function partsOf(text: string, words: string): string[] {
  const searched = words
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => word.length > 1 && !/^-|^[a-z]+:./i.test(word))
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return searched.length === 0 ? [text] : text.split(new RegExp(`(${searched.join('|')})`, 'i'));
}
