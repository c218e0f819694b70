import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { documents, knowledgeBase, type DocumentCalls } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp();

test('ED-12 a document lists the documents that link to it now, by any address', async () => {
  const ann = await at.current.signedIn();
  const { db } = at.current.database;
  const target = await aDocument(db, ann.user, { title: 'Target' });
  const own = `Itself: /knowledge-base?doc=${target}`;
  await ann.call(documents.update, { params: { id: target }, body: { content: own } });
  const first = await aDocument(db, ann.user, {
    title: 'b',
    content: `[x](/knowledge-base/${target}#stop)`,
  });
  const second = await aDocument(db, ann.user, {
    title: 'A',
    content: `[x](/documents?doc=${target}) [y](/documents?doc=${target}) [z](/knowledge-base?doc=${randomUUID()})`,
  });
  const from = async (calls: DocumentCalls) =>
    (await ann.call(calls.backlinks, { params: { id: target } })).map(({ id, title }) => [id, title]);
  expect(await from(knowledgeBase)).toEqual([
    [second, 'A'],
    [first, 'b'],
  ]);
  await ann.call(documents.update, { params: { id: first }, body: { content: 'No link.' } });
  expect(await from(documents)).toEqual([[second, 'A']]);
  await ann.call(documents.remove, { params: { id: second } });
  expect(await from(documents)).toEqual([]);
  await ann.call(documents.undelete, { params: { id: second } });
  expect(await from(documents)).toEqual([[second, 'A']]);
  const unknown = await ann.send({ url: `/api/documents/${randomUUID()}/backlinks` });
  expect(unknown.statusCode).toBe(404);
});
