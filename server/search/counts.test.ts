import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { addUpCounts } from '../db/add-up-counts.ts';

const at = withApp();

const stored = async () =>
  (
    await at.current.database.pool.query<{ group: string; total: number }>(
      `select concat_ws('/', kind, type, category, tag) as group, sum(count)::int as total
       from search_counts group by 1 having sum(count) <> 0 order by 1`,
    )
  ).rows;

const counted = async () =>
  (
    await at.current.database.pool.query<{ group: string; total: number }>(
      `select concat_ws('/', kind, type_counted, category_counted, tag) as group, count(*)::int as total
       from search_entries cross join lateral unnest(array_append(tags, '')) as tag
         cross join lateral unnest(array[coalesce(type, ''), '*']) as type_counted
         cross join lateral unnest(array[coalesce(category, 'Uncategorized'), '']) as category_counted
       group by 1 order by 1`,
    )
  ).rows;

test('KB-09 counts equal the rows, with concurrent writers and whenever they are added up', async () => {
  const ann = await at.current.signedIn();
  const one = async (n: number) => {
    const body = {
      title: `Runbook ${n}`,
      content: 'Text',
      category: `Area ${n % 3}`,
      tags: [`tag ${n % 4}`, 'all'],
    };
    const { id } = await ann.call(documents.create, { body });
    if (n % 2)
      await ann.call(documents.update, {
        params: { id },
        body: { category: null, tags: ['moved'], templateType: 'how_to_guide' },
      });
    if (n % 5 === 0) await ann.call(documents.remove, { params: { id } });
    if (n % 10 === 0) await ann.call(documents.undelete, { params: { id } });
  };
  const adding = Promise.all([addUpCounts(at.current.database.db), addUpCounts(at.current.database.db)]);
  await Promise.all([...Array.from({ length: 40 }, (_, n) => one(n)), adding]);
  const expected = await counted();
  expect(expected.length).toBeGreaterThan(5);
  expect(await stored()).toEqual(expected);
  await Promise.all([addUpCounts(at.current.database.db), addUpCounts(at.current.database.db)]);
  expect(await stored()).toEqual(expected);
  const { rows } = await at.current.database.pool.query('select * from search_counts');
  expect(rows).toHaveLength(expected.length);
});
