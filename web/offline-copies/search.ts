import type { Document } from '../../contract/calls/documents.ts';
import type { SearchHit } from '../../contract/calls/search.ts';
import { fold } from '../../contract/shared/fold.ts';
import { documentPage, serverPage } from '../../contract/shared/item-address.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import type { Kept } from './kept.ts';

/** Folded texts by document: folding a megabyte takes longer than searching it. */
const folded = new WeakMap<Document, { title: string; text: string }>();

function foldedOf(document: Document) {
  const known = folded.get(document);
  if (known) return known;
  const { title, content, excerpt, category, tags } = document;
  const text = fold([title, category, ...tags, excerpt, content].join('\n'));
  const made = { title: fold(title), text };
  folded.set(document, made);
  return made;
}

/** The words of a search without its quotation marks. An operator is a word, too: what it selects is unknown here. */
const wordsOf = (q: string): string[] => fold(q.replaceAll('"', ' ')).split(/\s+/).filter(Boolean);

/** How well a text has the words: 0 without one of them, more for each that is in the title. */
const scoreOf = (words: string[], title: string, text: string): number =>
  words.every((word) => text.includes(word)) ? 1 + words.filter((word) => title.includes(word)).length : 0;

const best = <T>(items: T[], score: (item: T) => number): { item: T; score: number }[] =>
  items
    .map((item) => ({ item, score: score(item) }))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score);

/** The kept documents that have all words of the search, those with the words in their title first. */
export function findDocuments(kept: Kept[], q: string): { document: Document; score: number }[] {
  const words = wordsOf(q);
  const found = best(kept, ({ document }) => {
    const { title, text } = foldedOf(document);
    return scoreOf(words, title, text);
  });
  return found.map(({ item: { document }, score }) => ({ document, score }));
}

export const findServers = (servers: Server[], q: string): { item: Server; score: number }[] => {
  const words = wordsOf(q);
  return best(servers, (server) => {
    const { name, hostname, ipAddress, primaryFunction, teamOwner, description, notes } = server;
    const text = [name, hostname, ipAddress, primaryFunction, teamOwner, description, notes].join('\n');
    return scoreOf(words, fold(name), fold(text));
  });
};

/** The beginning of a text as one line, without the marks of markdown. */
export const plainBeginning = (text: string): string =>
  text
    .slice(0, 2 * SNIPPET)
    .replaceAll(/[#>*_`|-]+|!?\[|\]\([^)]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, SNIPPET);

/** The line around the first match. */
function snippetOf({ content }: Document, q: string): string {
  const [word = ''] = wordsOf(q);
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((each) => fold(each).includes(word)) ?? lines[0] ?? '';
  return plainBeginning(line);
}
const SNIPPET = 200;

export const documentHits = (kept: Kept[], q: string): SearchHit[] =>
  findDocuments(kept, q).map(({ document, score }) => ({
    kind: 'document',
    id: document.id,
    title: document.title,
    snippet: snippetOf(document, q),
    score,
    url: documentPage(document.id),
  }));

export const serverHits = (servers: Server[], q: string): SearchHit[] =>
  findServers(servers, q).map(({ item: { id, name, ipAddress, hostname }, score }) => ({
    kind: 'server',
    id,
    title: name,
    snippet: [ipAddress, hostname].filter(Boolean).join(' · '),
    score,
    url: serverPage(id),
  }));
