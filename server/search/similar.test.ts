import { beforeAll, describe, expect, test } from 'vitest';
import { search } from '../../contract/search.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aDocument, aUser } from '../../test/factories.ts';

const at = withApp();
let ann: Client;

beforeAll(async () => {
  const author = await aUser(at.current.database.db);
  ann = await at.current.as(author);
  for (const title of ['Prometheus target missing', 'Kubernetes certificates', 'Disk replacement'])
    await aDocument(at.current.database.db, author, { title, content: 'Text' });
});

const near = async (q: string) =>
  (await ann.call(search.similar, { query: { q } })).map(({ title }) => title);

describe('issue 6 decision 28 what is spelled nearly so', () => {
  test.each([
    ['promethues', ['Prometheus target missing']],
    ['kubrenetes', ['Kubernetes certificates']],
    ['certifcate', ['Kubernetes certificates']],
    ['repalcement', ['Disk replacement']],
    ['PROMETEUS', ['Prometheus target missing']],
    ['zzzzzz', []],
    ['dsk', []],
    ['promethues -target', []],
  ])('%s', async (q, titles) => {
    expect(await near(q)).toEqual(titles);
    // Near matches never stand in for what a search finds.
    expect(await ann.call(search.find, { query: { q } })).toEqual([]);
  });

  test('what is spelled so is no near match', async () => {
    expect(await near('prometheus')).toEqual([]);
  });

  test('limits are those of a search', async () => {
    expectRefusal(await ann.send({ url: '/api/search/similar' }), 400, 'validation_failed');
    expectRefusal(await ann.send({ url: `/api/search/similar?q=${'x'.repeat(501)}` }), 400);
    expect(await near("' <% or 1=1 --")).toEqual([]);
  });
});
