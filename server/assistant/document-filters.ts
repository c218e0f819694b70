import { TYPE_LABELS } from '../../contract/documents.ts';
import type { DocumentType, TemplateType } from '../../contract/documents.ts';
import type { Db } from '../db/open.ts';
import { countFacets } from '../search/queries.ts';
import { isCommon } from './common-words.ts';
import { NOT } from './exceptions.ts';
import { literal } from './literal.ts';
import { numberOf, Sentence, wordsOf } from './words.ts';

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
  /** A type and a category that are called the same, of which either will do; the first is one of the operators too. */
  kinds: string[];
  /** What they are to be counted by. */
  group: Group | undefined;
  sentence: Sentence;
  /** What is asked for that no operator of the search tells. */
  lack: Lack | undefined;
  /** How many, and from which end. */
  most: number | undefined;
  isOldest: boolean;
  /** Words that turn the question round and that nobody understood, so that any figure would be the answer to another one. */
  unread: string[];
};

/** Templates, and documents that nobody put in order or wrote as far as it is known. */
export type Lack = 'templates' | 'untagged' | 'uncategorised' | 'unauthored';
const NONE =
  '(?:without|with no|no|lacking|missing|(?:have|has) no|(?:dont|do not|doesnt) have|not having)(?: any| an?)?';
const LACKS: [Lack, RegExp][] = [
  ['templates', /(?:(?:are|is|as|all|which|the) )*templates?(?= $)/],
  ['untagged', new RegExp(`(?:(?:are|that|which) )*(?:${NONE} tags?|untagged|not tagged)`)],
  [
    'uncategorised',
    new RegExp(`(?:(?:are|that|which) )*(?:${NONE} category|${NONE} categories|uncategori[sz]ed)`),
  ],
  ['unauthored', new RegExp(`(?:(?:are|that|which) )*${NONE} (?:authors?|writers?|owners?)`)],
];
const DOCUMENTS = '(?:documents?|documentation|docs?|articles?|guides?|runbooks?|pages?|manuals?)';
/** "documents that refer to nginx": the verb is none of the words to look for. */
const RELATES = new RegExp(
  `(?<=${DOCUMENTS} )(?:(?:that|which|do|does|did|are|is) )*(?:mention(?:s|ing)?|contain(?:s|ing)?|cover(?:s|ing)?|refer(?:s|ring)? to|referenc(?:es?|ing)|regarding|concerning|explain(?:s|ing)?|describ(?:es?|ing)|link(?:s|ing)? to)`,
);
const WITHIN =
  '(?:about|on|for|with|mention(?:s|ing)?|contain(?:s|ing)?|cover(?:s|ing)?|refer(?:s|ring)? to|the|an?|any|word|term)';
/** "but not alertmanager", as far as the question ends with it. */
const EXCLUDED = new RegExp(
  `(?:(?:(?:but|and|that|which) )*(?:without|except|excluding)|(?:but|and) not|not(?= (?:about|on|with|mentioning|containing|covering) )|(?:(?:that|which) )*(?:dont|doesnt|do not|does not)(?= (?:mention|contain|cover|refer) ))(?: ${WITHIN})* (?<said>[^\\s·]+(?: [^\\s·]+){0,2})(?= (?:·|$))`,
);
/** "not updated for more than a year" */
const UNTOUCHED =
  /(?:(?:that|which|were|was|have|has|are|is|been) )*(?:not|havent|hasnt|werent|never)(?: been)?(?: (?:updated|changed|edited|touched|modified|revised)) (?:for|in|since)(?: (?:more than|over|at least|the last|the past))* (?<count>an?|\d+|two|three|four|five|six) (?<unit>day|week|month|year)s?/;
const SHOWN = new RegExp(
  `(?:the )?(?<end>latest|newest|most recent|recent|last|first|top|oldest)(?: (?<count>\\d+|one|two|three|four|five|six|seven|eight|nine|ten))?(?= (?:[^\\s·]+ )?(?:${DOCUMENTS}|·\\d+))`,
);

const TYPES: [DocumentType, RegExp][] = [
  ['how-to-guides', /how-?tos?(?: guides?| documents?| articles?)?|how to (?:guides?|documents?|articles?)/],
  ['work-instructions', /work instructions?(?: documents?)?/],
  ['build-documents', /build (?:documents?|docs?|guides?)/],
  ['knowledge-base', /knowledge base (?:articles?|documents?|entries|pages?)|kb articles?/],
];
export const isType = (words: string): boolean =>
  TYPES.some(([, pattern]) => new RegExp(`^(?:${pattern.source})$`).test(words));
