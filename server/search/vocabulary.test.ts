import { ANYBODY } from '../../test/factories.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { readSearchWords } from '../../contract/shared/search-words.ts';
import { withApp } from '../../test/app.ts';
import { addUpCounts } from '../db/add-up-counts.ts';
import { learnAllWords } from './learned-words.ts';
import { rank } from './rank.ts';
import { weigh } from './score.ts';

const at = withApp();

/** Results of a query, one line for each row. */
const lines = async (text: string) =>
  (await at.current.database.pool.query<{ line: string }>(text)).rows.map(({ line }) => line);

const KEPT = `
  select concat_ws(' ', word, entries) as line from search_vocabulary where entries <> 0
  union all select concat_ws(' ', 'length of', kind, sum(length)) from search_counts group by kind having sum(length) <> 0 order by 1`;
const COUNTED = `
  select concat_ws(' ', word, ndoc) as line from ts_stat('select words from search_entries') where word not like '=%'
  union all select concat_ws(' ', 'length of', kind, sum(length)) from search_entries group by kind order by 1`;

test('SHELL-07 words and lengths are counted after any write, with concurrent writers and readers', async () => {
  const { db } = at.current.database;
  const ann = await at.current.signedIn();
  const one = async (n: number) => {
    const body = { title: `Walrus ${n}`, content: `Runbook of area-${n % 3} for tusk${n}`, tags: ['ice'] };
    const { id } = await ann.call(documents.create, { body });
    if (n % 2)
      await ann.call(documents.update, { params: { id }, body: { content: `Seal ${n}, seals and a floe` } });
    if (n % 3 === 0) await ann.call(documents.update, { params: { id }, body: { category: 'Coast' } });
    if (n % 5 === 0) await ann.call(documents.remove, { params: { id } });
    if (n % 10 === 0) await ann.call(documents.undelete, { params: { id } });
  };
  const tidying = Promise.all([learnAllWords(db), learnAllWords(db), addUpCounts(db)]);
  await Promise.all([...Array.from({ length: 30 }, (_, n) => one(n)), tidying]);
  await Promise.all([learnAllWords(db), learnAllWords(db)]);
  const counted = await lines(COUNTED);
  expect(counted).toContain('seal 12');
  expect(await lines(KEPT)).toEqual(counted);
  await Promise.all([addUpCounts(db), addUpCounts(db)]);
  expect(await lines(KEPT)).toEqual(counted);
});

test('SHELL-07 a search knows the words of the vocabulary, of texts that are not counted yet, and of none', async () => {
  const { db } = at.current.database;
  const ann = await at.current.signedIn();
  const entriesOf = async (...typed: string[]) => {
    const { words, missing } = await weigh(db, ANYBODY, typed);
    return [...words.map(({ lexeme, entries }) => `${lexeme} ${entries}`), ...missing];
  };
  const made = [];
  for (const n of [1, 2, 3])
    made.push(await ann.call(documents.create, { body: { title: `Kelp ${n}`, content: 'Kelp on a reef' } }));
  await learnAllWords(db);
  await ann.call(documents.create, { body: { title: 'Lagoon', content: 'Kelp and plankton' } });
  // The vocabulary does not have the fourth text yet, and its new words are counted in the texts.
  expect(await entriesOf('kelp', 'plankton', 'plank', 'zebra')).toEqual([
    'kelp 3',
    'plankton 1',
    'plank 1',
    'zebra',
  ]);
  expect(await ann.call(search.find, { query: { q: 'plankton' } })).toMatchObject([{ title: 'Lagoon' }]);
  for (const { id } of made) await ann.call(documents.remove, { params: { id } });
  await learnAllWords(db);
  // No text holds the word any more, so it is a missing word and no suggestion.
  expect(await entriesOf('kelp', 'reef')).toEqual(['kelp 1', 'reef']);
  expect(await ann.call(search.similar, { query: { q: 'reeff' } })).toEqual([]);
  await ann.call(documents.create, { body: { title: 'Atoll', content: 'A reef' } });
  expect(await entriesOf('reef')).toEqual(['reef 1']);
});

test('OPS-02 a search is planned once, however many words it has', async () => {
  const { db } = at.current.database;
  const words = 'adder badger civet dingo egret ferret'.split(' ');
  const stats = await db.transaction(async (tx) => {
    for (let round = 0; round < 12; round++)
      for (let count = 1; count <= words.length; count++) {
        const q = words.slice(0, count).map((word) => word + round);
        await rank(tx, readSearchWords(q.join(' ')), { kinds: ['document'], reader: ANYBODY }, 10 + round);
      }
    const { rows } = await tx.execute<{ custom: number; generic: number }>(sql`
      select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
      where statement like '%search_entries%' and statement not like 'insert%' and custom_plans + generic_plans > 10`);
    return rows;
  });
  // PostgreSQL makes a plan for each of the first five calls. It keeps the next one, if no plan for given words seems better.
  expect(stats.length).toBeGreaterThan(1);
  expect(stats.filter(({ custom }) => custom > 5)).toEqual([]);
});
