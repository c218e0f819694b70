import type { Db } from '../db/open.ts';
import { countFacets, lexemesOf } from '../search/queries.ts';
import { SERVER_WORDS } from './common-words.ts';
import { isType } from './document-filters.ts';
import { readVocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

const LEADS = '(?:and|also|please|can you|could you) ';
const VERBS = '(?<asks>how many|number of|count|list|show|give|name|find|view|which|what)';
const FILLERS = '(?: (?:me|us|all|of|the|our|my|any|different))*';
const ENDS =
  '(?: (?:are there|do we have|we have|there are|there|exist|have we(?: got)?|in the knowledge base|please))* ';
const ABOUT = ' (?:about|on|regarding|concerning|mentioning|tagged|written by|by) .*';
const ASKS = new RegExp(
  String.raw`^ (?:${LEADS})*${VERBS}${FILLERS} (?<what>\S+(?: \S+){0,3}?)(?: (?:documents?|docs?|articles?|pages?))?(?:${ENDS}|(?<about>${ABOUT}))$`,
);

/** Words for servers, or for documents of every kind. */
const isOfAll = (word: string): boolean =>
  SERVER_WORDS.has(word) || /^(?:documents?|documentation|docs?|articles?|pages?)$/.test(word);

const stemsOf = (text: string): string => lexemesOf(text.replaceAll('-', ' ')).join(' ');

/** "list the policies" where a category of documents is called so: the same question with the category told. */
export async function askedByCategory(db: Db, query: string): Promise<string | undefined> {
  const { asks = '', what = '', about = '' } = ASKS.exec(new Sentence(query).text)?.groups ?? {};
  const stems = stemsOf(what);
  if (stems === '' || isType(what) || what.split(' ').every(isOfAll)) return undefined;
  const { categories } = await countFacets(db, 'document', undefined, {});
  const category = categories.find(({ value }) => stemsOf(value) === stems)?.value;
  if (category === undefined) return undefined;
  // Servers that are called so are meant first.
  const isOfServers = (await readVocabulary(db)).some(({ words }) => stemsOf(words) === stems);
  if (isOfServers) return undefined;
  const isCount = /how many|number|count/.test(asks);
  return `${isCount ? 'how many documents are' : 'list documents'} in the category ${category}${about.trimEnd()}`;
}
