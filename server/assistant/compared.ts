import type { Figure } from '../../contract/server-fields.ts';
import type { Db } from '../db/open.ts';
import { isAllRead } from './common-words.ts';
import { describeFilter, NOTHING } from './filter-sql.ts';
import type { Choice, ServerFilter } from './filter-sql.ts';
import { takeFilter } from './filters.ts';
import { takeableFigure, takeFigure } from './ranking.ts';
import { answerRanking } from './ranking-answers.ts';
import { answerCount, countServers } from './server-answers.ts';
import type { Vocabulary } from './vocabulary.ts';
import { Sentence } from './words.ts';

const MORE =
  /^ (?:(?:and|so|ok) )*(?:do|does|are|is|have|has)(?: (?:we|there|they))?(?: (?:have|run|own|got))? (?<sign>more|fewer|less) (?<one>\S.*) than (?<other>\S.*)$/;

/** "do we have more file servers than print servers?": both are counted; undefined for another question. */
export async function answerCompared(
  db: Db,
  { text }: Sentence,
  vocabulary: Vocabulary,
): Promise<string | undefined> {
  const values = valuesIn(text, vocabulary);
  if (values) return toldBeside(db, values);
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

const VERSUS = /vs|versus|compare|compared|comparison|differences?(?: between)?/;
const MORE_OF = /(?:more|fewer|less)(?: (?:common|often|popular|widespread))?/;
const FIELD_WORDS = /(?:sites?|locations?|environments?|teams?|systems?|operating|usage|average|mean|avg)/;

type Values = { filters: ServerFilter[]; figure: Figure | undefined };

/** "production vs staging in Leeds", "more Windows or Linux": each value with all else that is said; undefined where more is said, or nothing is compared. */
function valuesIn(text: string, vocabulary: Vocabulary): Values | undefined {
  const sentence = Sentence.of(text);
  const isMore = sentence.has(MORE_OF) && sentence.has(/or/) && !sentence.has(/than|show|list|give/);
  if (!isMore && !sentence.has(VERSUS)) return undefined;
  const filter = takeFilter(sentence, vocabulary);
  const figure = takeableFigure(sentence);
  if (figure) takeFigure(sentence, figure);
  for (const words of [VERSUS, MORE_OF, FIELD_WORDS]) while (sentence.take(words));
  const isRead = isAllRead(sentence);
  const fields = Map.groupBy(filter.choices, ({ field }) => field);
  const [several = [], ...more] = [...fields.values()].filter((some) => some.length > 1);
  if (!isRead || filter.either.length > 0 || several.length === 0 || more.length > 0) return undefined;
  if (several.some(({ isNot }) => isNot)) return undefined;
  const others = filter.choices.filter((one) => !several.includes(one));
  const placeOf = ({ mark }: Choice) => sentence.text.indexOf(`·${mark} `);
  const inOrder = several.toSorted((a, b) => placeOf(a) - placeOf(b));
  return { filters: inOrder.map((one) => ({ ...filter, choices: [...others, one] })), figure };
}

/** What is compared, one after the other: the average of a figure, or how many there are and of which there are more. */
async function toldBeside(db: Db, { filters, figure }: Values): Promise<string> {
  if (figure) {
    const average = { kind: 'average', figure, count: 1, isLeast: false } as const;
    const told = await Promise.all(
      filters.map((one) => answerRanking(db, one, average, { timeZone: 'UTC' })),
    );
    return told.join('\n\n');
  }
  const counts = await Promise.all(filters.map((one) => countServers(db, one)));
  const most = Math.max(...counts);
  const [first = NOTHING, second] = filters.filter((_, index) => counts[index] === most);
  const so = describeFilter({ ...NOTHING, choices: first.choices.slice(-1) });
  const head = second ? 'They are as many.' : `${filters.length > 2 ? 'Most' : 'More'} have ${so}.`;
  return [head, ...(await Promise.all(filters.map((one) => answerCount(db, one))))].join('\n\n');
}

const filterOf = (choices: Choice[]): ServerFilter => ({ ...NOTHING, choices });

/** "production than staging in Sydney": the place is meant for both. */
const completed = (own: Choice[], other: Choice[]): ServerFilter =>
  filterOf([...own, ...other.filter(({ field }) => own.every((choice) => choice.field !== field))]);

/** Undefined where more is said than which values are meant. */
function choicesIn(text: string, vocabulary: Vocabulary): Choice[] | undefined {
  const sentence = Sentence.of(text);
  const { choices, others, either } = takeFilter(sentence, vocabulary);
  const isRead = isAllRead(sentence);
  return choices.length > 0 && others.length + either.length === 0 && isRead ? choices : undefined;
}
