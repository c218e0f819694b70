import { describe, expect, test } from 'vitest';
import { documents, knowledgeBase, type DocumentQuery } from '../../contract/calls/documents.ts';
import { withApp, type Client, type TestApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { actorFor, aDocument, aUser } from '../../test/factories.ts';
import { createDocuments, filled } from './save.ts';

const at = withApp();

/** Reads page after page until the last one. `between` runs before each further page. */
async function everyPage(
  client: Client,
  query: DocumentQuery,
  between: (page: number) => Promise<void> = async () => {},
) {
  const seen: { id: string; title: string }[] = [];
  const totals: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page === 0 || cursor; page++) {
    if (page > 0) await between(page);
    const { items, total, nextCursor } = await client.page(documents.list, { query: { ...query, cursor } });
    seen.push(...items);
    totals.push(total);
    cursor = nextCursor;
  }
  return { seen, totals };
}

async function aHundredTimes(times: number, word: string, app: TestApp): Promise<string[]> {
  const actor = actorFor(await aUser(app.database.db));
  const ids: string[] = [];
  for (let hundred = 0; hundred < times; hundred++) {
    const inputs = Array.from({ length: 100 }, (_, n) =>
      filled({ title: `${word} ${hundred}-${n}`, content: `${word} `.repeat((n % 5) + 1), category: word }),
    );
    ids.push(...(await app.database.db.transaction((tx) => createDocuments(tx, actor, inputs))));
  }
  return ids;
}

test('F1 no title reaches a header of a list', async () => {
  const ann = await at.current.signedIn();
  for (const title of ['=header\u2028one', '=header "two", \u00e9 \u{1f600}'])
    await aDocument(at.current.database.db, ann.user, { title, category: 'Headers' });
  const { headers } = await ann.send({ url: '/api/documents?category=Headers&limit=1' });
  expect(headers['x-total-count']).toBe('2');
  expect(headers['x-next-cursor']).toMatch(/^[\w-]+$/);
});

describe('KB-09 pages of a list', () => {
  test.each([
    ['newest first', {}],
    ['best match first', { q: 'lichen' }],
  ])('%s: returns each of hundreds once while others are added and removed', async (name, query) => {
    const word = name.startsWith('newest') ? 'moss' : 'lichen';
    const ids = await aHundredTimes(3, word, at.current);
    const ann = await at.current.signedIn();
    const { seen, totals } = await everyPage(
      ann,
      { ...query, category: word, limit: 37, fields: 'card' },
      async () => {
        await aDocument(at.current.database.db, ann.user, { title: `${word} in between`, category: word });
      },
    );
    const once = seen.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    expect(once.toSorted()).toEqual(ids.toSorted());
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(totals[0]).toBe(300);
    expect(totals.at(-1)).toBe(300 + totals.length - 1);
  });

  test('all pages together equal the list without a limit', async () => {
    const ann = await at.current.signedIn();
    for (const q of [undefined, 'moss', '3']) {
      const { seen } = await everyPage(ann, { q, limit: 50 });
      const all = await ann.call(documents.list, { query: { q } });
      expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    }
  });

  test('the last page has no cursor, also if it is full', async () => {
    const ann = await at.current.signedIn();
    for (let n = 0; n < 4; n++)
      await aDocument(at.current.database.db, ann.user, { category: 'Exactly four' });
    const first = await ann.page(documents.list, { query: { category: 'Exactly four', limit: 2 } });
    const query = { category: 'Exactly four', limit: 2, cursor: first.nextCursor };
    expect(await ann.page(documents.list, { query })).toMatchObject({ total: 4, nextCursor: undefined });
  });

  const cursorOf = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
  const id = '6d9fbd2c-8b1f-4b5c-9a0e-2f0f3ab4cd11';
  test.each([
    ['no cursor of the product', 'abc'],
    ['nothing', '%20'],
    ['from another list', cursorOf(['2026-11-20T00:00:00.000Z', id])],
    ['text in place of a number', cursorOf(["0'; drop table documents--", '2026-11-20T00:00:00.000Z', id])],
    ['a date that does not exist', cursorOf([0, '2026-02-30T00:00:00.000Z', id])],
    ['a year that the database does not support', cursorOf([0, '0000-01-01T00:00:00.000Z', id])],
    ['a number too large', Buffer.from(`[1e999,"2026-11-20T00:00:00.000Z","${id}"]`).toString('base64url')],
    ['an invalid id', cursorOf([0, '2026-11-20T00:00:00.000Z', 'x'])],
  ])('threat 75 a cursor that is %s is 400', async (_, cursor) => {
    const ann = await at.current.signedIn();
    const answer = await ann.send({ url: `/api/documents?limit=2&cursor=${cursor}` });
    expect(expectRefusal(answer, 400, 'validation_failed').fields).toHaveProperty('cursor');
  });
});

