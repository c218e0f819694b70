import { stemmer } from 'stemmer';
import { MONTHS } from '../../contract/shared/dates.ts';
import { asSeen, fold } from '../../contract/shared/fold.ts';
import { joinedNames } from '../../contract/shared/joined-names.ts';
import { HUMP } from '../../contract/shared/search-words.ts';
import { oneSpelling } from '../text/spelling.ts';

/** Stop words: nearly every English text holds them. */
const EMPTY = new Set(
  `a about after all also am an and any are as at be been before being but by can could did do does done for from get
  had has have having he her here him his how i if in into is it its just may me might more most must my no nor not of
  off on only onto or other our out over own per she should so some such than that the their them then there these they
  this those through to too under until up upon us very was we were what when where which while who whom why will with
  would you your`.split(/\s+/),
);

/** Whether a folded word is not a stop word. */
export const isDistinctive = (word: string): boolean => !EMPTY.has(word);

/** Longer runs are data. Nobody searches for them as a whole. */
const LONGEST = 80;
/** Without a limit, a regular expression runs out of its own stack in a text of one word. */
const RUN = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]{1,1000}(?:[._:/@\\-][\p{L}\p{M}\p{N}]{1,1000}){0,500}/gu;
const PART = /[\p{L}\p{M}\p{N}]+/gu;
/** "Wi-Fi" is also indexed as wifi. */
const isHyphened = (run: string): boolean => run.length <= LONGEST && /^\p{L}+-\p{L}+$/u.test(run);
/** 2026-08-14 is also indexed as August. */
const DATE = /^(?:19|20)\d\d-(\d\d)(?:-\d\d)?$/;

/** "came back up" does not mean backup, and "in the log in /var" does not mean login. */
const BACK_AFTER =
  'com(?:es?|ing)|came|bring(?:s|ing)?|brought|is|are|was|were|be|been|go(?:es|ne)?|went|gets?|got|it|them|servers?|hosts?';
const NOT_BACK = String.raw`(?<!\b(?:${BACK_AFTER})(?: \w+)?\s)`;
const LOG_AFTER =
  'the|an?|this|that|its|your|our|each|every|any|event|error|access|audit|system|slow|check|see|read|view|open';
const NOT_LOG = String.raw`(?<!\b(?:${LOG_AFTER})\s)`;
/**
 * Verbs of two words with a noun of one word: "backed up", "fail it over", "shutting down" and "on call" are indexed as
 * backup, failover, shutdown and on-call.
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

/** Replaces each of these verbs with its noun. */
export const inOneWord = (text: string): string =>
  TWO_WORDS.reduce((joined, [words, noun]) => joined.replaceAll(words, noun), text);

const foldWord = (word: string): string => (/^[\0-\x7f]*$/.test(word) ? word.toLowerCase() : fold(word));

/**
 * Returns the lexemes of a text in their order, repeated as often as they occur: stems of English words, the parts of
 * identifiers (KubeNodeDown, disk_full), and whole identifiers and addresses, with and without their joints.
 */
export const lexemesOf = (text: string): string[] => wordsOf(text, stemOf);

/** Returns the same words in the same order, without stemming. */
export const writtenWordsOf = (text: string): string[] => wordsOf(text, (word) => word);

/** A vowel and a consonant that the word doubles: "added", "erring". */
const SHORT_STEM = /^[aeio]([b-df-hj-np-tv-z])$/;

/** Irregular forms, and words with the same meaning. */
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

/**
 * The stemmer turns "adding" into "ad" by the rule that turns "setting" into "set". In most texts "ad" means Active
 * Directory, so this restores "add".
 */
function stemOf(word: string): string {
  const stem = stemmer(oneSpelling(IRREGULAR.get(word) ?? word));
  const [, last] = SHORT_STEM.exec(stem) ?? [];
  return last && word.startsWith(stem + last) ? stem + last : stem;
}

function wordsOf(text: string, stem: (word: string) => string): string[] {
  const lexemes: string[] = [];
  const known = new Map<string, string[]>();
  for (const [run] of inOneWord(asSeen(text)).matchAll(RUN)) {
    const parts = run.match(PART) ?? [];
    if (parts.length > 1 && run.length <= LONGEST) lexemes.push(foldWord(run));
    if (isHyphened(run)) lexemes.push(stemmed(foldWord(parts.join('')), stem));
    else if (parts.length > 1) lexemes.push(...joinedNames(run).map(foldWord));
    const month = MONTHS[Number(DATE.exec(run)?.[1]) - 1];
    if (month) lexemes.push(stem(month.toLowerCase()));
    for (const part of parts) {
      const words = known.get(part) ?? wordsIn(part, stem);
      known.set(part, words);
      lexemes.push(...words);
    }
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

/** Returns the hyphenated words of a text: each as one word, with the words that can replace it. */
export const hyphenedIn = (text: string): { whole: string; parts: string[] }[] =>
  [...inOneWord(asSeen(text)).matchAll(RUN)]
    .filter(([run]) => isHyphened(run))
    .map(([run]) => {
      const [written = '', whole = '', ...parts] = lexemesOf(run);
      return { whole, parts: [written, ...parts] };
    });

/**
 * Returns the lexemes that every text with this phrase holds. A text may hold its identifiers as parts of longer ones, and its verbs of
 * two words are one word only beside some other words.
 */
export const wholeWordsIn = (phrase: string): string[] =>
  inOneWord(phrase) === phrase
    ? (asSeen(phrase).match(PART) ?? []).flatMap((part) => wordsIn(part, stemOf).slice(0, 1))
    : [];

/** Returns the words in camel case (PowerShell) of a text: the whole, and its parts. */
export const humpedIn = (text: string): { whole: string; parts: string[] }[] =>
  (inOneWord(asSeen(text)).match(PART) ?? [])
    .map((word) => wordsIn(word, stemOf))
    .flatMap(([whole, ...parts]) => (whole !== undefined && parts.length > 0 ? [{ whole, parts }] : []));

/** Weight of a word in the title, compared with one in the body. */
const TITLE = 8;
/** Prefix of title words. If most texts hold a word, only titles are searched for it. */
export const IN_TITLE = '=';
/** PostgreSQL allows 256 positions of a word and 1 MB of words. These limits stay well below. */
const MOST_TIMES = 200;
const MOST_WORDS = 20_000;

/** Returns the words of a text as a tsvector, with one position for each unit of weight, and the number of positions. */
export function indexedWords(title: string, body: string): { words: string; length: number } {
  const times = new Map<string, number>();
  const add = (lexeme: string, count: number) => {
    if (times.size >= MOST_WORDS && !times.has(lexeme)) return;
    // A run gets no positions, because its parts are counted.
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

/** Quotes a lexeme for tsvector and tsquery. Special characters are escaped. */
export const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
