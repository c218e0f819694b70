import { readFilter } from '../../../contract/filter-text.ts';
import { QUERY_LIMITS } from '../../../contract/server-words.ts';
import type { TimeSpan } from '../../text/times-in-words.ts';
import type { Host, Vocabulary } from './entities.ts';
import { isFiller, LEXICON, LEXICON_WORDS } from './lexicon.ts';
import { rangesIn } from './ranges.ts';
import type { Span } from './spans.ts';
import { misspelling, singular, type Token } from './tokens.ts';

/** Words of the longest phrase in the lexicon. */
const LONGEST = 8;
const SECONDS: Record<string, number> = {
  second: 1,
  minute: 60,
  min: 60,
  hour: 3_600,
  hr: 3_600,
  hrs: 3_600,
  h: 3_600,
  day: 86_400,
  d: 86_400,
  week: 604_800,
  wk: 604_800,
  wks: 604_800,
  month: 2_592_000,
  year: 31_536_000,
  yr: 31_536_000,
  yrs: 31_536_000,
};
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
type Known = { vocabulary: Vocabulary; hosts: Map<string, Host[]>; times: TimeSpan[] };
type Meanings = Span['meanings'];

/** A condition in the text form of filters: `-os:windows` */
const OPERATOR = /(?<![\w-])-?[a-z0-9]+(?::|[<>]=?)(?:"[^"]*"|[^\s"])+/gi;

/** Conditions that people write as in the filter box. */
const operatorsIn = (text: string) =>
  [...text.matchAll(OPERATOR)].flatMap(({ 0: written, index }) => {
    const [[condition] = []] = readFilter(written.replace(/\?$/, ''));
    if (!condition || condition.kind === 'text') return [];
    return [{ start: index, end: index + written.length, meaning: { is: 'filter' as const, condition } }];
  });

/** Cuts a question into the longest known phrases. Misspelt words are replaced by the only similar word. */
export function spansOf(text: string, tokens: Token[], known: Known): Span[] {
  const placed = [
    ...known.times.map((time) => ({ ...time, meaning: { is: 'time' as const, time } })),
    ...operatorsIn(text),
    ...rangesIn(text).map((range) => ({ ...range, meaning: { is: 'range' as const, cidrs: range.cidrs } })),
  ];
  const spans: Span[] = [];
  for (let rest = tokens; rest[0] !== undefined;) {
    const [{ start }] = rest;
    const place = placed.find((one) => start >= one.start && start < one.end);
    // As in the filter box, "-windows" excludes.
    if (!place && /(?:^|\s)-$/.test(text.slice(0, start)) && /^\p{L}/u.test(text.slice(start)))
      spans.push({ text: '-', start: start - 1, end: start, meanings: [{ is: 'not' }] });
    const own = place ? rest.filter((token) => token.start < place.end) : undefined;
    const [taken, meanings] = own && place ? [own, [place.meaning]] : longest(text, rest, known);
    const number = meanings.every(({ is }) => is === 'filler') ? numberIn(text, rest) : undefined;
    const used = number ? rest.slice(0, number.length) : taken;
    const end = used.at(-1)?.end ?? start;
    const span: Span = { text: text.slice(start, end), start, end, meanings: number ? [] : meanings };
    spans.push(number ? { ...span, number } : span);
    rest = rest.slice(used.length);
  }
  return spans;
}

function longest(text: string, rest: Token[], { vocabulary, hosts }: Known): [Token[], Meanings] {
  const [first] = rest;
  for (let taken = rest.slice(0, LONGEST); taken.length > 0; taken = taken.slice(0, -1)) {
    const named = hosts.get(text.slice(first?.start, taken.at(-1)?.end).toLowerCase());
    if (named) return [taken, [{ is: 'host', hosts: named }]];
    const found = lookUp(
      taken.map(({ word }) => word),
      vocabulary,
    );
    if (found.length > 0) return [taken, found];
  }
  const corrected = misspelt(first?.word ?? '', vocabulary);
  return [rest.slice(0, 1), corrected === undefined ? [] : lookUp([corrected], vocabulary)];
}

function lookUp(words: string[], { values, members }: Vocabulary): Meanings {
  const one = words.map(singular).join(' ');
  const member = members.get(one);
  return [
    ...(LEXICON.get(words.join(' ')) ?? []),
    ...(values.get(one) ?? []).map(({ field, values: all }): Meanings[number] => ({
      is: 'value',
      field,
      values: [...all],
      exact: true,
    })),
    ...(member ? [{ is: 'member' as const, text: member }] : []),
  ];
}

/** The known word that differs by one letter, nearest first. Words with a meaning of their own are never corrected. */
function misspelt(word: string, { words }: Vocabulary): string | undefined {
  const known = [...new Set([...LEXICON_WORDS, ...words])];
  // A word of four letters is only corrected to one without meaning: "wich".
  const short =
    word.length === 4 ? known.find((one) => isFiller(one) && misspelling(word, one, 4) === 1) : undefined;
  if (short) return short;
  for (const distance of [1, 2]) {
    const near = known.filter((one) => misspelling(word, one) === distance);
    if (near.length > 0) return new Set(near.map(singular)).size === 1 ? near[0] : undefined;
  }
  return undefined;
}

const isUnit = (word: string | undefined): boolean =>
  word !== undefined && word.length > 1 && singular(word) in SECONDS;
const isDigits = (token: Token | undefined) => /^\d+$/.test(token?.word ?? '');

/** The number that the tokens start with, in digits or words, with its unit. `length` counts its tokens. */
function numberIn(
  text: string,
  [first, second, third]: Token[],
): (NonNullable<Span['number']> & { length: number }) | undefined {
  const word = first?.word ?? '';
  const [, digits, suffix = ''] = /^(\d+)(\p{L}*)$/u.exec(word) ?? [];
  const ordinal = /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? ORDINALS.indexOf(word) + 1;
  if (Number(ordinal) > 0 && Number(ordinal) <= QUERY_LIMITS.take)
    return { value: Number(ordinal), unit: '', isOrdinal: true, length: 1 };
  const inWords = NUMBER_WORDS.indexOf(word);
  const isOne = ['a', 'an', 'one'].includes(word) && isUnit(second?.word);
  if (digits === undefined && inWords < 2 && !isOne) return undefined;
  const isDecimal =
    isDigits(first) && isDigits(second) && second?.isJoined === true && text[second.start - 1] === '.';
  const value =
    digits === undefined ? Math.max(1, inWords) : Number(isDecimal ? `${digits}.${second?.word}` : digits);
  const length = isDecimal ? 2 : 1;
  const next = (isDecimal ? third : second)?.word ?? '';
  if (next === '%' || next === 'percent') return { value, unit: '%', length: length + 1 };
  const seconds = SECONDS[suffix || (isUnit(next) ? singular(next) : '')];
  if (seconds !== undefined)
    return { value: value * seconds, unit: 's', seconds, length: length + (suffix === '' ? 1 : 0) };
  return suffix === '' ? { value, unit: '', length } : undefined;
}
