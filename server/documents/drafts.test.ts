import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { documents, knowledgeBase } from '../../contract/calls/documents.ts';
import { documentEditing, drafts, knowledgeBaseEditing, MAX_DRAFTS } from '../../contract/calls/drafts.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp();
const path = (id: string) => `/api/documents/${id}/draft`;

test('ED-10 stores a draft for each writer and document, at either address, without changing the document', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  const id = await aDocument(at.current.database.db, ann.user, { title: 'Stored' });
  const params = { id };
  expectRefusal(await ann.send({ url: path(id) }), 404, 'not_found');
  const fields = { title: '', content: 'Half a sent', tags: ['x'], templateType: null, changeLog: 'Why' };
  const kept = await ann.call(documentEditing.keep, { params, body: { fields, version: 1 } });
  expect(kept).toMatchObject({ fields, version: 1 });
  await bob.call(knowledgeBaseEditing.keep, { params, body: { fields: { content: 'Bob' }, version: 1 } });
  await ann.call(documentEditing.keep, {
    params,
    body: { fields: { ...fields, content: 'Half a sentence' } },
  });

  expect(await ann.call(knowledgeBaseEditing.find, { params })).toMatchObject({
    fields: { ...fields, content: 'Half a sentence' },
    version: null,
  });
  expect((await bob.call(documentEditing.find, { params })).fields).toEqual({ content: 'Bob' });
  expect(await ann.call(documents.find, { params })).toMatchObject({ title: 'Stored', version: 1 });
  expect(await ann.call(drafts.list, {})).toMatchObject([{ key: id, version: null }]);

  await ann.call(documentEditing.remove, { params });
  expectRefusal(await ann.send({ url: path(id) }), 404, 'not_found');
  expect((await bob.call(documentEditing.find, { params })).version).toBe(1);
});

test('ED-10 a tab that saved removes its own copy, not one that another tab of the writer stored since', async () => {
  const ann = await at.current.signedIn();
  const params = { id: await aDocument(at.current.database.db, ann.user) };
  const keep = (content: string) => ann.call(documentEditing.keep, { params, body: { fields: { content } } });
  const { savedAt } = await keep('First tab');
  const later = await keep('Second tab');
  await ann.call(documentEditing.remove, { params, query: { savedAt } });
  expect(await ann.call(documentEditing.find, { params })).toEqual(later);
  await ann.call(documentEditing.remove, { params, query: { savedAt: later.savedAt } });
  expectRefusal(await ann.send({ url: path(params.id) }), 404, 'not_found');
});

test('ED-10 an unsaved document has its draft under a key', async () => {
  const ann = await at.current.signedIn();
  const params = { key: 'new-how-to-guides' };
  const kept = await ann.call(drafts.keep, { params, body: { fields: { title: 'New' } } });
  expect(await ann.call(drafts.find, { params })).toEqual(kept);
  await ann.call(drafts.remove, { params });
  expectRefusal(await ann.send({ url: '/api/drafts/new-how-to-guides' }), 404, 'not_found');
  expectRefusal(await ann.send({ url: '/api/drafts/..%2fx' }), 404, 'not_found');
});

test('ED-10 refuses an empty draft, one of another type, and one too many', async () => {
  const ann = await at.current.signedIn();
  const { pool } = at.current.database;
  const put = (url: string, payload: object) => ann.send({ method: 'PUT', url, payload });
  expectRefusal(await put(path(randomUUID()), { fields: {} }), 404, 'not_found');
  expectRefusal(await put('/api/drafts/new', { fields: { tags: 'x' } }), 400, 'validation_failed');
  expectRefusal(await put('/api/drafts/new', {}), 400, 'validation_failed');
  await pool.query(
    `insert into drafts (user_id, key, fields) select $1, 'new-' || n, '{}' from generate_series(1, $2) n`,
    [ann.user.id, MAX_DRAFTS],
  );
  expectRefusal(await put('/api/drafts/one-more', { fields: {} }), 413, 'too_many_drafts');
  expect((await put('/api/drafts/new-1', { fields: {} })).statusCode).toBe(200);
});

test('threat 49 nobody else finds a word that only a draft contains', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn({ role: 'admin' })];
  const id = await aDocument(at.current.database.db, ann.user, { title: 'Open' });
  const canary = 'zyzzyvacanary';
  const body = { fields: { title: canary, content: canary, category: canary, tags: [canary] } };
  await ann.call(documentEditing.keep, { params: { id }, body });
  await ann.call(drafts.keep, { params: { key: `new-${canary}` }, body });
  const urls = [
    ...[documents, knowledgeBase].flatMap(({ list, recent, facets, bin }) =>
      [list, recent, facets, bin].map((endpoint) => endpoint.path),
    ),
    `/api/documents?q=${canary}`,
    `/api/search?q=${canary}`,
    `/api/documents/${id}`,
    `/api/documents/${id}/versions`,
    `/api/documents/${id}/draft`,
    `/api/knowledge-base/${id}/draft`,
    '/api/drafts',
    `/api/drafts/new-${canary}`,
    '/api/admin/audit',
  ];
  for (const url of urls) {
    const answer = await bob.send({ url });
    expect([url, answer.body.replace(`/${url}`, '').includes(canary)]).toEqual([url, false]);
  }
});
