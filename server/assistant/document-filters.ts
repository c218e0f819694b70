import { TYPE_LABELS } from '../../contract/documents.ts';
import type { DocumentType } from '../../contract/documents.ts';
import type { Db } from '../db/open.ts';
import { countFacets } from '../search/queries.ts';
import { isCommon } from './common-words.ts';
import { literal } from './literal.ts';
import { Sentence, wordsOf } from './words.ts';

type Group = 'types' | 'categories' | 'tags';
const EACH: Group[] = ['types', 'categories', 'tags'];
const GROUPS = {
  types: /(?:by|per|each|every|of each) (?:type|kind)s?/,
  categories: /(?:by|per|each|every|in each) categor(?:y|ies)/,
  tags: /(?:by|per|each|every|with each) tags?/,
};

/** Which documents are meant, as operators of the search, and the same for people; the sentence holds the rest. */
export type DocumentFilter = {
  operators: string[];
  labels: string[];
  /** What they are to be counted by. */
  group: Group | undefined;
  sentence: Sentence;
};

const TYPES: [DocumentType, RegExp][] = [
  ['how-to-guides', /how-?tos?(?: guides?| documents?| articles?)?|how to (?:guides?|documents?|articles?)/],
  ['work-instructions', /work instructions?(?: documents?)?/],
  ['build-documents', /build (?:documents?|docs?|guides?)/],
  ['knowledge-base', /knowledge base (?:articles?|documents?|entries|pages?)|kb articles?/],
];
const STATUSES: [string, RegExp][] = [
  ['draft', /(?:in )?drafts?(?: documents?)?|unpublished|not(?: yet)? published/],
  ['published', /published/],
];
const AUTHOR =
  /(?:(?:that |which )?(?:did|has|have) )?(?:(?:written|made|created|authored|changed|updated|edited) )?by (?<name>[^\s·\d]+(?: [^\s·\d]+){0,2})/;

/** Takes kind, status, category, tag and author out of a question about documents. */
export async function readDocumentFilter(db: Db, question: string): Promise<DocumentFilter> {
  const sentence = new Sentence(question);
  const group = EACH.find((one) => sentence.take(GROUPS[one]));
  const filter: DocumentFilter = { operators: [], labels: [], group, sentence };
  const add = (name: string, value: string, label: string) => {
    filter.operators.push(`${name}:"${value.replaceAll('"', '')}"`);
    filter.labels.push(label);
  };
  for (const [type, pattern] of TYPES)
    if (sentence.take(pattern)) add('type', type, `type ${TYPE_LABELS[type]}`);
  for (const [status, pattern] of STATUSES)
    if (sentence.take(pattern)) add('status', status, `status ${status}`);
  const { categories, tags } = await countFacets(db, 'document', undefined, {});
  for (const [name, values, cue] of [
    ['category', categories, '(?:in|of|from|under)(?: the)?(?: category)?|category|categorised|categorized'],
    ['tag', tags, '(?:with|have|has|having)(?: the| a)? tags?|tagged(?: with| as)?|tags?'],
  ] as const)
    for (const { value } of values.toSorted((a, b) => b.value.length - a.value.length)) {
      const words = wordsOf(value).map(RegExp.escape).join(' ');
      if (words && sentence.take(new RegExp(`(?:${cue}) ${words}(?: category| tag)?|${words} category`, 'u')))
        add(name, value, `${name} ${literal(value)}`);
    }
  const said = sentence.take(AUTHOR)?.groups?.['name']?.split(' ') ?? [];
  const end = said.findIndex(isCommon);
  const name = said.slice(0, end < 0 ? undefined : end).join(' ');
  if (name) add('author', name, `author “${literal(name)}”`);
  return filter;
}

const MOST = 50;

/** How many documents there are of each, most first. */
export async function countDocumentsBy(db: Db, group: Group): Promise<string> {
  const facets = (await countFacets(db, 'document', undefined, {}))[group].toSorted(
    (a, b) => b.count - a.count,
  );
  if (facets.length === 0) return 'There is no document.';
  const nameOf = (value: string) =>
    group === 'types' ? (TYPE_LABELS[value as DocumentType] ?? value) : value;
  const lines = facets.slice(0, MOST).map(({ value, count }) => `- ${literal(nameOf(value))}: **${count}**`);
  const more = facets.length > MOST ? ['', `And ${facets.length - MOST} more.`] : [];
  return [
    `Documents by ${group === 'types' ? 'type' : group === 'tags' ? 'tag' : 'category'}:`,
    '',
    ...lines,
    ...more,
  ].join('\n');
}
