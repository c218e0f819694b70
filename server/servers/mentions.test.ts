import { expect, test } from 'vitest';
import { serverOverview } from '../../contract/calls/server-overview.ts';
import { servers } from '../../contract/calls/servers.ts';
import { knowledgeBase } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

test('INFRA-12 documents that name a server stand beside those that are linked', async () => {
  const ann = await at.current.signedIn();
  const write = async (title: string, content: string, templateType: 'how_to_guide' | null = null) =>
    (await ann.call(knowledgeBase.create, { body: { title, content, templateType } })).id;
  const body = { name: 'mailhub', hostname: 'mx7.corp.example.com', ipAddress: '10.88.0.7' };
  const { id } = await ann.call(servers.create, { body });
  const params = { id };
  const linked = await write('A linked one', 'Restart mailhub.');
  await ann.call(servers.linkDocument, { params, body: { documentId: linked } });
  await write('By host', 'ssh MX7.corp.example.com');
  await write('By name', 'Drain **Mailhub**, then wait.');
  await write('By address', 'ping 10.88.0.7');
  await write('By link', `See [it](/infrastructure/${id}).`);
  await write('By an old link', `See [it](/infrastructure?server=${id}).`);
  for (const content of ['mailhub2 and mailhub-b', 'old.mailhub.example and mymailhub', 'ping 10.88.0.70'])
    await write('Another server', content);
  const gone = await write('In the bin', 'mailhub, mx7.corp.example.com and 10.88.0.7');
  await ann.call(knowledgeBase.remove, { params: { id: gone } });

  const mentions = await ann.call(servers.mentions, { params });
  expect(mentions.map(({ title }) => title)).toEqual([
    'By address',
    'By an old link',
    'By host',
    'By link',
    'By name',
  ]);
  const overview = await ann.call(serverOverview.read, { params, query: {} });
  expect(overview.mentions).toEqual(mentions);
});

test('DASH-04 servers that need attention have what to read about them: a runbook before other documents', async () => {
  const ann = await at.current.signedIn();
  const write = async (title: string, content: string, templateType: 'how_to_guide' | null = null) =>
    (await ann.call(knowledgeBase.create, { body: { title, content, templateType } })).id;
  const create = async (name: string, status: 'offline' | 'warning' | 'online') =>
    (await ann.call(servers.create, { body: { name, status } })).id;
  const link = (id: string, documentId: string, documentType?: string) =>
    ann.call(servers.linkDocument, {
      params: { id },
      body: { documentId, ...(documentType && { documentType }) },
    });
  const ids = {
    both: await create('duty-01', 'offline'),
    named: await create('duty-02', 'warning'),
    none: await create('duty-03', 'offline'),
    fine: await create('duty-04', 'online'),
  };
  await write('Notes on duty-01', 'duty-01');
  await link(ids.both, await write('A guide', 'Text', 'how_to_guide'));
  await link(ids.both, await write('Z the runbook', 'Text'), 'Runbook');
  await write('Newer notes', 'duty-02 and duty-04');
  await write('How to restart', 'duty-02', 'how_to_guide');

  const list = await ann.call(servers.list, { query: { q: 'duty-', limit: 9, runbooks: 'true' } });
  expect(Object.fromEntries(list.map(({ name, runbook }) => [name, runbook && runbook.title]))).toEqual({
    'duty-01': 'Z the runbook',
    'duty-02': 'How to restart',
    'duty-03': null,
    'duty-04': undefined,
  });
  const [plain] = await ann.call(servers.list, { query: { q: 'duty-', limit: 9 } });
  expect(plain).not.toHaveProperty('runbook');
});
