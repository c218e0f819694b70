import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { documentWatching, knowledgeBaseWatching } from '../../contract/calls/watching.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp();

test('SHELL-09 notifies a watcher when somebody else changes the document, once until that is read', async () => {
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn({ firstName: 'Bob', lastName: 'Jones' });
  const id = await aDocument(at.current.database.db, ann.user, { title: 'Fail over' });
  const params = { id };
  const change = (who: typeof ann, content: string) =>
    who.call(documents.update, { params, body: { content } });
  const titles = async () => (await ann.call(notifications.list, {})).map(({ title }) => title);

  await change(bob, 'Nobody watches');
  await ann.call(documentWatching.watch, { params });
  await ann.call(knowledgeBaseWatching.watch, { params });
  expect(await ann.call(knowledgeBaseWatching.watching, { params })).toEqual({ watching: true });
  expect(await bob.call(documentWatching.watching, { params })).toEqual({ watching: false });
  await change(ann, 'Her own change');
  expect(await titles()).toEqual([]);
  await change(bob, 'One');
  await change(bob, 'Two');
  expect(await titles()).toEqual(['Bob Jones changed "Fail over"']);
  const [notice] = await ann.call(notifications.list, {});
  expect(notice).toMatchObject({ kind: 'document.changed', link: `/knowledge-base/${id}` });
  expect((await at.current.mailsTo(ann.user.email)).length).toBe(1);

  await ann.call(notifications.read, { body: { all: true } });
  await change(bob, 'Three');
  expect(await titles()).toHaveLength(2);
  await ann.call(documentWatching.unwatch, { params });
  await ann.call(notifications.read, { body: { all: true } });
  await change(bob, 'Four');
  expect(await titles()).toHaveLength(2);
  await ann.call(documentWatching.watch, { params });
  await change(bob, 'Five');
  await bob.call(documents.remove, { params });
  // The change before is not read yet.
  expect((await titles()).slice(0, 2)).toEqual([
    'Bob Jones moved "Fail over" to the bin',
    'Bob Jones changed "Fail over"',
  ]);
  expectRefusal(await ann.send({ method: 'PUT', url: `/api/documents/${id}/watch` }), 404);
});
