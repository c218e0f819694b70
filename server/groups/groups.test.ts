import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import { groups } from '../../contract/calls/groups.ts';
import { team } from '../../contract/calls/team.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';
import { createGroup } from './save.ts';

const at = withApp();

test('ACCESS-02 an administrator makes, renames, fills and deletes a group, and the audit log has each step', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  const { id, ...made } = await admin.call(groups.create, { body: { name: 'Network' } });
  expect(made).toEqual({ name: 'Network', source: 'local', members: [] });
  await admin.call(groups.update, { params: { id }, body: { name: 'Networks' } });
  const userIds = [ann.user.id, bob.user.id, ann.user.id];
  const filled = await admin.call(groups.setMembers, { params: { id }, body: { userIds } });
  expect(new Set(filled.members.map((member) => member.id))).toEqual(new Set(userIds));
  expect((await admin.call(groups.list, {})).filter((group) => group.id === id)).toEqual([filled]);
  await admin.call(groups.setMembers, { params: { id }, body: { userIds: [bob.user.id] } });
  await admin.call(groups.remove, { params: { id } });
  expect((await admin.call(groups.list, {})).filter((group) => group.id === id)).toEqual([]);
  const log = await admin.call(administration.audit, { query: { subjectId: id } });
  expect(log.map(({ action }) => action)).toEqual([
    'group.delete',
    'group.members',
    'group.members',
    'group.update',
    'group.create',
  ]);
  expect(log[1]).toMatchObject({
    before: { memberIds: [ann.user.id, bob.user.id].toSorted() },
    after: { memberIds: [bob.user.id] },
  });
});

test('ACCESS-02 refuses a taken name in any case, unknown accounts, and everybody who is no administrator', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { id } = await admin.call(groups.create, { body: { name: 'Störung' } });
  const send = (method: 'POST' | 'PUT', url: string, payload: object, client = admin) =>
    client.send({ method, url, payload });
  expectRefusal(await send('POST', '/api/groups', { name: 'STÖRUNG' }), 409, 'name_taken');
  const other = await admin.call(groups.create, { body: { name: 'Other' } });
  expectRefusal(await send('PUT', `/api/groups/${other.id}`, { name: 'störung' }), 409, 'name_taken');
  expect((await send('PUT', `/api/groups/${other.id}`, { name: 'OTHER' })).statusCode).toBe(200);
  expectRefusal(await send('POST', '/api/groups', { name: ' ' }), 400, 'validation_failed');
  const unknown = await send('PUT', `/api/groups/${id}/members`, { userIds: [randomUUID()] });
  expectRefusal(unknown, 400, 'validation_failed');
  expectRefusal(await send('PUT', `/api/groups/${randomUUID()}`, { name: 'X' }), 404, 'not_found');
  const ann = await at.current.signedIn();
  expectRefusal(await send('POST', '/api/groups', { name: 'Mine' }, ann), 403, 'forbidden');
  expectRefusal(await ann.send({ url: '/api/groups' }), 403, 'forbidden');
});

test('ACCESS-02 nobody edits a group of the directory by hand', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { db } = at.current.database;
  const directory = { userId: null, name: 'Directory' };
  const id = await db.transaction((tx) =>
    createGroup(tx, directory, { name: 'ops-admins', source: 'scim', externalId: '42' }),
  );
  const again = { name: 'another', source: 'scim' as const, externalId: '42' };
  const twice = await db.transaction((tx) => createGroup(tx, directory, again));
  expect(twice).toMatchObject({ status: 409, code: 'id_taken' });
  for (const [method, path, payload] of [
    ['PUT', '', { name: 'Mine' }],
    ['PUT', '/members', { userIds: [] }],
    ['DELETE', '', undefined],
  ] as const)
    expectRefusal(
      await admin.send({ method, url: `/api/groups/${id as string}${path}`, ...(payload && { payload }) }),
      409,
      'directory_group',
    );
});

test('ACCESS-02 a department becomes a group of the accounts with the e-mail of its members', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { db } = at.current.database;
  const [inside, elsewhere] = [await aUser(db), await aUser(db)];
  const member = (email: string, department: string) =>
    admin.call(team.create, { body: { name: 'A member', email, role: 'Engineer', department } });
  await member(inside.email, 'Storage');
  await member('nobody@example.com', 'Storage');
  await member(elsewhere.email, 'Backup');
  const made = await admin.call(groups.create, { body: { name: 'Storage team', department: 'Storage' } });
  expect(made.members.map(({ id }) => id)).toEqual([inside.id]);
});
