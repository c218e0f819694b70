import { beforeAll, describe, expect, test } from 'vitest';
import { tokens } from '../../contract/calls/tokens.ts';
import { withApp } from '../../test/app.ts';

/** Requests in the order and form in which Entra ID and Okta send them. */
const at = withApp();
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

type Json = Record<string, unknown>;

let token = '';
beforeAll(async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  token = (await admin.call(tokens.create, { body: { name: 'Directory', scope: 'scim' } })).token;
});

async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const answer = await at.current.anonymous.send({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json; charset=utf-8' },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, body: (answer.body ? answer.json() : {}) as Json & { id: string } };
}

const patch = (path: string, ...operations: object[]) =>
  send('PATCH', path, { schemas: [PATCH_SCHEMA], Operations: operations });
const query = (filter: string) => encodeURIComponent(filter);

describe('ACCESS-39 Entra ID', () => {
  const upn = 'Grace.Hopper@contoso.example';
  let id = '';

  test('looks for the user, then creates it', async () => {
    const { status, body } = await send('GET', `/Users?filter=${query(`userName eq "${upn}"`)}`);
    expect([status, body]).toMatchObject([200, { totalResults: 0, Resources: [] }]);
    const created = await send('POST', '/Users', {
      schemas: [`${CORE}:User`, ENTERPRISE],
      externalId: '22fbc523-6032-4c5f-939d-5d4850cf3e52',
      userName: upn,
      active: true,
      displayName: 'Grace Hopper',
      emails: [{ primary: true, type: 'work', value: upn }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Grace Hopper', familyName: 'Hopper', givenName: 'Grace' },
      roles: [],
      [ENTERPRISE]: { department: 'Navy', employeeNumber: '7' },
    });
    expect(created.status).toBe(201);
    id = created.body.id;
    expect(created.body).toMatchObject({
      userName: upn,
      emails: [{ value: upn.toLowerCase() }],
      [ENTERPRISE]: { department: 'Navy', employeeNumber: '7' },
      schemas: [`${CORE}:User`, ENTERPRISE],
    });
    const found = await send('GET', `/Users?filter=${query(`userName eq "${upn}"`)}`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  });

  test('changes attributes by Replace with paths', async () => {
    const { status, body } = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'grace@contoso.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Murray Hopper' },
      { op: 'Add', path: `${ENTERPRISE}:manager`, value: 'b1c3c4a8-0000-4000-8000-000000000000' },
      { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'COBOL' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555' },
      { op: 'Remove', path: `${ENTERPRISE}:employeeNumber` },
    );
    expect([status, body]).toMatchObject([200, {}]);
    expect(body).toMatchObject({
      emails: [{ value: 'grace@contoso.example', type: 'work', primary: true }],
      name: { givenName: 'Grace', familyName: 'Murray Hopper' },
      phoneNumbers: [{ type: 'mobile', value: '+1 555' }],
    });
    expect(body[ENTERPRISE]).toEqual({
      department: 'COBOL',
      manager: { value: 'b1c3c4a8-0000-4000-8000-000000000000' },
    });
    const removed = await patch(`/Users/${id}`, { op: 'Remove', path: `${ENTERPRISE}:manager` });
    expect(removed.body[ENTERPRISE]).toEqual({ department: 'COBOL' });
  });

  test('deactivates with "False" as text, and activates again', async () => {
    for (const [value, active] of [
      ['False', false],
      ['True', true],
      [false, false],
      [true, true],
    ] as const)
      expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value })).body).toMatchObject({
        active,
      });
    const wrong = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'maybe' });
    expect([wrong.status, wrong.body]).toMatchObject([400, { scimType: 'invalidValue' }]);
  });

  test('changes several attributes without a path', async () => {
    const { body } = await patch(`/Users/${id}`, {
      op: 'replace',
      value: {
        displayName: 'Amazing Grace',
        'name.givenName': 'Amazing',
        [`${ENTERPRISE}:department`]: 'Yale',
      },
    });
    expect(body).toMatchObject({
      displayName: 'Amazing Grace',
      name: { givenName: 'Amazing' },
      [ENTERPRISE]: { department: 'Yale' },
    });
  });

  test('creates a group without members, adds and removes them', async () => {
    const created = await send('POST', '/Groups', {
      schemas: [`${CORE}:Group`],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Contoso Ops',
      meta: { resourceType: 'Group' },
    });
    expect(created).toMatchObject({ status: 201, body: { displayName: 'Contoso Ops', members: [] } });
    const group = `/Groups/${created.body.id}`;
    const membersOf = async () => (await send('GET', group)).body['members'] as Json[];
    const added = await patch(group, { op: 'Add', path: 'members', value: [{ value: id }] });
    expect(added).toEqual({ status: 204, body: {} });
    expect(await membersOf()).toMatchObject([{ value: id, type: 'User' }]);
    await patch(group, { op: 'Add', path: 'members', value: [{ value: id }] });
    expect(await membersOf()).toHaveLength(1);
    const listed = await send(
      'GET',
      `/Groups?excludedAttributes=members&filter=${query('displayName eq "Contoso Ops"')}`,
    );
    expect(listed.body).toMatchObject({ totalResults: 1, Resources: [{ displayName: 'Contoso Ops' }] });
    const isMember = await send(
      'GET',
      `/Groups?filter=${query(`id eq "${created.body.id}" and members eq "${id}"`)}`,
    );
    expect(isMember.body).toMatchObject({ totalResults: 1 });
    await patch(group, { op: 'Replace', path: 'displayName', value: 'Contoso Operations' });
    await patch(group, { op: 'Remove', path: 'members', value: [{ value: id }] });
    expect((await send('GET', group)).body).toMatchObject({ displayName: 'Contoso Operations', members: [] });
    expect((await send('DELETE', group)).status).toBe(204);
  });

  test('deletes the user', async () => {
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await send('GET', `/Users/${id}`)).status).toBe(404);
  });
});

