import { stemmer } from 'stemmer';
import { MONTHS } from '../../contract/dates.ts';
import { asSeen, fold } from '../../contract/fold.ts';
import { HUMP } from '../../contract/search-words.ts';

/** Words that nearly every English text holds: they tell nothing about one. */
const EMPTY = new Set(
  `a about after all also am an and any are as at be been before being but by can could did do does done for from get
  had has have having he her here him his how i if in into is it its just may me might more most must my no nor not of
  off on only onto or other our out over own per she should so some such than that the their them then there these they
  this those through to too under until up upon us very was we were what when where which while who whom why will with
  would you your`.split(/\s+/),
);

/** Whether a folded word says something about a text that holds it. */
export const isTelling = (word: string): boolean => !EMPTY.has(word);

/** Longer runs are data, not words that anybody looks for as a whole. */
const LONGEST = 80;
const RUN = /[\p{L}\p{M}\p{N}]+(?:[._:/@\\-][\p{L}\p{M}\p{N}]+)*/gu;
const PART = /[\p{L}\p{M}\p{N}]+/gu;
/** "Wi-Fi" is wifi too. */
const isHyphened = (run: string): boolean => run.length <= LONGEST && /^\p{L}+-\p{L}+$/u.test(run);
/** 2026-08-14 is in August. */
const DATE = /^(?:19|20)\d\d-(\d\d)(?:-\d\d)?$/;

/** What "came back up" was not saved, and nobody signs in where something is "in the log in /var". */
const BACK_AFTER =
  'com(?:es?|ing)|came|bring(?:s|ing)?|brought|is|are|was|were|be|been|go(?:es|ne)?|went|gets?|got|it|them|servers?|hosts?';
const NOT_BACK = String.raw`(?<!\b(?:${BACK_AFTER})(?: \w+)?\s)`;
const LOG_AFTER =
  'the|an?|this|that|its|your|our|each|every|any|event|error|access|audit|system|slow|check|see|read|view|open';
const NOT_LOG = String.raw`(?<!\b(?:${LOG_AFTER})\s)`;
/**
 * Verbs of two words that are a noun in one: "backed up", "fail it over" and "shutting down" are backup, failover and
 * shutdown; so is whoever is "on call".
 */
const VERBS: [verb: string, particle: string, noun: string][] = [
  [`(?:back(?:ed|ing|s)|${NOT_BACK}back)`, 'up', 'backup'],
  [`(?:logg(?:ed|ing)|${NOT_LOG}log)`, 'in(?:to)?', 'login'],
  ['fail(?:ed|ing|s)?', 'over', 'failover'],
  ['shut(?:ting|s)?', 'down', 'shutdown'],
  ['set(?:ting|s)?', 'up', 'setup'],
  ['hand(?:ed|ing|s)?', 'over', 'handover'],
  ['switch(?:ed|ing|es)?', 'over', 'switchover'],
  ['on', 'call', 'on-call'],
];
const TWO_WORDS = VERBS.map(
  ([verb, particle, noun]) =>
    [new RegExp(`\\b${verb}(?:[\\s-]|\\s(?:it|them)\\s)${particle}\\b`, 'giu'), noun] as const,
);

/** A text with each of these in one word. */
export const inOneWord = (text: string): string =>
  TWO_WORDS.reduce((joined, [words, noun]) => joined.replaceAll(words, noun), text);

const foldWord = (word: string): string => (/^[\0-\x7f]*$/.test(word) ? word.toLowerCase() : fold(word));

/**
 * What a text is looked up by, in its order, repeated as often as it is there: words in the stem of their English forms,
 * the words that an identifier is made of (KubeNodeDown, disk_full), and identifiers and addresses as a whole.
 */
export const lexemesOf = (text: string): string[] => wordsOf(text, stemOf);

/** The same words in the same order without their stems, as they were written. */
export const writtenWordsOf = (text: string): string[] => wordsOf(text, (word) => word);

/** One letter and another that stands twice: "added", "erring". */
const SHORT_STEM = /^[aeio]([b-df-hj-np-tv-z])$/;

