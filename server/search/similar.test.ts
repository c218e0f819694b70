import { beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { withApp, type Client } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aDocument, aUser } from '../../test/factories.ts';
import { learnAllWords } from './learned-words.ts';

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

describe('issue 6 decision 28 similar spellings', () => {
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
    // Similar items are not part of search results.
    expect(await ann.call(search.find, { query: { q } })).toEqual([]);
  });

  test('an exact match is no similar match', async () => {
    expect(await near('prometheus')).toEqual([]);
  });

  test('finds a word that only texts contain by similar spellings, after titles, as soon as it is written', async () => {
    const { db } = at.current.database;
    const author = await aUser(db);
    const id = await aDocument(db, author, {
      title: 'Cabinet seven',
      content: 'Replace the thermocouple with care.',
    });
    expect(await near('thermocuple')).toEqual(['Cabinet seven']);
    expect(await near('THERMOCOUPEL')).toEqual(['Cabinet seven']);
    expect(await near('thermocouple')).toEqual([]);
    expect(await near('hydrocouple')).toEqual([]);
    await aDocument(db, author, { title: 'Thermocouples', content: 'Text' });
    expect(await near('thermocuple')).toEqual(['Thermocouples', 'Cabinet seven']);
    expect(await near('thermocuple -care')).toEqual(['Thermocouples']);
    // A deleted text brings no suggestions, and concurrent learning runs do not wait for each other.
    await ann.call(documents.remove, { params: { id } });
    expect(await near('thermocuple')).toEqual(['Thermocouples']);
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        aDocument(db, author, { title: `Note ${n}`, content: 'galvanometer' }),
      ),
    );
    await Promise.all([learnAllWords(db), learnAllWords(db)]);
    expect(await near('galvanometar')).toHaveLength(8);
  });

  test('finds a short word of a text also with two letters in the wrong order', async () => {
    const { db } = at.current.database;
    await aDocument(db, await aUser(db), { title: 'Home folders', content: 'Each has a quota.' });
    expect(await near('qouta')).toEqual(['Home folders']);
  });

  test('has the limits of a search', async () => {
    expectRefusal(await ann.send({ url: '/api/search/similar' }), 400, 'validation_failed');
    expectRefusal(await ann.send({ url: `/api/search/similar?q=${'x'.repeat(501)}` }), 400);
    expect(await near("' <% or 1=1 --")).toEqual([]);
  });
});
