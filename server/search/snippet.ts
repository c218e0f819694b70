import { plainText } from '../plain-text.ts';
import { fold, termsOf } from './fold.ts';

const LENGTH = 160;

/** Characters around the match that are made plain: a long text full of brackets would stop the server for minutes. */
const WINDOW = 2_000;

/** Plain text around the first word of the query that the body holds; its beginning where none does. */
export function snippetOf(body: string, query: string): string {
  const terms = termsOf(query);
  const from = Math.max(0, firstPlace(body, terms) - WINDOW / 2);
  const plain = plainText(body.slice(from, from + WINDOW));
  const start = Math.max(0, firstPlace(plain, terms) - LENGTH / 3);
  const cut = plain.slice(start, start + LENGTH).trim();
  const isWhole = start + LENGTH >= plain.length && from + WINDOW >= body.length;
  return `${from + start > 0 ? '…' : ''}${cut}${isWhole ? '' : '…'}`;
}

function firstPlace(text: string, terms: string[]): number {
  const folded = fold(text);
  const places = terms.map((term) => folded.indexOf(term)).filter((at) => at >= 0);
  return places.length > 0 ? Math.min(...places) : 0;
}
