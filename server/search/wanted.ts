import { fold } from './fold.ts';
import { isOperator } from './operators.ts';
import type { Operator } from './operators.ts';

/** What was typed, understood. */
export type Wanted = {
  /** Words, identifiers and "quoted texts", folded; each must be there where all are asked for. */
  terms: string[];
  /** The same in their own letters: KubeNodeDown is three words. */
  typed: string[];
  /** Those of them that stood in quotes: they must be there in any case. */
  quoted: string[];
  excluded: string[];
  operators: Operator[];
};

/** Parts that are looked at; the rest of a longer text is left out. */
const MOST = 64;
const PART = /(-?)(?:([a-z]+):)?(?:"([^"]+)(?:"|$)|(\S+))/giu;

/**
 * Reads words, "quoted texts", `name:value` and exclusions by `-`. Whatever does not fit is text like any other: an
 * unknown name, an option such as `--force`, and an exclusion when nothing is left to exclude it from.
 */
export function readWanted(query: string): Wanted {
  const wanted: Wanted = { terms: [], typed: [], quoted: [], excluded: [], operators: [] };
  const [minus, quotations]: [string[], string[]] = [[], []];
  for (const [part, sign, name, inQuotes, plain] of query.matchAll(PART)) {
    const value = (inQuotes ?? plain ?? '').trim();
    const operator = name?.toLowerCase() ?? '';
    if (isOperator(operator, value)) wanted.operators.push({ name: operator, value, isNot: sign === '-' });
    else if (name === undefined && sign === '-' && value !== '' && !value.startsWith('-')) minus.push(value);
    else if (name === undefined && sign === '' && inQuotes !== undefined && value !== '')
      quotations.push(value);
    else wanted.typed.push(...part.split(/\s+/));
  }
  wanted.typed.push(...quotations);
  const isAnything = wanted.typed.length + wanted.operators.length > 0;
  if (isAnything) wanted.excluded = unique(minus.map(fold));
  else wanted.typed = minus.map((value) => `-${value}`);
  wanted.quoted = unique(quotations.map(fold));
  wanted.typed = unique(wanted.typed);
  wanted.terms = unique(wanted.typed.map(fold));
  wanted.operators.splice(MOST);
  return wanted;
}

const unique = (texts: string[]): string[] => [...new Set(texts.filter(Boolean))].slice(0, MOST);
