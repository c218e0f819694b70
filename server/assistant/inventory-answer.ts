import type { Db } from '../db/open.ts';
import { answerByAge } from './ages.ts';
import type { GroupField } from './dimensions.ts';
import { answerFigureGroups } from './figure-groups.ts';
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
import type { Attribute } from './host-answers.ts';
import { answerRanking } from './ranking-answers.ts';
import { answerAddresses, answerContacts, answerCount, answerList, answerShare } from './server-answers.ts';
import type { Wanted } from './wanted.ts';

/** What was understood of a question about many servers, beside which ones are meant. */
type Asked = Wanted & {
  /** The servers that those which are meant are a part of. */
  share: ServerFilter | undefined;
  /** The same, of each value that servers are counted by. */
  partOf: ServerFilter | undefined;
  /** A field of which the values are counted. */
  values: GroupField | undefined;
  more: GroupField[];
  isContact: boolean;
  isOfSites: boolean;
  isPercent: boolean;
  /** Asks for the field of each server, and not only for how many have what. */
  isEach: boolean;
  columns: Attribute[];
  /** Figures that a list tells beside. */
  told: Attribute[];
  timeZone: string;
};

/** The answer to what was asked of the servers that are meant. */
export async function answerAsked(db: Db, meant: ServerFilter, asked: Asked): Promise<string> {
  const { share, partOf, extreme, values, more, ranking, age, columns, timeZone } = asked;
  const { isContact, isCount, isPercent } = asked;
  const dimension = asked.dimension === 'serverLocation' && asked.isOfSites ? 'site' : asked.dimension;
  if (share) return answerShare(db, share, meant);
  if (values) return answerGroups(db, meant, values, { isOfValues: true });
  if (isContact) return answerContacts(db, meant);
  if (age) return answerByAge(db, meant, age, timeZone);
  if (ranking && dimension) return answerFigureGroups(db, meant, dimension, ranking);
  if (ranking) return answerRanking(db, meant, ranking, { asked: columns, timeZone });
  if (dimension && more.length > 0) return answerGroupings(db, meant, [dimension, ...more], isPercent);
  if (dimension && partOf && describeFilter(partOf) !== describeFilter(meant))
    return answerShares(db, partOf, meant, dimension);
  if (dimension && isPercent) return answerGroups(db, meant, dimension, { isPercent });
  if (dimension && extreme) return answerExtreme(db, meant, dimension, extreme);
  if (dimension && dimension !== 'status' && asked.isEach) return answerEach(db, meant, dimension, timeZone);
  const isOfStatus = asked.isStatus && columns.length === 0 && !isCount && !hasStatus(meant);
  if (dimension === 'status' || isOfStatus) return answerStatus(db, meant);
  if (dimension === 'site') return answerSites(db, meant);
  if (dimension) return answerGroups(db, meant, dimension);
  if (isCount) return withParts(db, meant);
  if (asked.isAddresses && columns.length === 0) return answerAddresses(db, meant);
  return answerList(db, meant, { asked: [...columns, ...asked.told], timeZone });
}

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