describe('ACCESS-39 Okta', () => {
  const userName = 'ada@okta.example';
  let user: Json & { id: string };
  let groupId = '';

  test('looks for the user with a page, then creates it with a password and empty groups', async () => {
    const { body } = await send(
      'GET',
      `/Users?filter=${query(`userName eq "${userName}"`)}&startIndex=1&count=100`,
    );
    expect(body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0 });
    const created = await send('POST', '/Users', {
      schemas: [`${CORE}:User`],
      userName,
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [{ primary: true, value: userName, type: 'work' }],
      displayName: 'Ada Byron',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    });
    expect(created.status).toBe(201);
    user = created.body;
    expect(user).toMatchObject({ locale: 'en-US', active: true });
    expect(JSON.stringify(user)).not.toContain('1mz050nq');
  });

  test('replaces the whole user', async () => {
    const { status, body } = await send('PUT', `/Users/${user.id}`, {
      ...user,
      name: { givenName: 'Ada', familyName: 'Lovelace' },
      displayName: 'Ada Lovelace',
    });
    expect([status, body]).toMatchObject([
      200,
      { id: user.id, displayName: 'Ada Lovelace', name: { familyName: 'Lovelace' }, userName },
    ]);
  });

  test('deactivates by replace without a path', async () => {
    for (const active of [false, true])
      expect((await patch(`/Users/${user.id}`, { op: 'replace', value: { active } })).body).toMatchObject({
        active,
      });
  });

  test('pushes a group with members, renames it without a path, and exchanges members', async () => {
    const created = await send('POST', '/Groups', {
      schemas: [`${CORE}:Group`],
      displayName: 'Okta Ops',
      members: [{ value: user.id, display: userName }],
    });
    expect(created).toMatchObject({ status: 201, body: { members: [{ value: user.id }] } });
    groupId = created.body.id;
    await patch(`/Groups/${groupId}`, {
      op: 'replace',
      value: { id: groupId, displayName: 'Okta Operations' },
    });
    await patch(`/Groups/${groupId}`, { op: 'remove', path: `members[value eq "${user.id}"]` });
    const renamed = await send('GET', `/Groups/${groupId}`);
    expect(renamed.body).toMatchObject({ displayName: 'Okta Operations', members: [] });
    await patch(`/Groups/${groupId}`, {
      op: 'add',
      path: 'members',
      value: [{ value: user.id, display: userName }],
    });
    await patch(`/Groups/${groupId}`, { op: 'replace', path: 'members', value: [{ value: user.id }] });
    expect((await send('GET', `/Groups/${groupId}`)).body['members']).toMatchObject([{ value: user.id }]);
    const replaced = await send('PUT', `/Groups/${groupId}`, {
      schemas: [`${CORE}:Group`],
      id: groupId,
      displayName: 'Okta Operations',
      members: [],
    });
    expect(replaced.body).toMatchObject({ displayName: 'Okta Operations', members: [] });
  });

  test('a new user name that is the address changes the address', async () => {
    const { body } = await patch(`/Users/${user.id}`, {
      op: 'replace',
      value: { userName: 'countess@okta.example' },
    });
    expect(body).toMatchObject({
      userName: 'countess@okta.example',
      emails: [{ value: 'countess@okta.example' }],
    });
  });
});

describe('ACCESS-39 PATCH', () => {
  test.each([
    [{ op: 'move', path: 'active' }, 'invalidValue'],
    [{ op: 'replace', path: '', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: '__proto__.polluted', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[(].value', value: 1 }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type sw "x"].value', value: 1 }, 'noTarget'],
    [{ op: 'add', value: 'text' }, 'noTarget'],
    [{ op: 'remove', path: 'userName' }, 'invalidValue'],
    [{ op: 'replace', path: 'x'.repeat(1_001), value: 1 }, 'invalidValue'],
  ])('%j is refused', async (operation, scimType) => {
    const userName =
      `patch-${Math.abs(JSON.stringify(operation).length)}-${scimType}@example.com`.toLowerCase();
    const { body: user } = await send('POST', '/Users', { userName });
    const { status, body } = await patch(`/Users/${user.id}`, operation);
    expect([status, body]).toMatchObject([400, { scimType }]);
    expect((await send('GET', `/Users/${user.id}`)).body).toMatchObject({ userName, active: true });
    expect({}).not.toHaveProperty('polluted');
  });
});
