import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { groups } from '../../contract/calls/groups.ts';
import { change, exported, find, imported, withTwoInstances } from '../../test/instance-files.ts';
import { aUser } from '../../test/factories.ts';
import { exportInstance } from '../exports/instance/export.ts';

const { from, into, both } = withTwoInstances();

const BOB = { firstName: 'Bob', email: 'bob@example.com' };

test('ACCESS-17 an export of everything has what its administrator may read, one on the machine has all', async () => {
  const { here } = await both();
  const bob = await from.current.signedIn(BOB);
  const body = { title: 'Of Bob alone', content: 'Secret', readers: [] };
  await bob.call(documents.create, { body });
  const own = await exported(here);
  expect(Object.keys(own).join(' ')).not.toContain('Of Bob alone');
  expect(strFromU8(own['documents.csv'] as Uint8Array)).not.toContain('Of Bob alone');
  const { zip } = await exportInstance(from.current.database, from.current.storage);
  expect(Object.keys(unzipSync(await buffer(zip))).join(' ')).toContain('Of Bob alone');
});

test('ACCESS-17 readers and groups come along, and an unknown reader opens nothing', async () => {
  const { here, there } = await both();
  const cara = await aUser(from.current.database.db, { email: 'cara@example.com' });
  const away = await aUser(into.current.database.db, { email: 'cara@example.com' });
  const group = await here.call(groups.create, { body: { name: 'Carried' } });
  await here.call(groups.setMembers, {
    params: { id: group.id },
    body: { userIds: [cara.id, here.user.id] },
  });
  const restricted = (title: string, readers: string[]) =>
    here.call(documents.create, { body: { title, content: 'Text', readers } });
  const named = await restricted('Named', [`group:${group.id}`, `person:${cara.id}`, 'admins']);
  const alone = await restricted('Alone', [`person:${cara.id}`]);
  const open = await here.call(documents.create, { body: { title: 'Open', content: 'Text' } });
  const files = await exported(here);
  change(files, 'documents/Alone.md', (text) => text.replace('person:cara@', 'person:nobody@'));
  const report = await imported(there, files);
  expect(report.problems.map(({ reason }) => reason)).toContain(
    'Its reader person:nobody@example.com is not here, and was left out',
  );
  const made = (await there.call(groups.list, {})).find(({ name }) => name === 'Carried');
  expect(new Set(made?.members.map(({ id }) => id))).toEqual(new Set([away.id, there.user.id]));
  const own = `person:${there.user.id}`;
  expect((await find(there, named.id)).readers).toEqual(
    ['admins', `group:${made?.id}`, `person:${away.id}`, own].toSorted(),
  );
  expect((await find(there, alone.id)).readers).toEqual([own]);
  expect((await find(there, open.id)).readers).toBeNull();
});

test('ACCESS-17 an import changes no document that its administrator may not read here', async () => {
  const { here, there } = await both();
  const made = await here.call(documents.create, { body: { title: 'Twice', content: 'First' } });
  await imported(there, await exported(here));
  const { pool } = into.current.database;
  await pool.query(`update documents set readers = '{person:nobody}' where id = $1`, [made.id]);
  await here.call(documents.update, { params: { id: made.id }, body: { content: 'Second' } });
  const report = await imported(there, await exported(here));
  expect(report.problems.map(({ path }) => path)).toContain('documents/Twice.md');
  const { rows } = await pool.query('select content from documents where id = $1', [made.id]);
  expect(rows).toEqual([{ content: 'First' }]);
});
