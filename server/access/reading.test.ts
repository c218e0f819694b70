import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { beforeAll, expect, test, vi } from 'vitest';
import { analytics } from '../../contract/calls/analytics.ts';
import { documentOverview } from '../../contract/calls/document-overview.ts';
import { documents, type Document } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { documentVersions } from '../../contract/calls/versions.ts';
import { documentWatching } from '../../contract/calls/watching.ts';
import { withApp } from '../../test/app.ts';
import { restrictedWorld, SECRET, type Person } from '../../test/restricted-world.ts';
import { actorFor } from '../../test/factories.ts';
import { withoutCopy } from '../http/or-copy.ts';
import { textsFor } from '../documents/page-texts.ts';
import { learnAllWords } from '../search/learned-words.ts';

const at = withApp();
let world: Awaited<ReturnType<typeof restrictedWorld>>;
let secret: Document;
let outsiders: Person[];
let insiders: Person[];
beforeAll(async () => {
  world = await restrictedWorld(at.current);
  secret = await world.secret();
  await world.owner.call(documents.update, { params: { id: secret.id }, body: { excerpt: 'Changed' } });
  await world.editor.call(documents.create, { body: { title: 'Open page', content: 'Nothing to hide' } });
  outsiders = [world.editor, world.admin, world.viewer];
  insiders = [world.owner, world.member];
});

test('ACCESS-03 the owner is always a reader, and answers name the readers', async () => {
  const readers = [...world.readers, `person:${world.owner.user.id}`].toSorted();
  expect(secret.readers).toEqual(readers);
  const { id } = await world.owner.call(documents.create, {
    body: { title: 'Mine', content: 'x', readers: [] },
  });
  const mine = await world.owner.call(documents.find, { params: { id } });
  expect(mine.readers).toEqual([`person:${world.owner.user.id}`]);
});

test('ACCESS-04 what one may not see is 404, with the same body as what does not exist', async () => {
  const { versions } = {
    versions: await world.owner.call(documents.versions, { params: { id: secret.id } }),
  };
  const paths = (id: string) => [
    `/api/documents/${id}`,
    `/api/knowledge-base/${id}`,
    `/api/documents/${id}/versions`,
    `/api/documents/${id}/versions/1`,
    `/api/documents/${id}/diff/1/2`,
    `/api/documents/${id}/backlinks`,
    `/api/documents/${id}/overview`,
    `/api/documents/${id}/servers`,
    `/api/documents/${id}/watch`,
  ];
  const unknown = randomUUID();
  for (const person of outsiders)
    for (const [n, url] of paths(secret.id).entries()) {
      const [hidden, missing] = [await person.send({ url }), await person.send({ url: paths(unknown)[n] })];
      expect([url, hidden.statusCode, hidden.body]).toEqual([url, 404, missing.body]);
    }
  for (const person of insiders)
    for (const url of paths(secret.id))
      expect([url, (await person.send({ url })).statusCode]).toEqual([url, 200]);
  expect(versions).toHaveLength(2);
});

test('ACCESS-04 nobody changes what they may not see', async () => {
  const writes = (id: string, version: string) =>
    [
      ['PUT', `/api/documents/${id}`, { title: 'Mine now' }],
      ['DELETE', `/api/documents/${id}`],
      ['PUT', `/api/documents/${id}/draft`, { fields: { title: 'x' } }],
      ['PUT', `/api/documents/${id}/presence`, { editing: true }],
      ['POST', `/api/documents/${id}/restore/${version}`],
      ['POST', `/api/documents/${id}/shares`, {}],
      ['PUT', `/api/documents/${id}/watch`],
    ] as const;
  const [version] = await world.owner.call(documents.versions, { params: { id: secret.id } });
  for (const person of [world.editor, world.admin])
    for (const [method, url, payload] of writes(secret.id, version?.id ?? ''))
      expect([url, (await person.send({ method, url, ...(payload && { payload }) })).statusCode]).toEqual([
        url,
        404,
      ]);
  expect((await world.owner.call(documents.find, { params: { id: secret.id } })).title).toBe(SECRET.title);
});

test('ACCESS-05 lists have neither the document nor a gap where it would be, and totals are exact', async () => {
  const page = (person: Person, query: object) =>
    person.page(documents.list, { query: { limit: 1, ...query } });
  for (const fields of [{}, { fields: 'card' as const }]) {
    const [outside, inside] = [await page(world.editor, fields), await page(world.owner, fields)];
    expect(outside.items).toHaveLength(1);
    expect(inside.total).toBeGreaterThan(outside.total);
    const all = await world.editor.call(documents.list, { query: {} });
    expect([outside.total, all.some(({ id }) => id === secret.id)]).toEqual([all.length, false]);
    expect(inside.total).toBe((await world.owner.call(documents.list, { query: {} })).length);
  }
  for (const person of outsiders) {
    expect((await page(person, { q: SECRET.word })).total).toBe(0);
    expect((await page(person, { tag: SECRET.tag })).total).toBe(0);
    expect(JSON.stringify(await person.call(documents.recent, { query: { limit: 50 } }))).not.toContain(
      SECRET.word,
    );
  }
  for (const person of insiders) {
    expect((await page(person, { q: SECRET.word })).total).toBe(1);
    expect((await page(person, { tag: SECRET.tag })).total).toBe(1);
    expect((await page(person, { category: SECRET.category, fields: 'card' })).items).toMatchObject([
      { id: secret.id },
    ]);
  }
});

