import * as z from 'zod';
import { readFilter } from '../../../contract/shared/filter-text.ts';
import { fold } from '../../../contract/shared/fold.ts';
import { QUERY_LIMITS } from '../../../contract/shared/server-words.ts';
import { groupFields } from '../../../contract/shared/server-fields.ts';
import type { TimeSpan } from '../../text/times-in-words.ts';
import { shapeOfName, type Vocabulary } from './entities.ts';
import { LEXICON } from './lexicon.ts';
import { means, type Host, type Meaning, type Span } from './meaning.ts';
import { rangesIn } from './ranges.ts';
import { nearestWord } from './near-words.ts';
import { singular, type Token } from './tokens.ts';

/** What a question is read with: the current names, and the servers and times that it names. */
export type Known = {
  vocabulary: Vocabulary;
  /** By the lower-case text of the name. */
  hosts: Map<string, Host[]>;
  times: TimeSpan[];
  /** Words such as web99 that begin like the name of a server. */
  alike: Set<string>;
  /** Words that some server has in its texts, and whether as a whole word. */
  held: Map<string, { isWhole: boolean }>;
};

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

/** A condition in the text form of filters: `-os:windows` */
const OPERATOR = /(?<![\w-])-?[a-z0-9]+(?::|[<>]=?)(?:"[^"]*"|[^\s"])+/gi;

/** Conditions that people write as in the filter box. */
const operatorsIn = (text: string) =>
  [...text.matchAll(OPERATOR)].flatMap(({ 0: written, index }) => {
    const [[condition] = []] = readFilter(written.replace(/\?$/, ''));
    if (!condition || condition.kind === 'text') return [];
    const meanings: Meaning[] = [{ is: 'filter', condition }];
    return [{ start: index, end: index + written.length, meanings }];
  });

/** Cuts a question into the longest known phrases. Names win over dates. */
export function spansOf(text: string, tokens: Token[], known: Known): Span[] {
  const names = namesIn(text, tokens, known);
  const isFree = (one: { start: number; end: number }) =>
    !names.some(({ start, end }) => start < one.end && one.start < end);
  const placed = [
    ...operatorsIn(text),
    ...names,
    ...rangesIn(text).map((range) => ({ ...range, meanings: [{ is: 'address', cidrs: range.cidrs }] })),
    ...known.times.filter(isFree).map((time) => ({ ...time, meanings: timeMeanings(text, time, known) })),
  ];
  const spans: Span[] = [];
  for (let rest = tokens; rest[0] !== undefined;) {
    const [{ start }] = rest;
    const place = placed.find((one) => start >= one.start && start < one.end);
    // As in the filter box, "-windows" excludes.
    if (!place && /(?:^|\s)-$/.test(text.slice(0, start)) && /^\p{L}/u.test(text.slice(start)))
      spans.push({ text: '-', start: start - 1, end: start, meanings: [{ is: 'not' }], isFiller: false });
    const own = place && rest.filter((token) => token.start < place.end);
    const [taken, meanings, readAs] = own && place ? [own, place.meanings] : longest(rest, known);
    // "ORA01555" is two texts.
    const isPartOfText = spans.at(-1)?.end === start && means(spans.at(-1), 'text', 'unknown');
    const number =
      !place && !isPartOfText && meanings.every(({ is }) => is === 'filler' || is === 'unknown')
        ? numberIn(text, rest)
        : undefined;
    const used = number ? rest.slice(0, number.length) : taken;
    const end = used.at(-1)?.end ?? start;
    const all = number ? [number.meaning] : meanings;
    const isFiller = all.some(({ is }) => is === 'filler');
    spans.push({
      text: text.slice(start, end),
      start,
      end,
      meanings: all,
      isFiller,
      ...(readAs && { readAs }),
    });
    rest = rest.slice(used.length);
  }
  return spans;
}

