import { and, sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { asPattern } from '../search/queries.ts';
import { isCommon } from './common-words.ts';
import { NOTHING } from './filter-sql.ts';
import type { NamePart } from './name-parts.ts';
import { countServers } from './server-answers.ts';
import type { Sentence } from './words.ts';

const CODE = String.raw`[^\s·]+`;
const EXCEPTED = new RegExp(
  `(?:except|excluding|other than|besides|but not|and not|not)(?: (?:for|the|those|any|all|ones|called|named))* (?<codes>${CODE}(?: (?:(?:and|or|nor)(?: the)? )?${CODE})*?)(?: (?:ones?|servers?|hosts?|machines?|vms?|boxes))?(?= (?:$|in |at |on |by |and ·|that |which |with |are |is |please |·))`,
);

/** Takes out "except the esx ones": a code of names, which no other text of a server has; or the whole of a name. */
export async function takeExceptedNames(db: Db, sentence: Sentence): Promise<NamePart[]> {
  const { codes = '' } = new RegExp(` ${EXCEPTED.source}`).exec(sentence.text)?.groups ?? {};
  const said = codes.split(' ').filter((word) => word && !/^(?:and|or|nor|the)$/.test(word));
  if (said.length === 0 || said.some((word) => isCommon(word))) return [];
  const parts = said.map((text): NamePart => ({ partOf: 'name', place: 'containing', text, mark: 0 }));
  for (const part of parts) {
    // oxlint-disable-next-line no-await-in-loop -- A few names.
    if ((await countServers(db, { ...NOTHING, others: [{ ...part, place: 'exactly' }] })) > 0) {
      part.place = 'exactly';
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- A few codes.
    const [called, begun, held] = await Promise.all([
      countServers(db, { ...NOTHING, others: [part] }),
      db.$count(servers, and(notInBin(servers), sql`lower(${servers.name}) ~ ${`(^|[^a-z])${asPattern(part.text)}`}`)),
      countServers(db, { ...NOTHING, words: [part.text] }),
    ]); // prettier-ignore
    // "rad" is no code of "upgrade-1".
    if (called === 0 || begun < called || held > called) return [];
  }
  sentence.take(EXCEPTED);
  return parts.map((part) => ({ ...part, isNot: true, mark: sentence.mark }));
}
