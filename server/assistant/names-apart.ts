import { sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import { isCommon } from './common-words.ts';
import { readVocabulary } from './vocabulary.ts';
import type { Sentence } from './words.ts';

/** Words of a question that are looked at. */
const MOST = 30;

/** "web shop servers" are webshop-1 and webshop-2: writes in one word what the names of several servers begin with, and what is no value of a field. */
export async function joinNamesApart(db: Db, sentence: Sentence): Promise<void> {
  const said = sentence.text.trim().split(' ').slice(0, MOST);
  const pairs = said
    .slice(1)
    .map((word, place) => [said[place] ?? '', word])
    .filter((pair) => pair.every((word) => /^\p{L}{2,}$/u.test(word) && !isCommon(word)));
  if (pairs.length === 0) return;
  const joined = pairs.map((pair) => pair.join(''));
  const first = sql<string>`substring(lower(${servers.name}) from '^[[:alpha:]]+')`;
  const rows = await db
    .select({ first })
    .from(servers)
    .where(sql`${notInBin(servers)} and ${first} = any(${sql.param(joined)}::text[])`)
    .groupBy(sql`1`)
    .having(sql`count(*) > 1`);
  if (rows.length === 0) return;
  const vocabulary = await readVocabulary(db);
  for (const pair of pairs) {
    const [written, meant] = [pair.join(' '), pair.join('')];
    const isValue = vocabulary.some(({ words }) => ` ${words} `.includes(` ${written} `));
    if (rows.some((row) => row.first === meant) && !isValue)
      sentence.text = sentence.text.replaceAll(` ${written} `, ` ${meant} `);
  }
}
