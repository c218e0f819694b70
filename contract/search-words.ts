import { DEFAULT_TIME_ZONE } from './dates.ts';
import { asSeen, fold, foldLine } from './fold.ts';

/** A part of a search that names what it looks at: `category:network`, or `-category:network` for all others. */
export type Operator = {
  name: OperatorName;
  value: string;
  isNot: boolean;
  /** As it was typed, folded, without the minus: `status:500` is also a text that things hold. */
  text: string;
};
const OPERATORS = ['type', 'category', 'tag', 'author', 'server', 'env', 'status', 'updated'] as const;
export type OperatorName = (typeof OPERATORS)[number];

/** The values of `updated:` an age such as >30d, or a day such as <2026-01-31. */
export const AGE = /^([<>])?(\d{1,4})([hdwmy])$/;
export const DAY = /^([<>])?(\d{4}-\d{2}-\d{2})$/;
/** Before that there are no dates that a database takes. */
const MOST_YEARS = 1_000;

/** What was typed, understood. */
export type SearchWords = {
  /** Words, identifiers and "quoted texts", folded; each must be there where all are asked for. */
  terms: string[];
  /** The same in their own letters: KubeNodeDown is three words. */
  typed: string[];
  /** Those of them that stood in quotes: they must be there in any case. */
  quoted: string[];
  excluded: string[];
  operators: Operator[];
  /** Where the days of `updated:` begin: the time zone of the reader. */
  timeZone: string;
};

/** Parts that are looked at; the rest of a longer text is left out. */
const MOST = 64;
const PART = /(-?)(?:([a-z]+):)?(?:"([^"]+)(?:"|$)|(\S+))/giu;

/**
 * Reads words, "quoted texts", `name:value` and exclusions by `-`. Anything else is text: an
 * unknown name, an option such as `--force`, and an exclusion when nothing is left to exclude it from.
 */
export function readSearchWords(query: string, timeZone = DEFAULT_TIME_ZONE): SearchWords {
  const wanted: SearchWords = { terms: [], typed: [], quoted: [], excluded: [], operators: [], timeZone };
  const [minus, quotations]: [string[], string[]] = [[], []];
  for (const [part, sign = '', name, inQuotes, plain] of asSeen(query).matchAll(PART)) {
    const value = (inQuotes ?? plain ?? '').trim();
    const operator = name?.toLowerCase() ?? '';
    const text = foldLine(part.slice(sign.length));
    if (isOperator(operator, value))
      wanted.operators.push({ name: operator, value, isNot: sign === '-', text });
    else if (name === undefined && sign === '-' && value !== '' && !value.startsWith('-')) minus.push(value);
    else if (name === undefined && sign === '' && inQuotes !== undefined && value !== '')
      quotations.push(value);
    else wanted.typed.push(...part.split(/\s+/));
  }
  wanted.typed.push(...quotations);
  const isAnything = wanted.typed.length + wanted.operators.length > 0;
  if (isAnything) wanted.excluded = unique(minus.map(foldLine));
  else wanted.typed = minus.map((value) => `-${value}`);
  wanted.quoted = unique(quotations.map(foldLine));
  wanted.typed = unique(wanted.typed);
  wanted.terms = unique(wanted.typed.map(foldLine));
  wanted.operators.splice(MOST);
  return wanted;
}

/** Where a name in humps changes words. */
export const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The words that an identifier is made of, folded: `RouterErrorRatio` and `router-error_ratio` are router, error, ratio. */
export const partsOfName = (typed: string): string[] =>
  typed
    .split(/[\s._:/@\\-]+/)
    .flatMap((part) => part.split(HUMP))
    .map(fold)
    .filter(Boolean);

const unique = (texts: string[]): string[] => [...new Set(texts.filter(Boolean))].slice(0, MOST);

/** False for what reads like an operator and is none: it is looked for as text then. */
function isOperator(name: string, value: string): name is OperatorName {
  if (!OPERATORS.some((known) => known === name) || value === '') return false;
  if (name !== 'updated') return true;
  const [, , count, unit] = AGE.exec(value) ?? [];
  if (count !== undefined) return unit !== 'y' || Number(count) <= MOST_YEARS;
  const day = DAY.exec(value)?.[2];
  return day !== undefined && isDay(day);
}

/** A day of the calendar, which 31 February is not. */
function isDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) && !day.startsWith('0000');
}