test('ACCESS-05 facets and the dashboard count what each person may read', async () => {
  const totalOf = async (person: Person) => (await person.call(documents.list, { query: {} })).length;
  for (const query of [{}, { q: 'how' }]) {
    for (const person of outsiders)
      expect(JSON.stringify(await person.call(documents.facets, { query }))).not.toMatch(
        /Wombats|zebracrossing/,
      );
    const { categories, tags } = await world.member.call(documents.facets, { query });
    expect(categories).toContainEqual({ value: SECRET.category, count: 1 });
    expect(tags).toContainEqual({ value: SECRET.tag, count: 1 });
  }
  for (const person of [...outsiders, ...insiders]) {
    const stats = await person.call(analytics.stats, { query: { recent: 20 } });
    expect(stats.documents).toMatchObject({ total: await totalOf(person), thisWeek: await totalOf(person) });
    expect(stats.recent?.some(({ id }) => id === secret.id)).toBe(insiders.includes(person));
  }
});

test('ACCESS-06 the search finds a restricted document for its readers alone', async () => {
  for (const q of [SECRET.word, 'zanzib', 'vault opens', '"how the quokkaword"', 'author:Olga', 'quokka*']) {
    for (const person of outsiders)
      expect([q, JSON.stringify(await person.call(search.find, { query: { q } }))]).not.toEqual([
        q,
        expect.stringContaining(secret.id),
      ]);
    for (const person of insiders)
      expect([q, JSON.stringify(await person.call(search.find, { query: { q } }))]).toEqual([
        q,
        expect.stringContaining(secret.id),
      ]);
  }
});

test('ACCESS-06 words of restricted texts are suggested to nobody, and do not stop suggestions', async () => {
  await world.editor.call(documents.create, { body: { title: 'Pelicanword', content: 'A pelicanword' } });
  await world.secret({ title: 'Secret bird', content: 'pelicanwird', tags: [] });
  await learnAllWords(at.current.database.db);
  for (const person of outsiders) {
    expect(await person.call(search.similar, { query: { q: 'quokkaward' } })).toEqual([]);
    expect(await person.call(search.similar, { query: { q: 'zanzibor' } })).toEqual([]);
    const near = await person.call(search.similar, { query: { q: 'pelicanwird' } });
    expect(near.map(({ title }) => title)).toEqual(['Pelicanword']);
  }
  const { pool } = at.current.database;
  const { rows } = await pool.query(
    `select word from search_vocabulary where word in ('quokkaword', 'pelicanwird')`,
  );
  expect(rows).toEqual([]);
});

test('ACCESS-06 opening a document brings its words back, restricting it takes them away', async () => {
  const { owner, editor } = world;
  const { id } = await owner.call(documents.create, {
    body: { title: 'Ocelots', content: 'ocelotword here' },
  });
  const counted = async () => {
    await learnAllWords(at.current.database.db);
    const { rows } = await at.current.database.pool.query<{ entries: number }>(
      `select entries from search_vocabulary where word = 'ocelotword' and entries > 0`,
    );
    const total = (await editor.page(documents.list, { query: { limit: 1 } })).total;
    return [rows.length, total];
  };
  const [known, before] = await counted();
  expect(known).toBe(1);
  await owner.call(documents.update, { params: { id }, body: { readers: [] } });
  expect(await counted()).toEqual([0, (before ?? 0) - 1]);
  await owner.call(documents.update, { params: { id }, body: { readers: null } });
  expect(await counted()).toEqual([1, before]);
});

test('ACCESS-07 an earlier version brings back its text and not its readers', async () => {
  const { owner, editor } = world;
  const made = await owner.call(documents.create, { body: { title: 'Once open', content: 'Text' } });
  const params = { id: made.id };
  await owner.call(documents.update, { params, body: { content: 'New', readers: [] } });
  const [, first] = await owner.call(documents.versions, { params });
  await owner.call(documentVersions.restore, { params: { ...params, versionId: first?.id ?? '' } });
  expect((await owner.call(documentOverview.read, { params })).document).toMatchObject({
    content: 'Text',
    readers: [`person:${owner.user.id}`],
  });
  expect((await editor.send({ url: `/api/documents/${made.id}` })).statusCode).toBe(404);
  expect(await owner.call(documentWatching.watching, { params })).toEqual({ watching: false });
});

test('ACCESS-19 a page takes no memory for a text that its reader may not read', async () => {
  const takeTurn = vi.fn<() => Promise<void>>(async () => undefined);
  const { db } = at.current.database;
  const readAs = (person: Person) =>
    textsFor(db, async () => actorFor(person.user), withoutCopy).reading(
      {} as FastifyRequest,
      secret.id,
      takeTurn,
    );
  expect(await readAs(world.editor)).toBe('missing');
  expect(takeTurn).not.toHaveBeenCalled();
  expect(await readAs(world.owner)).toMatchObject({ document: { id: secret.id } });
  expect(takeTurn).toHaveBeenCalledOnce();
});