/** Kinds that the knowledge base has forms for, which the search counts as knowledge base. */
const TEMPLATES: [TemplateType, string, RegExp][] = [
  ['troubleshooting', 'Troubleshooting', /troubleshooting/],
  ['maintenance', 'Maintenance', /maintenance/],
  ['server_setup', 'Server Setup', /server set-?up/],
  ['network_config', 'Network Config', /network config(?:uration)?/],
  ['security_audit', 'Security Audit', /security audit/],
];

/** What a question asks for that names such a kind and nothing else. */
export function templateIn(
  { operators, sentence, group }: DocumentFilter,
  isTopic: (word: string) => boolean,
) {
  if (operators.length > 0 || group) return undefined;
  for (const [template, label, words] of TEMPLATES) {
    const rest = Sentence.of(sentence.text);
    const all = new RegExp(
      `(?:${words.source})s? (?:documents?|docs?|guides?|articles?|manuals?|templates?)`,
    );
    if (rest.take(all) && !rest.rest(new Set()).some(isTopic)) return { template, label };
  }
  return undefined;
}

const STATUSES: [string, RegExp][] = [
  ['draft', /(?:in )?drafts?(?: documents?)?|unpublished|not(?: yet)? published/],
  ['published', /published/],
];
/** The name before the verb: "which documents did Ben write". */
const WRITER =
  /(?:did|has|have) (?<name>[^\s·\d]+(?: [^\s·\d]+){0,2}?) (?:write|written|make|made|create|created|author|authored|edit|edited|change|changed)/;
const AUTHOR =
  /(?:(?:that |which )?(?:did|has|have) )?(?:(?:written|made|created|authored|changed|updated|edited|managed|owned|maintained|kept|looked after) )?by (?<name>[^\s·\d]+(?: [^\s·\d]+){0,2})/;

const MINE =
  /(?:did|have|had) i (?:write|written|make|made|create|created|author|authored|edit|edited|change|changed|update|updated)|(?:that |which )?i(?: have)? (?:wrote|written|made|created|authored|edited|changed|updated)|(?:(?:written|made|created|authored|changed|updated|edited) )?by (?:me|myself)|(?<=(?:my|all|list|show|many|me) )my own|(?:of )?mine|my(?= (?:\S+ )?(?:documents?|docs?|articles?|drafts?|guides?|runbooks?|how-?tos?|·\d+))/;
/** "documents about DNS that are not runbooks": a kind that there is not. */
const NO_SUCH_KIND =
  /(?:(?:that|which|and|but) )?(?:(?:are|is|were|was) (?:not|no)|arent|isnt|werent|wasnt)(?: an?| the)* (?:[^\s·]+ ){0,2}[^\s·]{3,}s(?= (?:·|$))/;
/** What stands between documents and the word that turns round what is asked of them. */
const TURNED =
  /(?:documents?|documentation|docs?|articles?|guides?|runbooks?|procedures?|·\d+)(?: (?:that|which|do|does|did|are|is|was|were|have|has|had|they|there|i|we))* (?<turned>(?:not|no|without|except|excluding|dont|doesnt|didnt|arent|isnt|werent|havent|never|neither|lacking|missing)(?: [^\s·]+){0,3})/;

