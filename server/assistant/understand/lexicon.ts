import { readFileSync } from 'node:fs';
import {
  fieldOf,
  groupFields,
  serverFields,
  type ServerField,
} from '../../../contract/shared/server-fields.ts';
import type { Meaning } from './meaning.ts';
import { wordsOf } from './tokens.ts';

type Lexicon = Map<string, Meaning[]>;

/** Meanings by phrase. The patterns decide between several. */
export const LEXICON: Lexicon = new Map();

const add = (phrase: string, meaning: Meaning): void => {
  if (phrase === '') return;
  LEXICON.set(phrase, [...(LEXICON.get(phrase) ?? []), meaning]);
};

/** A group of `lexicon.txt` is a line `# kind of by` with the phrases of this meaning below it, one a line. */
function meaningIn(head: string): Meaning {
  const [is = '', of, by] = head.split(' ');
  if (is === 'value') return { is, of: of as ServerField, values: [by ?? ''], exact: true };
  return { is, ...(of && { of }), ...(by && { by }) };
}

let meaning: Meaning | undefined;
for (const line of readFileSync(new URL('./lexicon.txt', import.meta.url), 'utf8').split('\n')) {
  const phrase = line.trim();
  if (phrase === '' || phrase.startsWith('//')) continue;
  if (phrase.startsWith('# ')) meaning = meaningIn(phrase.slice(2));
  else if (meaning) add(phrase, meaning);
}

const plural = (word: string) =>
  word.endsWith('y') ? `${word.slice(0, -1)}ies` : word.endsWith('s') ? `${word}es` : `${word}s`;
const isGroup = (field: ServerField) => groupFields.some((one) => one === field);

/** Field names from the table. Plurals of groups ask for all values. */
for (const field of serverFields) {
  const { label, short = label, operator, synonyms = [] } = fieldOf(field);
  for (const phrase of new Set([label, short, operator, ...synonyms].map((one) => wordsOf(one).join(' ')))) {
    add(phrase, { is: 'field', of: field });
    add(plural(phrase), { is: 'field', of: field });
    if (!isGroup(field)) continue;
    add(phrase, { is: 'group', of: field });
    add(plural(phrase), { is: 'groups', of: field });
  }
}

/** Known words, which spelling correction must not change. */
export const LEXICON_WORDS = new Set([...LEXICON.keys()].flatMap((phrase) => phrase.split(' ')));

const meansA = (word: string, kind: string): boolean =>
  LEXICON.get(word)?.some(({ is }) => is === kind) ?? false;
/** Whether a word says that the question is about the future, where certificates expire. "Expired" is of the past. */
export const isOfFuture = (word: string): boolean => meansA(word, 'expires');
export const isFiller = (word: string): boolean => meansA(word, 'filler');
/** "documents", which no document has to mention. */
export const isOfDocuments = (word: string): boolean => meansA(word, 'documents');
/** Words of the inventory. Others of the lexicon, such as "documents" or "most", need not be in a document. */
const OF_INVENTORY = ['value', 'field', 'figure', 'reboot', 'expires', 'expired', 'fell'];
export const isGrammar = (word: string): boolean =>
  LEXICON_WORDS.has(word) && !OF_INVENTORY.some((kind) => meansA(word, kind));
