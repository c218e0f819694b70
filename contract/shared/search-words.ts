import { DEFAULT_TIME_ZONE } from './dates.ts';
import { asSeen, fold, foldLine } from './fold.ts';

/** A search operator: `category:network`, or `-category:network` to exclude. */
export type Operator = {
  name: OperatorName;
  value: string;
  isNot: boolean;
  /** The text as typed, folded, without the minus: `status:500` may also be literal text. */
  text: string;
};
const OPERATORS = ['type', 'category', 'tag', 'author', 'server', 'env', 'status', 'updated'] as const;
export type OperatorName = (typeof OPERATORS)[number];

/** Values of `updated:` are an age such as >30d, or a day such as <2026-01-31. */
export const AGE = /^([<>])?(\d{1,4})([hdwmy])$/;
export const DAY = /^([<>])?(\d{4}-\d{2}-\d{2})$/;
/** Earliest date that a database accepts. */
const MOST_YEARS = 1_000;

/** A parsed search. */
export type SearchWords = {
  /** Words, identifiers and "quoted texts", folded; all of them must match in a strict search. */
  terms: string[];
  /** The same with the original case: KubeNodeDown contains three words. */
  typed: string[];
  /** The quoted ones, which must always match. */
  quoted: string[];
  /** `srv-app*`: words that begin with this. It is a term as well, without the asterisk. */
  beginnings: string[];
  /** Also `srv-app*`, with its asterisk. */
  excluded: string[];
  operators: Operator[];
  /** The reader's time zone, which defines the days of `updated:`. */
  timeZone: string;
};

/** Maximum parts of a search; further ones are ignored. */
const MOST = 64;
/** Only at the end: `*.log` and `**kwargs` are text. */
const BEGINNING = /^([^*]*[\p{L}\p{N}][^*]*)\*$/u;
const PART = /(-?)(?:([a-z]+):)?(?:"([^"]+)(?:"|$)|(\S+))/giu;

/**
 * Parses words, "quoted texts", `name:value` and exclusions with `-`. Everything else is text: an unknown name, an
 * option such as `--force`, and an exclusion without anything to exclude from.
 */
export function readSearchWords(query: string, timeZone = DEFAULT_TIME_ZONE): SearchWords {
  const [minus, quotations, words]: [string[], string[], string[]] = [[], [], []];
  const operators: Operator[] = [];
  for (const [part, sign = '', name, inQuotes, plain] of asSeen(query).matchAll(PART)) {
    const value = (inQuotes ?? plain ?? '').trim();
    const operator = name?.toLowerCase() ?? '';
    const text = foldLine(part.slice(sign.length));
    if (isOperator(operator, value))
      operators.push({ name: operator, value: beginningOf(value) ?? value, isNot: sign === '-', text });
    else if (name === undefined && sign === '-' && value !== '' && !value.startsWith('-')) minus.push(value);
    else if (name === undefined && sign === '' && inQuotes !== undefined && value !== '')
      quotations.push(value);
    else words.push(...part.split(/\s+/));
  }
  const isAnything = words.length + quotations.length + operators.length > 0;
  if (!isAnything) words.push(...minus.map((value) => `-${value}`));
  const typed = unique([...words.map((word) => beginningOf(word) ?? word), ...quotations]);
  return {
    typed,
    terms: unique(typed.map(foldLine)),
    quoted: unique(quotations.map(foldLine)),
    beginnings: unique(words.map((word) => foldLine(beginningOf(word) ?? ''))),
    excluded: isAnything ? unique(minus.map(foldLine)) : [],
    operators: operators.slice(0, MOST),
    timeZone,
  };
}

/** The beginning that a word with an asterisk stands for. */
export const beginningOf = (word: string): string | undefined => BEGINNING.exec(word)?.[1];

/** A word boundary in camel case. */
export const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The words of an identifier, folded: `RouterErrorRatio` and `router-error_ratio` are router, error, ratio. */
export const partsOfName = (typed: string): string[] =>
  typed
    .split(/[\s._:/@\\-]+/)
    .flatMap((part) => part.split(HUMP))
    .map(fold)
    .filter(Boolean);

const unique = (texts: string[]): string[] => [...new Set(texts.filter(Boolean))].slice(0, MOST);

/** False for text that only looks like an operator; it is searched literally. */
function isOperator(name: string, value: string): name is OperatorName {
  if (!OPERATORS.some((known) => known === name) || value === '') return false;
  if (name !== 'updated') return true;
  const [, , count, unit] = AGE.exec(value) ?? [];
  if (count !== undefined) return unit !== 'y' || Number(count) <= MOST_YEARS;
  const day = DAY.exec(value)?.[2];
  return day !== undefined && isDay(day);
}

/** A valid calendar day. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) && !day.startsWith('0000');
}
