import { plainText } from '../plain-text.ts';
import { fold, termsOf } from './fold.ts';

const LENGTH = 160;
/** Characters of the body that are read around a match: bodies can be long, and taking markup off costs more than length. */
const AROUND = 1_000;

/** Plain text around the first word of the query that the body holds; its beginning where none does. */
export function snippetOf(body: string, query: string): string {
  const terms = termsOf(query);
  const place = placeIn(body, terms) ?? 0;
  const start = beginningNear(body, place);
  const around = plainText(body.slice(start, place + AROUND));
  const inside = placeIn(around, terms);
  if (inside === undefined && start > 0) return cutAround(plainText(body.slice(0, AROUND)), 0, false, true);
  return cutAround(around, inside ?? 0, start > 0, place + AROUND < body.length);
}

/** The beginning of the body, or of a line before the place where there is one near: its markup is seen whole then. */
function beginningNear(body: string, place: number): number {
  if (place <= AROUND) return 0;
  const line = body.indexOf('\n', place - AROUND) + 1;
  return line > 0 && line <= place ? line : place - AROUND;
}

function cutAround(text: string, place: number, isMoreBefore: boolean, isMoreAfter: boolean): string {
  const start = Math.max(0, place - Math.floor(LENGTH / 3));
  const cut = text.slice(start, start + LENGTH).trim();
  const before = start > 0 || isMoreBefore ? '…' : '';
  return `${before}${cut}${isMoreAfter || start + LENGTH < text.length ? '…' : ''}`;
}

/** Where the first of the words begins. */
function placeIn(text: string, terms: string[]): number | undefined {
  const folded = fold(text);
  const places = terms.map((term) => folded.indexOf(term)).filter((at) => at >= 0);
  if (places.length === 0) return undefined;
  const at = Math.min(...places);
  return folded.length === text.length ? at : unfoldedPlace(text, at);
}

/** The same place where folding changed lengths (ß is two letters then): what is before folds to at most `at` letters. */
function unfoldedPlace(text: string, at: number): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fold(text.slice(0, middle)).length <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
