import { expect, test } from 'vitest';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';

const at = withApp();
const check = { kind: 'tcp' as const, target: '10.0.0.1:22' };
const add = (client: Client, name: string, more: object = {}) =>
  client.call(servers.create, { body: { name, ...more } });
const find = (client: Client, id: string) => client.call(servers.find, { params: { id } });
const undo = (client: Client, id: string | null) =>
  client.call(servers.undoBatch, { params: { id: id ?? '' } });
const upload = (client: Client, text: string) =>
  client.call(servers.import, { file: new File([text], 'servers.csv'), query: {} });
const simulate = (client: Client, id: string, status: 'warning' | 'online') =>
  client.call(servers.metrics, { params: { id }, body: { cpuUsage: 95, status } });

test('INFRA-13 an undo restores maintenance, whatever a check found since it ended', async () => {
  const ann = await at.current.signedIn();
  const checked = await add(ann, 'back-1', { status: 'maintenance', check });
  const simulated = await add(ann, 'back-2', { status: 'maintenance' });
  const ids = [checked.id, simulated.id];
  const { batchId } = await ann.call(servers.bulk, {
    body: { ids, action: 'set', fields: { status: 'online' } },
  });
  await at.current.database.pool.query(`update servers set status = 'offline' where id = $1`, [checked.id]);
  await simulate(ann, simulated.id, 'warning');
  expect(await undo(ann, batchId)).toEqual({ changed: 2, kept: 0 });
  for (const id of ids) expect(await find(ann, id)).toMatchObject({ status: 'maintenance' });
});

test('INFRA-13 an undo sets no server offline that a check found online meanwhile', async () => {
  const ann = await at.current.signedIn();
  const looked = await add(ann, 'found-1', { status: 'offline', check });
  const unlooked = await add(ann, 'found-2', { status: 'offline', check });
  const ids = [looked.id, unlooked.id];
  const { batchId } = await ann.call(servers.bulk, {
    body: { ids, action: 'set', fields: { status: 'online', notes: 'ours' } },
  });
  await at.current.database.pool.query(
    `update servers set last_health_check = now() + interval '1 second' where id = $1`,
    [looked.id],
  );
  expect(await undo(ann, batchId)).toEqual({ changed: 2, kept: 0 });
  expect(await find(ann, looked.id)).toMatchObject({ status: 'online', notes: null });
  expect(await find(ann, unlooked.id)).toMatchObject({ status: 'offline', notes: null });
});

test('INFRA-13 the undo of a deletion restores nothing that was deleted again', async () => {
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn();
  const [edited, same, own] = [
    await add(ann, 'twice-1'),
    await add(ann, 'twice-2'),
    await add(ann, 'twice-3'),
  ];
  const ids = [edited.id, same.id, own.id];
  const { batchId } = await ann.call(servers.bulk, { body: { ids, action: 'delete' } });
  for (const { id } of [edited, same]) await bob.call(servers.undelete, { params: { id } });
  await bob.call(servers.update, { params: { id: edited.id }, body: { notes: 'gone for good' } });
  for (const { id } of [edited, same]) await bob.call(servers.remove, { params: { id } });
  expect(await undo(ann, batchId)).toEqual({ changed: 1, kept: 2 });
  const left = await ann.call(servers.list, { query: { q: 'twice-' } });
  expect(left.map(({ name }) => name)).toEqual(['twice-3']);
});

test('INFRA-13 undoes an import after a simulated check set another status, but not after a person did', async () => {
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn();
  await add(ann, 'sim-old', { teamOwner: 'A' });
  const { batchId } = await upload(ann, 'name,teamOwner\nsim-new,B\nsim-old,C\nsim-hand,D\n');
  const made = await ann.call(servers.list, { query: { q: 'sim-' } });
  for (const { id } of made) await simulate(bob, id, 'warning');
  const byHand = made.find(({ name }) => name === 'sim-hand')?.id ?? '';
  await bob.call(servers.update, { params: { id: byHand }, body: { status: 'offline' } });
  expect(await undo(ann, batchId)).toEqual({ changed: 2, kept: 1 });
  const left = await ann.call(servers.list, { query: { q: 'sim-' } });
  expect(left).toMatchObject([
    { name: 'sim-hand', teamOwner: 'D', status: 'offline' },
    { name: 'sim-old', teamOwner: 'A', status: 'warning' },
  ]);
});

test('INFRA-13 a status that a person set before a change does not prevent its undo', async () => {
  const ann = await at.current.signedIn();
  const { id } = await add(ann, 'early-word', { status: 'warning' });
  await simulate(ann, id, 'online');
  const { batchId } = await ann.call(servers.bulk, {
    body: { ids: [id], action: 'set', fields: { notes: 'ours' } },
  });
  await simulate(ann, id, 'warning');
  expect(await undo(ann, batchId)).toEqual({ changed: 1, kept: 0 });
  expect(await find(ann, id)).toMatchObject({ notes: null, status: 'warning' });
});