describe('API-01 contents of a list', () => {
  test('without parameters it is the plain array of everything, newest change first, with contents', async () => {
    const ann = await at.current.signedIn();
    const oldest = await aDocument(at.current.database.db, ann.user, { title: 'Oldest of two' });
    const newer = await aDocument(at.current.database.db, ann.user, { title: 'Newer of two' });
    const answer = await ann.send({ url: '/api/documents' });
    const items = answer.json<{ id: string; content: string }[]>();
    expect(answer.headers['x-total-count']).toBe(String(items.length));
    expect(answer.headers).not.toHaveProperty('x-next-cursor');
    expect(items.slice(0, 2).map((item) => item.id)).toEqual([newer, oldest]);
    expect(items.every(({ content }) => content.length > 0)).toBe(true);
    await ann.call(documents.update, { params: { id: oldest }, body: { excerpt: 'Touched' } });
    expect((await ann.call(knowledgeBase.list, {}))[0]).toMatchObject({ id: oldest, version: 2 });
  });

  test('KB-03 a card has a summary in place of its content', async () => {
    const ann = await at.current.signedIn();
    const make = (title: string, content: string, excerpt: string | null = null) =>
      aDocument(at.current.database.db, ann.user, { title, content, excerpt, category: 'Cards' });
    await make('Rotate keys', '# Rotate keys\n\nAsk **two** [people](http://x) to `sign`.\n\n- one\n');
    await make('With excerpt', 'Long text', 'Short *words*');
    await make('Long', `Start ${'and on '.repeat(200)}`);
    const cards = await ann.call(documents.list, { query: { category: 'Cards', fields: 'card' } });
    expect(cards.map(({ content }) => content)).toEqual([undefined, undefined, undefined]);
    const summaries = cards.map(({ summary }) => summary);
    expect(summaries.slice(1)).toEqual(['Short words', 'Ask two people to sign. one']);
    expect(summaries[0]).toMatch(/^Start and on .*…$/);
    expect(summaries[0]?.length).toBeLessThanOrEqual(241);
    const raw = await ann.send({ url: '/api/documents?category=Cards&fields=card' });
    expect(raw.body).not.toContain('"content"');
  });

  test('returns as many recently changed ones as requested', async () => {
    const ann = await at.current.signedIn();
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.unshift(await aDocument(at.current.database.db, ann.user));
    const gone = await aDocument(at.current.database.db, ann.user);
    await ann.call(documents.remove, { params: { id: gone } });
    expect((await ann.call(documents.recent, {})).map(({ id }) => id)).toEqual(ids.slice(0, 5));
    expect(await ann.call(knowledgeBase.recent, { query: { limit: 2 } })).toHaveLength(2);
    for (const limit of ['0', '51', 'x'])
      expectRefusal(await ann.send({ url: `/api/documents/recent?limit=${limit}` }), 400);
  });

  test('names: full name, else e-mail', async () => {
    const nameless = await aUser(at.current.database.db, { firstName: '', lastName: '' });
    const half = await aUser(at.current.database.db, { firstName: 'Kim', lastName: '' });
    const ann = await at.current.signedIn();
    const authorOf = async (author: typeof half) => {
      const id = await aDocument(at.current.database.db, author);
      return (await ann.call(documents.find, { params: { id } })).authorName;
    };
    expect(await authorOf(nameless)).toBe(nameless.email);
    expect(await authorOf(half)).toBe('Kim');
  });
});

test('KB-09 thousands of hits: those with the word in their title are first, then the newest, page after page', async () => {
  const ann = await at.current.signedIn();
  await at.current.database.pool.query(
    `with made as (
       insert into documents (title, content, author_id, updated_at)
       select case when n % 1000 = 7 then 'Fern ' || n else 'Plant ' || n end, 'About fern', $1, now() - interval '1 minute' * n
       from generate_series(1, 3000) n returning id, title, updated_at
     ), entered as (
       insert into search_entries (kind, id, title, body, folded_title, folded, words, length, updated_at)
       select 'document', id, title, 'About fern', lower(title), lower(title) || ' about fern',
         to_tsvector('simple', 'about fern'), 2, updated_at from made returning kind, id
     )
     insert into search_unread select kind, id from entered`,
    [ann.user.id],
  );
  const wordy = await aDocument(at.current.database.db, ann.user, {
    title: 'Grove',
    content: 'fern fern fern fern',
  });
  const old = new Date(Date.now() - 90 * 86_400_000).toISOString();
  await at.current.database.pool.query(`update search_entries set updated_at = $1 where id = $2`, [
    old,
    wordy,
  ]);
  const titles = async (cursor?: string) => {
    const page = await ann.page(documents.list, { query: { q: 'fern', limit: 3, fields: 'card', cursor } });
    return { ...page, titles: page.items.map(({ title }) => title) };
  };
  const first = await titles();
  expect(first).toMatchObject({ total: 3_001, titles: ['Fern 7', 'Fern 1007', 'Fern 2007'] });
  await ann.call(documents.remove, { params: { id: first.items[0]!.id } });
  // The number of results now allows scoring their texts, but later pages keep the order of the first page.
  expect(await titles(first.nextCursor)).toMatchObject({
    total: 3_000,
    titles: ['Plant 1', 'Plant 2', 'Plant 3'],
  });
  expect((await titles()).titles).toEqual(['Fern 1007', 'Fern 2007', 'Grove']);
});
