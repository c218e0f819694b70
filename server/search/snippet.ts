import { plainText } from '../plain-text.ts';
import { fold } from '../../contract/fold.ts';
import { isTelling } from './lexemes.ts';
import { readWanted } from '../../contract/wanted.ts';

const LENGTH = 160;
/** Characters of the body that are read around a match: bodies can be long, and taking markup off costs more than length. */
const AROUND = 1_000;

/** Plain text around the place that holds most of the words; the beginning of the body where none does. */
export function snippetFor(body: string, terms: string[]): string {
  const place = placeIn(body, terms) ?? 0;
  const start = beginningNear(body, place);
  const around = plainText(body.slice(start, place + AROUND));
  const inside = placeIn(around, terms);
  if (inside === undefined && start > 0) return cutAround(plainText(body.slice(0, AROUND)), 0, false, true);
  return cutAround(around, inside ?? 0, start > 0, place + AROUND < body.length);
}

/** The beginning of the body, or of a line or a word before the place where there is one near: its markup is seen whole then. */
function beginningNear(body: string, place: number): number {
  if (place <= AROUND) return 0;
  const from = place - AROUND;
  const line = body.indexOf('\n', from) + 1;
  if (line > 0 && line <= place) return line;
  const word = body.slice(from, place).search(/\s/);
  return word < 0 ? from : from + word + 1;
}

/** Whole words around the place, as far as there are blanks between them. */
function cutAround(text: string, place: number, isMoreBefore: boolean, isMoreAfter: boolean): string {
  const first = Math.max(0, place - Math.floor(LENGTH / 3));
  const blank = text.indexOf(' ', first - 1);
  const start = first > 0 && blank >= 0 && blank < place ? blank + 1 : first;
  const last = start + LENGTH;
  const lastBlank = text.lastIndexOf(' ', last);
  const end = last < text.length && lastBlank > place ? lastBlank : last;
  const cut = text.slice(start, end).trim();
  const before = start > 0 || isMoreBefore ? '…' : '';
  return `${before}${cut}${isMoreAfter || end < text.length ? '…' : ''}`;
}

/** Words that nearly every text holds lead nowhere, unless nothing else was asked for. */
export function termsIn(query: string): string[] {
  const { terms } = readWanted(query);
  const telling = terms.filter(isTelling);
  return telling.length > 0 ? telling : terms;
}

/** Occurrences of each word that are looked at. */
const MOST = 50;

/** Where the first of the words begins that stand closest together. */
function placeIn(text: string, terms: string[]): number | undefined {
  const folded = fold(text);
  const places = terms.flatMap((term) => occurrences(folded, term).map((at) => ({ at, term })));
  places.sort((a, b) => a.at - b.at);
  let best: { at: number; count: number } | undefined;
  for (const [index, { at }] of places.entries()) {
    const near = new Set<string>();
    for (let next = index; (places[next]?.at ?? Infinity) < at + LENGTH / 2; next++)
      near.add(places[next]?.term ?? '');
    if (near.size > (best?.count ?? 0)) best = { at, count: near.size };
  }
  if (!best) return undefined;
  return folded.length === text.length ? best.at : unfoldedPlace(text, best.at);
}

function occurrences(text: string, term: string): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(term);
    at >= 0 && places.length < MOST;
    at = text.indexOf(term, at + term.length)
  )
    places.push(at);
  return places;
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
