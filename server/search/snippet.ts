import { plainText } from '../plain-text.ts';
import { fold, termsOf } from './fold.ts';

const LENGTH = 160;

/** Plain text around the first word of the query that the body holds; its beginning where none does. */
export function snippetOf(body: string, query: string): string {
  const plain = plainText(body);
  const folded = fold(plain);
  const places = termsOf(query).map((term) => folded.indexOf(term)).filter((at) => at >= 0); // prettier-ignore
  const first = places.length ? Math.min(...places) : 0;
  const start = Math.max(0, first - LENGTH / 3);
  const cut = plain.slice(start, start + LENGTH).trim();
  return `${start > 0 ? '…' : ''}${cut}${start + LENGTH < plain.length ? '…' : ''}`;
}