/** A month may also be a place: "servers in March". The patterns decide. */
function timeMeanings(text: string, time: TimeSpan, { vocabulary }: Known): Meaning[] {
  const words = text.slice(time.start, time.end).replace(/^(?:in|at|on|since|from|before|after)\s+/i, '');
  const values = valuesOf(singular(fold(words)), vocabulary);
  return [
    { is: 'time', of: time.isDuration ? 'lasting' : time.since ? 'since' : undefined, time },
    ...values,
  ];
}

/**
 * The names of servers, and other words that joints connect: crm-prod-07 is one word, although the inventory knows "prod".
 * It is read word by word only when every word is known, as in "non-production".
 */
function namesIn(text: string, tokens: Token[], known: Known) {
  const found: { start: number; end: number; meanings: Meaning[] }[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const rest = tokens.slice(at);
    const named = hostAt(text, rest, known);
    const length = named?.length ?? joinedAt(text, rest);
    const [first, last] = [rest[0], rest[length - 1]];
    if (!first || !last || (!named && length < 2)) continue;
    const typed = text.slice(first.start, last.end);
    const meanings = named?.meanings ?? joinedMeanings(typed, rest.slice(0, length), known);
    if (meanings) found.push({ start: first.start, end: last.end, meanings });
    if (meanings) at += length - 1;
  }
  return found;
}

function hostAt(text: string, rest: Token[], { hosts }: Known) {
  for (let length = Math.min(LONGEST, rest.length); length > 0; length--) {
    const named = hosts.get(text.slice(rest[0]?.start, rest[length - 1]?.end).toLowerCase());
    // "db-2" is no part of "db-2-old".
    const next = rest[length];
    const isPart = next?.isJoined === true && /^[-_.]$/.test(text.slice(rest[length - 1]?.end, next.start));
    if (named && !isPart) return { length, meanings: [{ is: 'host', hosts: named }] };
  }
  return undefined;
}

/** How many tokens joints connect. */
function joinedAt(text: string, rest: Token[]): number {
  const length = rest.findIndex(
    (token, at) =>
      at > 0 &&
      !(
        token.isJoined &&
        /^[\p{L}\p{N}]/u.test(token.word) &&
        JOINT.test(text.slice(rest[at - 1]?.end, token.start))
      ),
  );
  return length < 0 ? rest.length : length;
}
const isAddress = (text: string) => z.union([z.ipv4(), z.ipv6()]).safeParse(text).success;
const JOINT = /^[-_./@:]?$/;

/** Undefined if the words are read one by one. */
function joinedMeanings(typed: string, tokens: Token[], known: Known): Meaning[] | undefined {
  const { vocabulary, held } = known;
  const words = tokens.map(({ word }) => word);
  if (lookUp(words, vocabulary).length > 0 || (!/\p{L}/u.test(typed) && !isAddress(typed))) return undefined;
  const text = fold(typed);
  const isName = shapeOfName(typed) || known.alike.has(text) || isAddress(typed);
  const isKnown = (word: string) => /^\p{N}+$/u.test(word) || lookUp([word], vocabulary).length > 0;
  const isOfSystem = lookUp(words.slice(0, 1), vocabulary).some(({ of }) => of === 'operatingSystem');
  const isOfWords =
    !isAddress(typed) &&
    words.every(
      (word) =>
        /^\p{N}+$/u.test(word) || LEXICON.get(word)?.every(({ is }) => is !== 'value' && is !== 'servers'),
    );
  // "windows-2019", "top-5", "5min"
  const isJoined = /[-_.@]/.test(typed) || known.alike.has(text);
  if (isOfSystem || isOfWords || !isJoined || (!isName && words.every(isKnown))) return undefined;
  const whole = held.get(text);
  if (whole) return [{ is: 'text', text, ...(whole.isWhole && { exact: true as const }) }];
  return isName ? [{ is: 'noServer', text: typed }] : [];
}

type Found = [taken: Token[], meanings: readonly Meaning[], readAs?: string];

