import type { Db } from '../db/open.ts';
import { answerByAge } from './ages.ts';
import type { GroupField } from './dimensions.ts';
import { answerFigureGroups } from './figure-groups.ts';
import { figureName } from './figures.ts';
import { describeFilter } from './filter-sql.ts';
import type { ServerFilter } from './filter-sql.ts';
import {
  answerEach,
  answerExtreme,
  answerGroupings,
  answerGroups,
  answerShares,
  answerSites,
  answerStatus,
} from './group-answers.ts';
import { GROUP_NAMES } from './group-sql.ts';
import { inSentence } from './host-answers.ts';
import type { Attribute } from './host-answers.ts';
import { listed } from './literal.ts';
import { placeText } from './ranking.ts';
import { answerRanking } from './ranking-answers.ts';
import { answerAddresses, answerContacts, answerCount, answerList, answerShare } from './server-answers.ts';
import type { Telling } from './server-answers.ts';
import type { Wanted } from './wanted.ts';

/** What was understood of a question about many servers, beside which ones are meant. */
export type Asked = Wanted & {
  /** The servers that those which are meant are a part of. */
  share: ServerFilter | undefined;
  /** The same, of each value that servers are counted by. */
  partOf: ServerFilter | undefined;
  /** A field of which the values are counted. */
  values: GroupField | undefined;
  more: GroupField[];
  isContact: boolean;
  /** Says that servers are to be counted. */
  isHowMany: boolean;
  isPercent: boolean;
  /** Asks for the field of each server, and not only for how many have what. */
  isEach: boolean;
  /** Says servers, so that a number of them is asked for and not of what they are counted by. */
  isOfServers: boolean;
  columns: Attribute[];
};

/** All that may be read of a question, each in words for a refusal; undefined where it was not read. */
const READINGS = {
  share: ({ share, partOf }) => ((share ?? partOf) ? 'percentage' : undefined),
  values: ({ values }) => values && `how many values of ${GROUP_NAMES[values]}`,
  contact: ({ isContact }) => (isContact ? 'contact' : undefined),
  age: ({ age }) => age && (age.isNewest ? 'newest' : 'oldest'),
  ranking: ({ ranking }) => ranking && `${ORDERS[ranking.kind]} ${figureName(ranking.figure)}`,
  written: ({ ranking }) => ranking?.written,
  place: ({ ranking }) => (ranking?.place ? placeText(ranking.place) : undefined),
  // The contacts of servers are told with their owner.
  dimension: ({ dimension, isContact }) =>
    dimension && !(isContact && dimension === 'teamOwner') ? `by ${GROUP_NAMES[dimension]}` : undefined,
  more: ({ more }) => (more.length > 0 ? `by ${listed(more.map((field) => GROUP_NAMES[field]))}` : undefined),
  extreme: ({ extreme }) => extreme?.said,
  percent: ({ isPercent, partOf }) => (isPercent && !partOf ? 'percent' : undefined),
  columns: ({ columns }) => (columns.length > 0 ? listed(columns.map(inSentence)) : undefined),
  count: ({ isHowMany }) => (isHowMany ? 'how many' : undefined),
} satisfies Record<string, (asked: Asked) => string | undefined>;
const ORDERS = { most: 'highest', least: 'lowest', average: 'average' };
/** Of the last three, what is asked is known by the words that nothing took. */
type Reading = keyof typeof READINGS | 'status' | 'addresses' | 'figures';

/** One kind of answer. Whatever it does not say that it tells is not understood where it was read. */
type Kind = { tells: Reading[]; answer: (db: Db) => Promise<string> };

