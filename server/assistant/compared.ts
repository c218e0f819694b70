import type { Db } from '../db/open.ts';
import { isFiller } from './common-words.ts';
import { NOTHING } from './filter-sql.ts';
import type { Choice, ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { answerCount, countServers } from './server-answers.ts';
import type { Phrase } from './vocabulary.ts';
import { Sentence } from './words.ts';

const MORE =
  /^ (?:(?:and|so|ok) )*(?:do|does|are|is|have|has)(?: (?:we|there|they))?(?: (?:have|run|own|got))? (?<sign>more|fewer|less) (?<one>\S.*) than (?<other>\S.*)$/;

/** "do we have more file servers than print servers?": both are counted; undefined for another question. */
export async function answerCompared(
  db: Db,
  { text }: Sentence,
  vocabulary: Phrase[],
): Promise<string | undefined> {
  const { sign, one = '', other = '' } = MORE.exec(text)?.groups ?? {};
  const [a, b] = [choicesIn(` ${one} `, vocabulary), choicesIn(` ${other} `, vocabulary)];
  if (sign === undefined || !a || !b) return undefined;
  const isSame = a.some(({ field }) => b.some((choice) => choice.field === field));
  const filters = isSame ? [completed(a, b), completed(b, a)] : [filterOf(a), filterOf(b)];
  const [first = NOTHING, second = NOTHING] = filters;
  const [some, others] = [await countServers(db, first), await countServers(db, second)];
  const isSo = sign === 'more' ? some > others : some < others;
  const counts = `${await answerCount(db, first)}\n\n${await answerCount(db, second)}`;
  return `${isSo ? 'Yes' : some === others ? 'No, they are as many' : 'No'}.\n\n${counts}`;
}

const filterOf = (choices: Choice[]): ServerFilter => ({ ...NOTHING, choices });

/** "production than staging in Sydney": the place is meant for both. */
const completed = (own: Choice[], other: Choice[]): ServerFilter =>
  filterOf([...own, ...other.filter(({ field }) => own.every((choice) => choice.field !== field))]);

/** Undefined where more is said than which values are meant. */
function choicesIn(text: string, vocabulary: Phrase[]): Choice[] | undefined {
  const sentence = Sentence.of(text);
  const { choices, others, either } = takeFilter(sentence, vocabulary);
  const isRead = sentence.rest(new Set()).every((word) => isFiller(word) || word.startsWith('·'));
  return choices.length > 0 && others.length + either.length === 0 && isRead ? choices : undefined;
}
