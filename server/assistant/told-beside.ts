import { beginsAnew } from './begins-anew.ts';
import { isCommon } from './common-words.ts';
import { FIELD_NAMES } from './filter-sql.ts';
import type { Choice, Field } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

export const THINGS = /servers?|hosts?|machines?|vms?|boxes/;
/** Asks for what is written down. */
export const WRITTEN =
  /^(?:and |also |then |so )*(?:how (?:do|to|can|should|shall|would)|how (?:is|are) .*ed\W*$|what (?:should|shall|can|do|must) (?:i|we|you) do|what now|now what|is there (?:an? )?(?:\S+ )?(?:runbook|document|doc|guide|procedure|documentation)|where (?:is|are|can (?:i|we) find) (?:\S+ ){1,3}(?:runbooks?|documents?|docs?|guides?|procedures?|documentation)\b)/i;
/** At the end, or before "patched": what is to be done with it. */
const IT = /\b(?:it|them|they|one|that|this|those)\b(?=\W*(?:$|(?:be )?\w+ed\b))/i;
const REFERS =
  /\b(?:there|it|its|they|them|their|one|ones|those|these|that|affected|impacted|concerned|hit)\b/i;
/** Of what the question before found. */
export const OF_FOUND = /\b(?:they|them|their|those|these)\b/i;
export const OF_STATE: ReadonlySet<Field> = new Set(['status', 'serverType']);

const choicesIn = (text: string, vocabulary: Vocabulary): Choice[] =>
  takeFilter(new Sentence(text), vocabulary).choices;
const thingOf = (choices: Choice[]) => choices.find(({ field }) => field === 'function')?.label.toLowerCase();

/** Whether a question is of no use without the sentences around it. */
export function isOfTold(text: string, vocabulary: Vocabulary): boolean {
  const choices = choicesIn(text, vocabulary);
  if (WRITTEN.test(text)) return thingOf(choices) === undefined;
  return choices.length === 0 && REFERS.test(text) && !new Sentence(text).has(THINGS);
}

/** What was told of places and things goes into a question that says "there" or "it", or names no place of its own. */
export function withTold(text: string, told: Choice[], vocabulary: Vocabulary, isFirst: boolean): string {
  const thing = thingOf(told);
  if (WRITTEN.test(text)) return thing ? text.replace(IT, `the ${thing}`) : text;
  if (!isFirst && OF_FOUND.test(text)) return text;
  if (beginsAnew(new Sentence(text), vocabulary)) return text;
  const hasThings = new Sentence(text).has(THINGS);
  const asking = new Sentence(text);
  const own = new Set(takeFilter(asking, vocabulary).choices.map(({ field }) => field));
  const isOpen = REFERS.test(text) || !hasThings;
  // "The shop is slow. Which webshop servers are busy?": what is asked for by a name of its own may stand elsewhere.
  const isNamed = asking.rest(new Set()).some((word) => !word.startsWith('·') && !isCommon(word));
  const missing = told.filter(
    ({ field, isNot }) =>
      !own.has(field) &&
      !OF_STATE.has(field) &&
      !isNot &&
      (isOpen || (field === 'serverLocation' && !isNamed)),
  );
  if (missing.length === 0) return text;
  const asked = text
    .replace(/[\s?!.;,]+$/, '')
    .replace(/,? please$/i, '')
    .replace(
      / (?:(?:are|is|would be|will be) )?(?:affected|impacted|concerned|hit)(?: by (?:it|this|that))?$/i,
      '',
    )
    .replace(/\bits\b/i, 'the');
  const parts = missing.map(({ field, label }) => `with ${FIELD_NAMES[field]} ${label}`);
  return `${asked} ${hasThings ? '' : 'of the servers '}${parts.join(' ')}?`;
}

/** "when are they patched": what is done with things, where the inventory keeps no time of it. */
const WHEN_DONE =
  /^(?:and |also |then |so )*(?:when|how often) (?:is|are|was|were|must|should|will) (?:it|they|those|these|them)(?: be)? (?!(?:add|creat|chang|updat|check|register|modifi|edit)ed\b)\w+ed\W*$/i;
/** What tells servers apart in documents. */
const KIND: Field[] = ['function', 'operatingSystem', 'network', 'hardwareModel'];

/** What a question is about, by what those servers do, run or are. */
export function kindIn(text: string, vocabulary: Vocabulary): string | undefined {
  const choices = choicesIn(text, vocabulary).filter(({ isNot }) => !isNot);
  const one = KIND.flatMap((field) => choices.find((choice) => choice.field === field) ?? [])[0];
  return one && `the ${one.label.toLowerCase()}${one.field === 'function' ? '' : ' servers'}`;
}

/** "have a full disk"; where they are and how they are is nothing that is written about. */
const STATE =
  /\b(?:have|has|with) (?:an? |the )?(?!(?:location|status|environment|type|team owner|network zone|domain|name) )(?<state>\S+(?: \S+){0,3}?)\W*$/i;

/** "when does its support end": of what was named before, and no field of servers. */
const ITS_TIME =
  /^(?<when>(?:and |also |then |so )*when (?:does|do|did|will|is|are|was|were)) (?<its>its|their)(?= (?!(?:tls |ssl )?certificates?\b))/i;

/** "how many print servers are there and how are they patched?": what is written is asked of the same. */
export function withThing(text: string, before: string, vocabulary: Vocabulary): string {
  if (ITS_TIME.test(text)) return text.replace(ITS_TIME, `$<when> ${kindIn(before, vocabulary) ?? '$<its>'}`);
  if (!(WRITTEN.test(text) || WHEN_DONE.test(text)) || !IT.test(text)) return text;
  const meant = kindIn(before, vocabulary) ?? STATE.exec(before)?.groups?.['state'];
  return meant === undefined ? text : text.replace(IT, () => meant);
}