/** The kind of answer to what was asked of the servers that are meant. */
export function kindOfAnswer(meant: ServerFilter, asked: Asked, telling: Telling): Kind {
  const { share, partOf, extreme, values, more, ranking, age, columns, dimension, isPercent } = asked;
  const kind = (tells: Reading[], answer: Kind['answer']): Kind => ({ tells, answer });
  if (share) return kind(['share', 'count'], (db) => answerShare(db, share, meant));
  if (values) return kind(['values', 'count'], (db) => answerGroups(db, meant, values, { isOfValues: true }));
  if (asked.isContact) return kind(['contact', 'count'], (db) => answerContacts(db, meant));
  if (age && !ranking && !dimension)
    return kind(['age', 'count', 'columns', 'status'], (db) => answerByAge(db, meant, age, telling));
  if (ranking && dimension)
    return kind(
      ['ranking', 'dimension', 'percent', ...(asked.isOfServers ? [] : ['written' as const])],
      (db) => answerFigureGroups(db, meant, dimension, ranking),
    );
  if (ranking?.kind === 'average')
    return kind(['ranking', 'written', 'count'], async (db) =>
      [
        ...(asked.isHowMany ? [await answerCount(db, meant)] : []),
        await answerRanking(db, meant, ranking, telling),
      ].join('\n\n'),
    );
  if (ranking)
    return kind(['ranking', 'written', 'place', 'columns', 'status'], (db) => answerRanking(db, meant, ranking, telling)); // prettier-ignore
  if (dimension && more.length > 0)
    return kind(['dimension', 'more', 'percent', 'count'], (db) => answerGroupings(db, meant, [dimension, ...more], isPercent)); // prettier-ignore
  if (dimension && partOf && describeFilter(partOf) !== describeFilter(meant))
    return kind(['share', 'dimension', 'extreme', 'count'], (db) => answerShares(db, partOf, meant, dimension)); // prettier-ignore
  if (dimension && isPercent)
    return kind(['share', 'percent', 'dimension', 'extreme', 'count'], (db) => answerGroups(db, meant, dimension, { isPercent })); // prettier-ignore
  if (dimension && extreme)
    return kind(['dimension', 'extreme', 'count'], (db) => answerExtreme(db, meant, dimension, extreme));
  if (dimension && dimension !== 'status' && asked.isEach)
    return kind(['dimension', 'count'], (db) => answerEach(db, meant, dimension, telling.timeZone));
  const isOfStatus = asked.isStatus && columns.length === 0 && !asked.isCount && !hasStatus(meant);
  if (dimension === 'status' || isOfStatus)
    return kind(['status', 'dimension', 'count'], (db) => answerStatus(db, meant));
  if (dimension === 'site') return kind(['dimension', 'count'], (db) => answerSites(db, meant));
  if (dimension) return kind(['dimension', 'count'], (db) => answerGroups(db, meant, dimension));
  if (asked.isCount) return kind(['count'], (db) => withParts(db, meant));
  if (asked.isAddresses && columns.length === 0)
    return kind(['addresses', 'count'], (db) => answerAddresses(db, meant));
  return kind(['columns', 'status', 'addresses', 'figures', 'count'], (db) => answerList(db, meant, telling));
}

/** What was read of the question and is not told by an answer of this kind. */
export const untoldBy = ({ tells }: Pick<Kind, 'tells'>, asked: Asked): string[] =>
  Object.entries(READINGS).flatMap(([reading, said]) =>
    tells.some((one) => one === reading) ? [] : (said(asked) ?? []),
  );

export const hasStatus = ({ choices }: ServerFilter) => choices.some(({ field }) => field === 'status');

/** "production and staging" is counted together and apart. */
async function withParts(db: Db, filter: ServerFilter): Promise<string> {
  const total = await answerCount(db, filter);
  for (const field of ['environment', 'status', 'serverType'] as const) {
    if (filter.choices.filter((choice) => choice.field === field && !choice.isNot).length < 2) continue;
    // oxlint-disable-next-line no-await-in-loop -- The first field that is named twice is the only one.
    return `${total}\n\n${await answerGroups(db, filter, field)}`;
  }
  return total;
}
