import { givenOf, isSaidIn, lastCited, nameInstead, QUOTE } from './cited.ts';
import { edited, markupOf, withoutAddress } from './reply-markup.ts';
import type { Span } from './reply-markup.ts';

/** A reply whose links and quotations are held against what the model was given; what is not in there is dropped. */
export type Supported = {
  /** The next piece of what the model says; answers with what may be shown of it so far. */
  add(text: string): string;
  /** The rest, once the model has ended. */
  end(): string;
};

/** Letters that come between two looks at what waits; of a long passage a share of it, so that no reply takes long to read. */
const STEP = 16;
const SHARE = 1 / 8;
/** Times that one passage is read; one that always has more to take out is left out. */
const ROUNDS = 8;

/** What may belong to a link, a tag, code or an address. */
const MARK = /[[\]<`\\@]|:\/\/|www\./gi;
/** A line that may still become one that quotes. */
const UNDECIDED = /^[\s\d.)*+>-]*$/;

/**
 * Words go out as they come. From the first sign that may belong to a link, a quotation or code they wait until it is
 * certain what it is: a link that no source holds loses its address, as does one by reference that nothing defines; one by another name gets its own, and a quoted line
 * that the documents linked before it do not hold is left out.
 */
export function supportedBy(sources: () => string[]): Supported {
  /** The documents that were linked last in what is not read again. */
  let cited: string[] | undefined;
  const rules = {
    isKnown: (address: string) => isPlace(address) && sources().some((source) => holds(source, address)),
    isSaid: (line: string, before: string) => isSaidIn(line, givenOf(lastCited(before) ?? cited, sources())),
    nameInstead: (address: string, label: string) => nameInstead(address, label, sources()),
  };
  /** What was shown since everything before it had ended, and what waits. */
  let [shown, held] = ['', ''];
  /** How much must wait before the next look. */
  let next = STEP;
  const show = (text: string, length: number) => {
    held = held.slice(length);
    shown += text;
    if (startsAnew(shown, held)) [cited, shown] = [lastCited(shown) ?? cited, ''];
    return text;
  };
  /** What is taken out can make markup of what was none, so that it is read again until nothing is left to take out. */
  const withoutRest = (text: string, from: number): string => {
    let made = text;
    for (let round = 0; round < ROUNDS; round++) {
      const { edits: found, open } = markupOf(made, rules);
      const edits = [...found, ...open.flatMap(withoutAddress)].filter(({ start, end }) => start >= from || end > from); // prettier-ignore
      if (edits.length === 0) return made;
      made = edited(made, edits, from);
    }
    return made.slice(0, from);
  };
  /** So much of it as comes before the line of a link by reference whose definition may still come. */
  const ledLength = (length: number): number => {
    const text = shown + held.slice(0, length);
    const [link] = length === 0 ? [] : markupOf(text, rules).open.filter(({ end }) => end > shown.length);
    return link ? Math.max(0, text.lastIndexOf('\n', link.start) + 1 - shown.length) : length;
  };
  const drain = (isEnd: boolean): string => {
    const calm = calmLength(shown, held);
    const words = show(held.slice(0, calm), calm);
    if (!isEnd && held.length < next) return words;
    const length = isEnd
      ? held.length
      : ledLength(certainLength(shown, held, (text) => markupOf(text, rules).settled));
    next = STEP + (shown.length + held.length) * SHARE + (length === 0 ? held.length : 0);
    const made = length === 0 ? shown : withoutRest(shown + held.slice(0, length), shown.length);
    // What was taken out made a quotation of a line that has not ended.
    if (!isEnd && QUOTE.test(lastLines(made).last)) return words;
    return words + show(made.slice(shown.length), length);
  };
  return {
    add: (text) => {
      held += text;
      return drain(false);
    },
    end: () => drain(true),
  };
}

/** At the margin after a blank line, or with the next item of a list, nothing of before goes on; but code and HTML may. */
const startsAnew = (shown: string, held: string): boolean =>
  ((shown.endsWith('\n\n') && /^[^\s\-*+\d>]/.test(held)) ||
    (shown.endsWith('\n') && /^[-*+] \S/.test(held))) &&
  !/```|~~~|</.test(shown);

/** The last two lines of a text. */
const lastLines = (text: string): { before: string; last: string } => {
  const [last = '', before = ''] = text.split('\n').toReversed();
  return { before, last };
};

/** As far as the words are whole. A pattern would try each letter of a long word. */
function wordsOf(text: string): string {
  let end = text.length;
  while (end > 0 && /\S/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Letters of what waits that are plain words, whatever comes after them. */
function calmLength(shown: string, held: string): number {
  let { before, last } = lastLines(shown);
  let length = 0;
  for (const [word] of wordsOf(held).matchAll(/\S*\s/g)) {
    const isLineEnd = word.endsWith('\n');
    const isUndecided = !isLineEnd && UNDECIDED.test(last + word);
    if (word.search(MARK) >= 0 || isUndecided || QUOTE.test(before) || QUOTE.test(last + word)) break;
    length += word.length;
    [before, last] = isLineEnd ? [last + word, ''] : [before, last + word];
  }
  return length;
}

/** Letters of what waits that can be shown: to the end of a block, or to the last word where every sign is settled. */
function certainLength(shown: string, held: string, settledIn: (text: string) => Span[]): number {
  const blocks = [...held.matchAll(/\n[ \t]*\n/g)].map(({ 0: gap, index }) => index + gap.length);
  const block = blocks.at(-1) ?? 0;
  const words = wordsOf(held);
  const settled = settledIn(shown + words);
  const isSettled = ({ index }: RegExpExecArray) =>
    settled.some(({ start, end }) => start <= shown.length + index && shown.length + index < end);
  if (![...words.matchAll(MARK)].every(isSettled)) return block;
  // A line that quotes, and one that may lean on it, is judged as a whole.
  const { before, last } = lastLines(shown + words);
  const isWhole = last === '' || !(QUOTE.test(last) || QUOTE.test(before) || UNDECIDED.test(last));
  return Math.max(block, isWhole ? words.length : words.length - last.length);
}

/** A screen of the product, a page elsewhere or somebody's mailbox: never one of our calls, nor an address that only looks like a screen's. */
const isPlace = (address: string) => /^(https?:\/\/|www\.|[^\s/:]+@|\/(?!api\/|[/\\]))/i.test(address);

/** An address is held as a whole: not the beginning of a longer one, nor the end. */
function holds(source: string, address: string): boolean {
  for (let at = source.indexOf(address); at >= 0; at = source.indexOf(address, at + 1))
    if (
      !/[\w/]/.test(source.charAt(at - 1)) &&
      !/^(?:[\w/?&=#%~+:@-]|\.\w)/.test(source.slice(at + address.length, at + address.length + 2))
    )
      return true;
  return false;
}
