import { expect, test } from 'vitest';
import { documents, knowledgeBase } from '../../contract/calls/documents.ts';
import { documentEditing } from '../../contract/calls/drafts.ts';
import { servers } from '../../contract/calls/servers.ts';
import { documentShares, sharing } from '../../contract/calls/sharing.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { actorFor, aDocument } from '../../test/factories.ts';
import { saveDocument } from './save.ts';

const at = withApp();
/** A tenth of every limit, so that a test reaches a limit soon. */
const few = withApp({ settings: { RATE_LIMIT_SCALE: '0.1' } });

test('threat 51 no call reads a deleted document, and its writer can still discard the draft', async () => {
  const { db } = at.current.database;
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  const word = 'xylographcanary';
  const linked = await aDocument(db, ann.user);
  const id = await aDocument(db, ann.user, {
    title: word,
    content: `${word} /knowledge-base?doc=${linked}`,
    category: word,
    tags: [word],
  });
  const { id: serverId } = await ann.call(servers.create, { body: { name: 'host-of-canary' } });
  await ann.call(servers.linkDocument, { params: { id: serverId }, body: { documentId: id } });
  await ann.call(documentShares.create, { params: { id }, body: { sharedWithUserId: bob.user.id } });
  await ann.call(documentEditing.keep, { params: { id }, body: { fields: { content: word } } });
  await ann.call(documents.remove, { params: { id } });

  for (const base of ['/api/documents', '/api/knowledge-base']) {
    for (const path of ['', '/versions', '/diff/1/1', '/backlinks', '/servers', '/shares', '/draft']) {
      expectRefusal(await ann.send({ url: `${base}/${id}${path}` }), 404, 'not_found');
    }
    const exported = await bob.send({ url: `${base}/export?ids=${id}` });
    expect(exported.rawPayload.includes(word)).toBe(false);
    const writes = [
      { method: 'PUT', url: `${base}/${id}`, payload: { title: 'x' } },
      { method: 'PUT', url: `${base}/${id}/draft`, payload: { fields: {} } },
      { method: 'PUT', url: `${base}/${id}/presence`, payload: { editing: true } },
      { method: 'DELETE', url: `${base}/${id}` },
    ] as const;
    for (const write of writes) expectRefusal(await ann.send(write), 404, 'not_found');
    for (const path of [
      '',
      '/recent',
      '/facets',
      `?q=${word}`,
      `?category=${word}`,
      `/${linked}/backlinks`,
    ]) {
      expect([path, (await bob.send({ url: base + path })).body.includes(id)]).toEqual([path, false]);
    }
    expect((await bob.send({ url: `${base}/facets` })).body).not.toContain(word);
  }
  expect((await bob.send({ url: `/api/search?q=${word}` })).json()).toEqual([]);
  expect(await bob.call(sharing.withMe, {})).toEqual([]);
  expect(await bob.call(servers.documents, { params: { id: serverId } })).toEqual([]);
  const again = {
    method: 'POST',
    url: `/api/servers/${serverId}/documents`,
    payload: { documentId: id },
  } as const;
  expectRefusal(await bob.send(again), 404, 'not_found');
  // Each write checks for itself, whatever its caller checks later.
  const saved = await db.transaction((tx) => saveDocument(tx, actorFor(ann.user), id, { title: 'x' }));
  expect(saved).toMatchObject({ status: 404, code: 'not_found' });
  await ann.call(documentEditing.remove, { params: { id } });
});

test('threat 90 of 50 writers with the same base version one is stored, and every other one gets a conflict', async () => {
  const ann = await at.current.signedIn();
  const id = await aDocument(at.current.database.db, ann.user);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      ann.send({
        method: 'PUT',
        url: `${n % 2 ? '/api/documents' : '/api/knowledge-base'}/${id}`,
        payload: { content: `Writer ${n}`, version: 1 },
      }),
    ),
  );
  const stored = answers.filter(({ statusCode }) => statusCode === 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  expect([stored.length, refused.length]).toEqual([1, 49]);
  const content = stored[0]?.json<{ content: string }>().content;
  for (const answer of refused)
    expect(answer.json()).toMatchObject({ code: 'version_conflict', current: { content, version: 2 } });
  const versions = await ann.call(knowledgeBase.versions, { params: { id } });
  expect(versions.map(({ version }) => version)).toEqual([2, 1]);
});

test('threat 91 a deleted document is restored unchanged with every version, and survives its author’s account', async () => {
  const { db, pool } = at.current.database;
  const ann = await at.current.signedIn();
  const ids = [];
  for (let n = 0; n < 20; n++)
    ids.push(await aDocument(db, ann.user, { title: `Gone ${n}`, tags: [`${n}`] }));
  const whole = async (id: string) => [
    await ann.call(documents.find, { params: { id } }),
    await ann.call(documents.versions, { params: { id } }),
  ];
  const before = await Promise.all(ids.map(whole));
  for (const id of ids) await ann.call(documents.remove, { params: { id } });
  for (const id of ids) await ann.call(documents.undelete, { params: { id } });
  expect(await Promise.all(ids.map(whole))).toEqual(before);
  // The database itself refuses to delete an account that texts refer to.
  await expect(pool.query('delete from users where id = $1', [ann.user.id])).rejects.toThrow(/foreign key/);
});

test('threat 91 limits fast deletion to the speed of a person, and deleted documents can be restored', async () => {
  const { db } = few.current.database;
  const [ann, bob] = [await few.current.signedIn(), await few.current.signedIn()];
  const ids: string[] = [];
  for (let n = 0; n < 13; n++) ids.push(await aDocument(db, ann.user, { title: `Mass ${n}` }));
  const remove = (client: typeof ann, id: string, base = 'documents') =>
    client.send({ method: 'DELETE', url: `/api/${base}/${id}` });
  const codes: number[] = [];
  const waits: number[] = [];
  for (const [n, id] of ids.entries()) {
    const answer = await remove(ann, id, n % 2 ? 'documents' : 'knowledge-base');
    codes.push(answer.statusCode);
    waits.push(Number(answer.headers['retry-after'] ?? 0));
  }
  expect([codes.filter((code) => code === 204).length, codes.filter((code) => code === 429).length]).toEqual([
    10, 3,
  ]);
  expect(waits.at(-1)).toBeGreaterThan(0);
  // Other people are not limited.
  expect((await remove(bob, ids[11] ?? '')).statusCode).toBe(204);
  const gone = ids.slice(0, 10);
  for (const id of gone) await bob.call(documents.undelete, { params: { id } });
  for (const id of gone) expect((await ann.call(documents.find, { params: { id } })).version).toBe(1);
});

test('threat 91 many documents that one call deletes count once, with the same limit of calls', async () => {
  const { db } = few.current.database;
  const ann = await few.current.signedIn();
  const ids: string[] = [];
  for (let n = 0; n < 13; n++) ids.push(await aDocument(db, ann.user, { title: `Batch ${n}` }));
  const bulk = (body: object) =>
    ann.send({ method: 'POST', url: '/api/documents/bulk', payload: { ids, ...body } });
  const codes: number[] = [];
  for (let n = 0; n < 11; n++) codes.push((await bulk({ action: 'delete' })).statusCode);
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect((await ann.send({ method: 'DELETE', url: `/api/documents/${ids[0]}` })).statusCode).toBe(429);
  // Bulk changes do not count as deletions.
  expect((await bulk({ action: 'set', fields: { isPublished: true } })).statusCode).toBe(200);
});
