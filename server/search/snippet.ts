import { fold, foldLine, unfoldedPlace } from '../../contract/shared/fold.ts';
import { joinedName, namesIn } from '../../contract/shared/joined-names.ts';
import { isDistinctive } from './lexemes.ts';
import { partsOfName, readSearchWords } from '../../contract/shared/search-words.ts';

const LENGTH = 160;

/** Returns the part of a plain text that holds most of the terms, or its beginning if it holds none. */
export function snippetFor(body: string, terms: string[]): string {
  // Without a limit, a regular expression runs out of its own stack in millions of blanks.
  const text = body.replace(/\s{1,10000}/g, ' ').trim();
  return cutAround(text, placeIn(text, terms) ?? 0);
}

/** Cuts at blanks where possible, so that words stay whole. */
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
 * Returns the texts that a snippet can show: the forms of each word, and text that looks like an operator. Stop words count
 * only if the query has no other words.
 */
export function termsIn(query: string): string[] {
  const { typed, operators } = readSearchWords(query);
  const distinctive = typed.filter((word) => isDistinctive(fold(word)));
  const words = (distinctive.length > 0 ? distinctive : typed).flatMap((word) => {
    const parts = partsOfName(word);
    const typedWord = foldLine(word);
    return [typedWord, parts.join(' '), parts.join(''), joinedName(typedWord) ?? ''];
  });
  return [...new Set([...words, ...operators.map(({ text }) => text)])].filter(Boolean);
}

/** Occurrences of each term that are compared. */
const MOST = 50;

/** Returns the start of the passage where most terms are close together. */
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
  // web01 may stand there as web-01.
  const at = best?.at ?? namesIn(folded).find(({ joined }) => terms.includes(joined))?.index;
  if (at === undefined) return undefined;
  return folded.length === text.length ? at : unfoldedPlace(text, at);
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
