import { expect, test } from 'vitest';
import { serverNeeds } from '../../contract/calls/server-needs.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

test('ALERT-83 servers that are switched off together take what needs any of them, with whom it concerns', async () => {
  const ann = await at.current.signedIn();
  const create = (name: string, fields = {}) => ann.call(servers.create, { body: { name, ...fields } });
  const [left, right] = [await create('left'), await create('right')];
  const [needsLeft, needsRight] = [await create('needs-left'), await create('needs-right')];
  const last = await create('last', { teamOwner: 'Storage' });
  const need = (id: string, ...groups: string[][]) =>
    ann.call(serverNeeds.change, { params: { id }, body: { groups } });
  await need(needsLeft.id, [left.id]);
  await need(needsRight.id, [right.id]);
  await need(last.id, [needsLeft.id, needsRight.id]);
  const outage = async (...ids: string[]) => {
    const found = await ann.call(serverNeeds.outage, { query: { ids: ids.join(',') } });
    return { ...found, names: found.servers.map(({ name, isChosen }) => (isChosen ? `${name}!` : name)) };
  };

  expect(await outage(left.id)).toMatchObject({ fallen: 1, names: ['left!', 'needs-left'] });
  const both = await outage(right.id, left.id);
  expect(both).toMatchObject({ fallen: 3, names: ['left!', 'right!', 'last', 'needs-left', 'needs-right'] });
  expect(both.servers[2]).toMatchObject({ name: 'last', teamOwner: 'Storage', runbook: null });
  expectRefusal(await ann.send({ url: '/api/servers/outage?ids=left' }), 400, 'validation_failed');
});
