import { expect, test } from 'vitest';
import { documentOverview, knowledgeBaseOverview } from '../../contract/calls/document-overview.ts';
import { documents, knowledgeBase } from '../../contract/calls/documents.ts';
import { documentEditing } from '../../contract/calls/drafts.ts';
import { servers } from '../../contract/calls/servers.ts';
import { documentWatching } from '../../contract/calls/watching.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

test('ED-01 one call returns all data for the page of a document, equal to the calls of its parts', async () => {
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn({ firstName: 'Bob', lastName: 'Jones' });
  const server = await ann.call(servers.create, { body: { name: 'pool-01' } });
  const document = await ann.call(documents.create, {
    body: { title: 'Fail over', content: 'See pool-01.' },
  });
  const params = { id: document.id };
  const link = { title: 'Index', content: `[Fail over](/knowledge-base?doc=${document.id})` };
  await ann.call(documents.create, { body: link });
  await ann.call(documentEditing.keep, { params, body: { fields: { title: 'Fail over fast' }, version: 1 } });
  await ann.call(documentWatching.watch, { params });

  const whole = await ann.call(documentOverview.read, { params });
  expect(whole).toEqual({
    document: await ann.call(documents.find, { params }),
    draft: await ann.call(documentEditing.find, { params }),
    watching: true,
    backlinks: await ann.call(knowledgeBase.backlinks, { params }),
    servers: await ann.call(servers.ofDocument, { params }),
    facets: await ann.call(documents.facets, { query: {} }),
  });
  expect([whole.backlinks, whole.servers]).toMatchObject([[{ title: 'Index' }], [{ id: server.id }]]);
  expect(await ann.call(knowledgeBaseOverview.read, { params })).toEqual(whole);
  // The reader's own data is not visible to others.
  expect(await bob.call(documentOverview.read, { params })).toEqual({
    ...whole,
    draft: null,
    watching: false,
  });

  expectRefusal(await ann.send({ url: `/api/documents/${server.id}/overview` }), 404, 'not_found');
  await ann.call(documents.remove, { params });
  expectRefusal(await ann.send({ url: `/api/documents/${document.id}/overview` }), 404, 'not_found');
});
