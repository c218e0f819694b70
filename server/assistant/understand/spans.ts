import { Condition } from '../../../contract/inventory-query.ts';
import { isFiller, LEXICON, LEXICON_WORDS } from './lexicon.ts';
import type { Meaning } from './lexicon.ts';
import type { Host, Vocabulary } from './entities.ts';
import { misspelling, singular } from './tokens.ts';
import type { Token } from './tokens.ts';
import type { TimeSpan } from './dates.ts';

/** A phrase of the question with what it may stand for. Nothing at all: a word that neither the lexicon nor the inventory knows. */
export type Span = {
  /** As it was typed. */
  text: string;
  start: number;
  end: number;
  meanings: (
    | Meaning
    | { is: 'host'; hosts: Host[] }
    | { is: 'member'; text: string }
    | { is: 'time'; time: TimeSpan }
    | { is: 'range'; cidr: string }
  )[];
  /** A number with its unit: `80 %`, `30 days`. */
  number?: { value: number; unit: '' | '%' | 's' };
  isUsed?: boolean;
};

type Kind = Span['meanings'][number]['is'];
type Of<K extends Kind> = Extract<Span['meanings'][number], { is: K }>;

/** The meaning of a kind that a span may have and that nothing has used yet. */
export function meaningOf<K extends Kind>(span: Span | undefined, is: K): Of<K> | undefined {
  if (!span || span.isUsed) return undefined;
  return span.meanings.find((meaning): meaning is Of<K> => meaning.is === is);
}
/** Whether nothing has used a span of one of the kinds. */
export const is = (span: Span | undefined, ...kinds: Kind[]): boolean =>
  span !== undefined && !span.isUsed && means(span, ...kinds);
/** The same, used or not. */
export const means = (span: Span | undefined, ...kinds: Kind[]): boolean =>
  span?.meanings.some((meaning) => kinds.includes(meaning.is)) ?? false;
export const isOnlyFiller = (span: Span): boolean => means(span, 'filler');
export const use = (...spans: (Span | undefined)[]): void => {
  for (const span of spans) if (span) span.isUsed = true;
};

/** The nearest span that fits, over those that carry nothing; `reach` counts the others that may stand between. */
export function beside(
  spans: Span[],
  from: number,
  step: 1 | -1,
  fits: (span: Span) => boolean,
  reach = 4,
): Span | undefined {
  let left = reach;
  for (let span = spans[(from += step)]; span !== undefined && left > 0; span = spans[(from += step)]) {
    if (fits(span)) return span;
    if (!isOnlyFiller(span) && !means(span, 'source', 'and', 'refer')) return undefined;
    left -= isOnlyFiller(span) ? 0.25 : 1;
  }
  return undefined;
}

/** Words of the longest phrase that is looked up. */
const LONGEST = 8;
const SECONDS: Record<string, number> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
  d: 86_400,
  h: 3_600,
};
const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

type Known = { vocabulary: Vocabulary; hosts: Map<string, Host[]>; times: TimeSpan[] };

/** Ranges of addresses as they are written everywhere: 10.0.0.0/8. */
const RANGE = /(?<![\w.:])[0-9a-f:.]{2,39}\/\d{1,3}(?![\w/])/gi;
const rangesIn = (text: string) =>
  [...text.matchAll(RANGE)]
    .filter(([cidr]) => Condition.safeParse({ kind: 'address', cidr }).success)
    .map(({ 0: cidr, index }) => ({ cidr, start: index, end: index + cidr.length }));

