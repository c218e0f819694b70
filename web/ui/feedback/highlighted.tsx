import { Fragment } from 'react';

type Props = { text: string; words: string };

/** A text in which the parts that were searched for stand out. */
export const Highlighted = ({ text, words }: Props) => (
  <>
    {partsOf(text, words).map((part, index) =>
      // Every other part is one that was searched for.
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

/** The text cut at what was searched for, which is every second part. Operators and single letters are not marked. */
function partsOf(text: string, words: string): string[] {
  const wanted = words
    .replaceAll('"', ' ')
    .split(/\s+/)
    .filter((word) => word.length > 1 && !/^-|^[a-z]+:./i.test(word))
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return wanted.length === 0 ? [text] : text.split(new RegExp(`(${wanted.join('|')})`, 'i'));
}
