import { fold, foldLine } from '../../contract/fold.ts';
import { isTelling } from './lexemes.ts';
import { partsOfName, readSearchWords } from '../../contract/search-words.ts';

const LENGTH = 160;

/** The part of a text without markup that holds most of the words; its beginning where none does. */
export function snippetFor(body: string, terms: string[]): string {
  const text = body.replace(/\s+/g, ' ').trim();
  return cutAround(text, placeIn(text, terms) ?? 0);
}

/** Whole words around the place, as far as there are blanks between them. */
function cutAround(text: string, place: number): string {
  const first = Math.max(0, place - Math.floor(LENGTH / 3));
  const blank = text.indexOf(' ', first - 1);
  const start = first > 0 && blank >= 0 && blank < place ? blank + 1 : first;
  const last = start + LENGTH;
  const lastBlank = text.lastIndexOf(' ', last);
  const end = last < text.length && lastBlank > place ? lastBlank : last;
  const cut = text.slice(start, end).trim();
  const before = start > 0 ? '…' : '';
  return `${before}${cut}${end < text.length ? '…' : ''}`;
}

/**
 * The texts that a snippet shows one of: the words in each of their forms, and what reads like an operator. Words that nearly
 * every text holds lead nowhere, unless nothing else was asked for.
 */
export function termsIn(query: string): string[] {
  const { typed, operators } = readSearchWords(query);
  const telling = typed.filter((word) => isTelling(fold(word)));
  const words = (telling.length > 0 ? telling : typed).flatMap((word) => {
    const parts = partsOfName(word);
    return [foldLine(word), parts.join(' '), parts.join('')];
  });
  return [...new Set([...words, ...operators.map(({ text }) => text)])].filter(Boolean);
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