/** Cuts a question into the longest phrases that are known; misspelt words stand for the one word they are near to. */
export function spansOf(text: string, tokens: Token[], { vocabulary, hosts, times }: Known): Span[] {
  const words = tokens.map(({ word }) => word);
  const lone = words.map(singular);
  const ranges = rangesIn(text);
  const spans: Span[] = [];
  for (let at = 0; at < tokens.length;) {
    const first = tokens[at]!;
    const time = times.find(({ start, end }) => first.start >= start && first.start < end);
    let [length, meanings]: [number, Span['meanings']] = [1, []];
    const range = ranges.find(({ start, end }) => first.start >= start && first.start < end);
    if (range) {
      length = tokens.filter(({ start }) => start >= first.start && start < range.end).length;
      meanings = [{ is: 'range', cidr: range.cidr }];
    } else if (time) {
      length = tokens.filter(({ start }) => start >= first.start && start < time.end).length;
      meanings = [{ is: 'time', time }];
    } else [length, meanings] = longestAt(at);
    const last = tokens[at + length - 1]!;
    const span: Span = {
      text: text.slice(first.start, last.end),
      start: first.start,
      end: last.end,
      meanings,
    };
    if (!time && !range && meanings.every(({ is }) => is === 'filler')) {
      const read = numberAt(at);
      if (read) {
        span.number = read.number;
        span.end = tokens[at + read.length - 1]!.end;
        span.text = text.slice(span.start, span.end);
        span.meanings = [];
        length = read.length;
      }
    }
    spans.push(span);
    at += length;
  }
  return spans;

  function longestAt(at: number): [number, Span['meanings']] {
    for (let length = Math.min(LONGEST, tokens.length - at); length > 0; length--) {
      const last = tokens[at + length - 1]!;
      const raw = text.slice(tokens[at]!.start, last.end).toLowerCase();
      const named = hosts.get(raw);
      if (named) return [length, [{ is: 'host', hosts: named }]];
      const found = lookUp(words.slice(at, at + length).join(' '), lone.slice(at, at + length).join(' '));
      if (found.length > 0) return [length, found];
    }
    const corrected = misspellingOf(words[at]!);
    return [1, corrected ? lookUp(corrected, singular(corrected)) : []];
  }

  function lookUp(phrase: string, one: string): Span['meanings'] {
    const values = vocabulary.values.get(one) ?? [];
    const member = vocabulary.members.get(one);
    return [
      ...(LEXICON.get(phrase) ?? []),
      ...values.map(({ field, values: all }): Meaning => ({
        is: 'value',
        field,
        values: [...all],
        exact: true,
      })),
      ...(member ? [{ is: 'member' as const, text: member }] : []),
    ];
  }

  /** The one known word that differs by a letter, nearest first; a word that has a meaning of its own is never corrected. */
  function misspellingOf(word: string): string | undefined {
    const known = [...new Set([...LEXICON_WORDS, ...vocabulary.words])];
    for (const distance of [1, 2]) {
      const near = known.filter((one) => misspelling(word, one) === distance);
      if (new Set(near.map(singular)).size === 1) return near[0];
      if (near.length > 0) return undefined;
    }
    return undefined;
  }

  function numberAt(at: number): { number: NonNullable<Span['number']>; length: number } | undefined {
    const word = words[at]!;
    const inWords = NUMBER_WORDS.indexOf(word);
    const [, digits, suffix = ''] = /^(\d+)(\p{L}*)$/u.exec(word) ?? [];
    const isOne = (word === 'a' || word === 'an' || word === 'one') && isUnit(lone[at + 1]);
    if (digits === undefined && inWords < 2 && !isOne) return undefined;
    let length = 1;
    let value = digits === undefined ? Math.max(1, inWords) : Number(digits);
    const isPoint = (token: Token | undefined) =>
      token?.isJoined && text[token.start - 1] === '.' && /^\d+$/.test(token.word);
    if (digits !== undefined && suffix === '' && isPoint(tokens[at + 1]) && !isPoint(tokens[at + 2])) {
      value = Number(`${digits}.${words[at + 1]}`);
      length = 2;
    }
    const next = words[at + length] ?? '';
    if (next === '%' || next === 'percent') return { number: { value, unit: '%' }, length: length + 1 };
    const seconds = SECONDS[suffix] ?? (suffix === '' ? SECONDS[singular(next)] : undefined);
    if (seconds !== undefined)
      return { number: { value: value * seconds, unit: 's' }, length: length + (suffix === '' ? 1 : 0) };
    return suffix === '' ? { number: { value, unit: '' }, length } : undefined;
  }

  function isUnit(word: string | undefined): boolean {
    return word !== undefined && word.length > 1 && word in SECONDS;
  }
}

/** Content words that nothing has used; neighbours are one phrase. */
export function unreadIn(spans: Span[]): string[] {
  const phrases: string[] = [];
  let last = -1;
  for (const [index, span] of spans.entries()) {
    if (span.isUsed || isOnlyFiller(span) || isFiller(span.text.toLowerCase())) continue;
    if (last === index - 1 && phrases.length > 0) phrases[phrases.length - 1] += ` ${span.text}`;
    else phrases.push(span.text);
    last = index;
  }
  return phrases;
}