/** Forms that no ending tells, and words that are one with another. */
const IRREGULAR = new Map(
  Object.entries({
    keep: 'kept',
    pay: 'paid',
    break: 'broke broken',
    send: 'sent',
    hold: 'held',
    write: 'wrote written',
    build: 'built',
    lose: 'lost',
    take: 'took taken',
    choose: 'chose chosen',
    freeze: 'froze frozen',
    steal: 'stole stolen',
    minimum: 'min',
    maximum: 'max',
    phone: 'telephone',
    phones: 'telephones',
  }).flatMap(([word, forms]) => forms.split(' ').map((form) => [form, word] as const)),
);

/** The stemmer makes "set" of "setting", and by the same rule "ad" of "adding": Active Directory in most texts, and no form of "add". */
function stemOf(word: string): string {
  const stem = stemmer(IRREGULAR.get(word) ?? word);
  const [, last] = SHORT_STEM.exec(stem) ?? [];
  return last && word.startsWith(stem + last) ? stem + last : stem;
}

function wordsOf(text: string, stem: (word: string) => string): string[] {
  const lexemes: string[] = [];
  for (const [run] of inOneWord(asSeen(text)).matchAll(RUN)) {
    const parts = run.match(PART) ?? [];
    if (parts.length > 1 && run.length <= LONGEST) lexemes.push(foldWord(run));
    if (isHyphened(run)) lexemes.push(stemmed(foldWord(parts.join('')), stem));
    const month = MONTHS[Number(DATE.exec(run)?.[1]) - 1];
    if (month) lexemes.push(stem(month.toLowerCase()));
    for (const part of parts) lexemes.push(...wordsIn(part, stem));
  }
  return lexemes;
}

function wordsIn(part: string, stem: (word: string) => string): string[] {
  if (part.length > LONGEST) return [];
  const humps = part.split(HUMP).filter((hump) => hump.length > 1);
  return (humps.length > 1 ? [part, ...humps] : [part])
    .map(foldWord)
    .filter((word) => !EMPTY.has(word))
    .map((word) => stemmed(word, stem));
}

const stemmed = (word: string, stem: (word: string) => string): string =>
  /^[a-z]+$/.test(word) ? stem(word) : word;

/** The words of a text that a hyphen joins: each as one word, and what stands for it or its parts beside that. */
export const hyphenedIn = (text: string): { whole: string; parts: string[] }[] =>
  [...inOneWord(asSeen(text)).matchAll(RUN)]
    .filter(([run]) => isHyphened(run))
    .map(([run]) => {
      const [written = '', whole = '', ...parts] = lexemesOf(run);
      return { whole, parts: [written, ...parts] };
    });

/** How often a word of the title counts beside one of the text. */
const TITLE = 8;
/** Stands before the words of a title, which are looked up alone where a word is in most texts. */
export const IN_TITLE = '=';
/** PostgreSQL's limits are 256 places of a word and 1 MB of words in all; both are kept far away from. */
const MOST_TIMES = 200;
const MOST_WORDS = 20_000;

/** The words of a text as PostgreSQL's tsvector, each at as many places as it counts; and how many places that are. */
export function indexedWords(title: string, body: string): { words: string; length: number } {
  const times = new Map<string, number>();
  const add = (lexeme: string, count: number) => {
    if (times.size >= MOST_WORDS && !times.has(lexeme)) return;
    // A run is there or not: its parts are what is counted.
    const isRun = /[^\p{L}\p{M}\p{N}]/u.test(lexeme);
    times.set(lexeme, isRun ? 0 : (times.get(lexeme) ?? 0) + count);
  };
  for (const lexeme of lexemesOf(title)) {
    add(lexeme, TITLE);
    times.set(IN_TITLE + lexeme, 0);
  }
  for (const lexeme of lexemesOf(body)) add(lexeme, 1);
  let length = 0;
  const words = [...times].map(([lexeme, count]) => {
    const places = Math.min(count, MOST_TIMES);
    length += places;
    return `${quoted(lexeme)}:${Array.from({ length: places || 1 }, (_, place) => place + 1).join(',')}`;
  });
  return { words: words.join(' '), length };
}

/** A word as tsvector and tsquery take it, whatever characters it has. */
export const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