function longest(rest: Token[], known: Known): Found {
  const { vocabulary, held } = known;
  for (let taken = rest.slice(0, LONGEST); taken.length > 0; taken = taken.slice(0, -1)) {
    const words = taken.map(({ word }) => word);
    const found = lookUp(words, vocabulary);
    if (found.length > 0) return [taken, found];
  }
  const taken = rest.slice(0, 1);
  const word = rest[0]?.word ?? '';
  if (vocabulary.kinds.has(singular(word))) return [taken, []];
  // A word that servers have is no misspelling. "The POS servers" are not those with "position" in a note.
  const forms = [word, singular(word)];
  const whole = forms.find((one) => held.get(one)?.isWhole);
  if (whole !== undefined) return [taken, [{ is: 'text', text: whole, exact: true }]];
  const near = nearestWord(word, vocabulary);
  if (near !== undefined) return [taken, lookUp([near], vocabulary), near];
  const inside = forms.find((one) => one.length > 1 && held.has(one));
  if (inside !== undefined) return [taken, [{ is: 'text', text: inside }]];
  return [taken, /^\p{L}{3,}$/u.test(word) ? [{ is: 'unknown', text: word }] : []];
}

function lookUp(words: string[], vocabulary: Vocabulary): Meaning[] {
  const one = words.map(singular).join(' ');
  const member = vocabulary.members.get(one);
  return [
    ...(LEXICON.get(words.join(' ')) ?? []),
    ...valuesOf(one, vocabulary),
    ...(member ? [{ is: 'person', text: member }] : []),
  ];
}

const valuesOf = (phrase: string, { values }: Vocabulary): Meaning[] =>
  (values.get(phrase) ?? []).map(({ field, values: all }) => ({
    is: 'value',
    of: field,
    values: [...all],
    exact: true as const,
  }));

const isUnit = (word: string | undefined): boolean =>
  word !== undefined && word.length > 1 && singular(word) in SECONDS;
const isDigits = (token: Token | undefined) => /^\d+$/.test(token?.word ?? '');

/** The number that the tokens start with, in digits or words, with its unit. `length` counts its tokens. */
function numberIn(
  text: string,
  [first, second, third]: Token[],
): { meaning: Meaning; length: number } | undefined {
  const word = first?.word ?? '';
  const [, digits, suffix = ''] = /^(\d+)(\p{L}*)$/u.exec(word) ?? [];
  const ordinal = Number(/^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? ORDINALS.indexOf(word) + 1);
  // Rankings end before the 60th place, but there is a 60th percentile.
  if (ordinal > 0 && ordinal < 100)
    return { meaning: quantity(ordinal <= QUERY_LIMITS.take ? 'place' : 'far', ordinal), length: 1 };
  const inWords = NUMBER_WORDS.indexOf(word);
  const isOne = ['a', 'an', 'one'].includes(word) && isUnit(second?.word);
  if (digits === undefined && inWords < 2 && !isOne) return undefined;
  const isDecimal =
    isDigits(first) && isDigits(second) && second?.isJoined === true && text[second.start - 1] === '.';
  const value =
    digits === undefined ? Math.max(1, inWords) : Number(isDecimal ? `${digits}.${second?.word}` : digits);
  const length = isDecimal ? 2 : 1;
  const next = (isDecimal ? third : second)?.word ?? '';
  if (next === '%' || next === 'percent') return { meaning: quantity('%', value), length: length + 1 };
  const seconds = SECONDS[suffix || (isUnit(next) ? singular(next) : '')];
  if (seconds !== undefined) {
    const number = { value: value * seconds, seconds };
    return { meaning: { is: 'number', of: 'time', number }, length: length + (suffix === '' ? 1 : 0) };
  }
  return suffix === '' ? { meaning: quantity('plain', value), length } : undefined;
}

const quantity = (of: '%' | 'plain' | 'place' | 'far', value: number): Meaning => ({
  is: 'number',
  of,
  number: { value },
});

export const isGroupField = (field: string | undefined): field is (typeof groupFields)[number] =>
  groupFields.some((one) => one === field);
