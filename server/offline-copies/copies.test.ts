import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { offlineCopies } from '../../contract/calls/offline-copies.ts';
import { servers } from '../../contract/calls/servers.ts';
import { documentWatching } from '../../contract/calls/watching.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

test('OUTAGE-05 a browser keeps what its account needs in an outage, most useful first, and nothing that it may not read', async () => {
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn({ firstName: 'Bob', lastName: 'Jones' });
  const create = (title: string, more: object = {}) =>
    ann.call(documents.create, { body: { title, content: 'Text', ...more } });
  const howTo = await create('How-to', { templateType: 'how_to_guide' });
  const watched = await create('Watched');
  const opened = await create('Opened');
  const linked = await create('Linked');
  const other = await create('Other');
  const closed = await create('Closed', { templateType: 'how_to_guide', readers: [] });
  const removed = await create('Removed');
  await ann.call(documents.remove, { params: { id: removed.id } });
  const server = await ann.call(servers.create, { body: { name: 'kept-01' } });
  await ann.call(servers.linkDocument, { params: { id: server.id }, body: { documentId: linked.id } });
  await bob.call(servers.watch, { params: { id: server.id } });
  await bob.call(documentWatching.watch, { params: { id: watched.id } });

  const all = [opened.id, closed.id, removed.id, server.id];
  const chosen = await bob.call(offlineCopies.choose, { body: { opened: all } });
  expect(chosen).toEqual([linked, opened, watched, howTo].map(({ id, version }) => ({ id, version })));
  expect(chosen.map(({ id }) => id)).not.toContain(other.id);

  await bob.call(servers.unwatch, { params: { id: server.id } });
  const [first] = await bob.call(offlineCopies.choose, { body: { opened: [] } });
  expect(first).toEqual({ id: watched.id, version: 1 });
});

test('OUTAGE-05 a server that one manages counts like one that one watches, and a list of opened documents has a limit', async () => {
  const ann = await at.current.signedIn();
  const linked = await ann.call(documents.create, { body: { title: 'Of my server', content: 'Text' } });
  const server = await ann.call(servers.create, { body: { name: 'own-01', managedBy: ann.user.id } });
  await ann.call(servers.linkDocument, { params: { id: server.id }, body: { documentId: linked.id } });
  const [first] = await ann.call(offlineCopies.choose, { body: { opened: [] } });
  expect(first).toEqual({ id: linked.id, version: 1 });
  const opened = Array.from({ length: 301 }, () => linked.id);
  const answer = await ann.send({ method: 'POST', url: '/api/offline/copies', payload: { opened } });
  expectRefusal(answer, 400, 'validation_failed');
});