/** Takes kind, status, category, tag and author out of a question about documents; `me` is the account that asks. */
export async function readDocumentFilter(
  db: Db,
  question: string,
  me: string | undefined,
): Promise<DocumentFilter> {
  const sentence = new Sentence(question);
  const group = EACH.find((one) => sentence.take(GROUPS[one]));
  const lack = LACKS.find(([, pattern]) => sentence.take(pattern))?.[0];
  const filter: DocumentFilter = { operators: [], labels: [], kinds: [], group, sentence, unread: [], lack, most: undefined, isOldest: false }; // prettier-ignore
  const add = (name: string, value: string, label: string) => {
    const isNot = sentence.take(new RegExp(`${NOT}·${sentence.mark}`)) !== undefined;
    filter.operators.push(`${isNot ? '-' : ''}${name}:"${value.replaceAll('"', '')}"`);
    filter.labels.push(isNot ? label.replace(' ', ' not ') : label);
  };
  if (me !== undefined && sentence.take(MINE)) add('author', me, 'author you');
  const { types, categories, tags } = await countFacets(db, 'document', undefined, {});
  for (const [type, pattern] of TYPES) {
    if (!sentence.take(pattern)) continue;
    const called = calledSo(categories, pattern);
    if (called === undefined || types.some(({ value }) => value === type))
      add('type', type, `type ${TYPE_LABELS[type]}`);
    else add('category', called, `category ${literal(called)}`);
    const [kind] = filter.operators.slice(-1);
    if (called === undefined || !kind?.startsWith('type:')) continue;
    filter.kinds = [kind, `category:"${called.replaceAll('"', '')}"`];
    filter.labels.push(`${filter.labels.pop()} or category ${literal(called)}`);
  }
  for (const [status, pattern] of STATUSES)
    if (sentence.take(pattern)) add('status', status, `status ${status}`);
  for (const [name, values, cue] of [
    ['category', categories, '(?:in|of|from|under)(?: the)?(?: category)?|category|categorised|categorized'],
    ['tag', tags, '(?:with|have|has|having)(?: the| a)? tags?|tagged(?: with| as)?|tags?'],
  ] as const)
    for (const { value } of values.toSorted((a, b) => b.value.length - a.value.length)) {
      const words = wordsOf(value).map(RegExp.escape).join(' ');
      if (words && sentence.take(new RegExp(`(?:${cue}) ${words}(?: category| tag)?|${words} category`, 'u')))
        add(name, value, `${name} ${literal(value)}`);
    }
  for (const [name, cue] of [
    ['category', '(?:in |of |from |under )?(?:the )?category'],
    ['tag', '(?:(?:with|have|has|having) )?(?:the |a )?(?:tag|tagged(?: with| as)?)'],
  ] as const) {
    const none = sentence.take(new RegExp(`${cue} (?!(?:by|of|is|and|or|with|as) )(?<value>[^\\s·]+)`))
      ?.groups?.['value'];
    if (none !== undefined) add(name, none, `${name} ${literal(none)}`);
  }
  const said = (sentence.take(WRITER) ?? sentence.take(AUTHOR))?.groups?.['name']?.split(' ') ?? [];
  const end = said.findIndex(isCommon);
  const name = said.slice(0, end < 0 ? undefined : end).join(' ');
  if (name) add('author', name, `author “${literal(name)}”`);
  const age = sentence.take(UNTOUCHED)?.groups;
  if (age) {
    const [count, unit = ''] = [numberOf(age['count'] ?? '') || 1, age['unit']];
    filter.operators.push(`updated:>${count}${unit.slice(0, 1)}`);
    filter.labels.push(`not updated for ${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  const shown = sentence.take(SHOWN)?.groups;
  if (shown?.['count']) filter.most = numberOf(shown['count']);
  filter.isOldest = shown?.['end'] === 'oldest';
  sentence.take(RELATES);
  const excluded = takeExcluded(sentence);
  filter.unread = unreadIn(sentence, filter.operators);
  for (const text of excluded) {
    filter.operators.push(`-"${text}"`);
    filter.labels.push(`without “${literal(text)}”`);
  }
  return filter;
}

/** A category that somebody named as people name a type: "How-to". */
const calledSo = (categories: { value: string }[], type: RegExp): string | undefined =>
  categories.find(({ value }) => {
    const words = wordsOf(value).join(' ');
    return [words, `${words} documents`].some((said) => new RegExp(`^(?:${type.source})$`).test(said));
  })?.value;

function takeExcluded(sentence: Sentence): string[] {
  const text = EXCLUDED.exec(sentence.text)?.groups?.['said'];
  if (text === undefined || text.split(' ').some((word) => isCommon(word))) return [];
  sentence.take(EXCLUDED);
  return [text];
}

/** "not" and "or", as far as nothing has read them. */
function unreadIn(sentence: Sentence, operators: string[]): string[] {
  const turned = sentence.take(TURNED)?.groups?.['turned'];
  const kind = sentence.take(NO_SUCH_KIND);
  const than = sentence.take(
    /(?:older|newer|longer|shorter|larger|smaller|bigger|more|less|fewer) than(?: [^\s·]+){0,3}/,
  );
  const names = operators.map((operator) => /^\w+/.exec(operator)?.[0]).filter((name) => name !== 'tag');
  const isTwice = new Set(names).size < names.length;
  const either =
    sentence.take(/(?<=·\d+ )or(?= (?:\S+ )?·\d+)/) ?? (isTwice ? sentence.take(/or|and/) : undefined);
  const left = sentence.take(
    /(?:without|except|excluding|but not|and not|do not|dont|doesnt)(?: [^\s·]+){0,3}/,
  );
  return [
    turned,
    kind?.[0],
    left?.[0],
    than?.[0],
    either?.[0] ?? (isTwice ? 'two of a kind' : undefined),
  ].flatMap((text) => text?.trim() ?? []);
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
