import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import { everyEndpoint } from '../../contract/calls/api.ts';
import { groups } from '../../contract/calls/groups.ts';
import { tokens } from '../../contract/calls/tokens.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument, aUser, type TestUser } from '../../test/factories.ts';
import { openEvents } from '../../test/live-events.ts';

const at = withApp();
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

type Json = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

let admin: Client & { user: TestUser };
let token = '';
beforeAll(async () => {
  admin = await at.current.signedIn({ role: 'admin' });
  token = (await admin.call(tokens.create, { body: { name: 'Directory', scope: 'scim' } })).token;
});

async function scim(method: Method, path: string, body?: object, bearer = token) {
  const answer = await at.current.anonymous.send({
    method,
    url: `/scim/v2${path}`,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json' },
    ...(body && { payload: JSON.stringify(body) }),
  });
  const type = answer.headers['content-type'] ?? '';
  if (answer.body && type !== 'application/scim+json; charset=utf-8') throw new Error(`The type is ${type}`);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body ? (answer.json() as Json) : {},
  };
}

const patch = (path: string, ...operations: object[]) =>
  scim('PATCH', path, { schemas: [PATCH_SCHEMA], Operations: operations });

let count = 0;
beforeEach(() => void (count += 1));
const nameOf = (n: number | string = '') => `person-${count}${n}@example.com`;

/** Creates a user as most directories do. Returns the resource. */
async function aScimUser(fields: Json = {}): Promise<Json & { id: string }> {
  const userName = nameOf(randomUUID());
  const body = { schemas: [USER], userName, name: { givenName: 'Grace', familyName: 'Hopper' }, ...fields };
  const { status, body: created } = await scim('POST', '/Users', body);
  expect(status).toBe(201);
  return created as Json & { id: string };
}

const statusOf = async (id: string) => {
  const { rows } = await at.current.database.pool.query<{ account_status: string }>(
    'select account_status from users where id = $1',
    [id],
  );
  return rows[0]?.account_status;
};

describe('ACCESS-37 tokens of the kind scim', () => {
  test('only administrators create one', async () => {
    for (const role of ['user', 'viewer'] as const) {
      const client = await at.current.signedIn({ role });
      const answer = await client.send({
        method: 'POST',
        url: '/api/auth/tokens',
        payload: { name: 'Directory', scope: 'scim' },
      });
      expectRefusal(answer, 403);
    }
  });

  test('it makes no other call, and no other token makes SCIM calls', async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const { method, path } of everyEndpoint().filter(({ scope }) => scope !== 'public')) {
      const url = path.replace(':id', randomUUID());
      const answer = await at.current.anonymous.send({ method, url, headers });
      expect([method, path, answer.statusCode]).toEqual([method, path, 403]);
    }
    for (const scope of ['read', 'write'] as const) {
      const other = await admin.call(tokens.create, { body: { name: scope, scope } });
      expect((await scim('GET', '/Users', undefined, other.token)).status).toBe(401);
    }
    const { status, body } = await scim('GET', '/Users', undefined, 'opshub_wrong');
    expect(status).toBe(401);
    expect(body).toEqual({ schemas: [ERROR], status: '401', detail: expect.any(String) });
    const withCookie = await admin.send({ url: '/scim/v2/Users' });
    expect(withCookie.statusCode).toBe(401);
  });

  test('it ends with the role of its owner', async () => {
    const other = await at.current.signedIn({ role: 'admin' });
    const own = await other.call(tokens.create, { body: { name: 'Directory', scope: 'scim' } });
    expect((await scim('GET', '/Users?count=0', undefined, own.token)).status).toBe(200);
    await admin.call(administration.updateUser, { params: { id: other.user.id }, body: { role: 'user' } });
    expect((await scim('GET', '/Users?count=0', undefined, own.token)).status).toBe(401);
  });
});

describe('ACCESS-38 discovery', () => {
  test('says what is supported, with an address for each resource', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    for (const [path, names] of [
      ['/ResourceTypes', ['User', 'Group']],
      ['/Schemas', ['User', 'Group', 'EnterpriseUser']],
    ] as const) {
      const { body } = await scim('GET', path);
      const all = body['Resources'] as { id: string; name: string; meta: { location: string } }[];
      expect(body).toMatchObject({ totalResults: names.length, startIndex: 1, itemsPerPage: names.length });
      expect(all.map(({ name }) => name)).toEqual(names);
      for (const one of all) expect((await scim('GET', `${path}/${one.id}`)).body).toEqual(one);
    }
    expect((await scim('GET', '/Schemas/urn:none')).body).toMatchObject({ status: '404', schemas: [ERROR] });
    expect((await scim('GET', '/Me')).body).toMatchObject({ status: '404', schemas: [ERROR] });
  });
});

describe('ACCESS-38 users', () => {
  test('a created user may sign in at once, with a verified address and without a password', async () => {
    const { id, ...user } = await aScimUser({
      userName: nameOf(),
      externalId: 'x-1',
      password: 'Tr4verse!Kelp',
    });
    expect(user).toMatchObject({
      schemas: [USER],
      externalId: 'x-1',
      userName: nameOf(),
      displayName: 'Grace Hopper',
      name: { givenName: 'Grace', familyName: 'Hopper' },
      emails: [{ value: nameOf(), type: 'work', primary: true }],
      active: true,
      groups: [],
      meta: { resourceType: 'User', location: `http://localhost:3000/scim/v2/Users/${id}` },
    });
    expect(user).not.toHaveProperty('password');
    const { rows } = await at.current.database.pool.query('select * from users where id = $1', [id]);
    expect(rows[0]).toMatchObject({
      account_status: 'active',
      is_email_verified: true,
      password_hash: null,
      role: 'user',
      auth_provider: 'scim',
    });
    expect((await scim('GET', `/Users/${id}`)).body).toEqual({ id, ...user });
    const [entry] = await admin.call(administration.audit, { query: { subjectId: id } });
    expect(entry).toMatchObject({ action: 'account.provision', actorName: 'SCIM for Ann Smith' });
  });

  test('an address that has an account is a conflict, in any case', async () => {
    const { userName } = await aScimUser();
    for (const body of [
      { userName },
      { userName: String(userName).toUpperCase() },
      { userName: 'other', emails: [{ value: userName }] },
      { userName: admin.user.email },
    ]) {
      const { status, body: answer } = await scim('POST', '/Users', { schemas: [USER], ...body });
      expect([status, answer]).toEqual([
        409,
        { schemas: [ERROR], status: '409', scimType: 'uniqueness', detail: expect.any(String) },
      ]);
    }
    const other = await aScimUser();
    const email = { op: 'replace', path: 'emails[type eq "work"].value', value: userName };
    expect((await patch(`/Users/${other.id}`, email)).body).toMatchObject({ scimType: 'uniqueness' });
  });

  test('takes over a registration that nobody has verified, whose password stops working', async () => {
    const squatter = await aUser(at.current.database.db, {
      email: nameOf(),
      accountStatus: 'pending_verification',
      isEmailVerified: false,
    });
    expect((await scim('GET', `/Users?filter=userName eq "${nameOf()}"`)).body).toMatchObject({
      totalResults: 0,
    });
    const { id } = await aScimUser({ userName: nameOf() });
    expect(id).toBe(squatter.id);
    const { rows } = await at.current.database.pool.query('select password_hash from users where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ password_hash: null }]);
  });

  test.each([
    ['no user name', { userName: undefined }],
    ['no address', { userName: 'ghopper' }],
    ['a wrong address', { emails: [{ value: 'ghopper' }] }],
    ['a number as name', { userName: 7 }],
    ['too many attributes', { note: 'x'.repeat(70_000) }],
  ])('refuses %s', async (_, fields) => {
    const { status, body } = await scim('POST', '/Users', { schemas: [USER], userName: nameOf(), ...fields });
    expect([status, body]).toMatchObject([400, { schemas: [ERROR], scimType: 'invalidValue' }]);
  });

  test('refuses what is no JSON object and no id', async () => {
    const answer = await at.current.anonymous.send({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: '{"userName"',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { schemas: [ERROR], status: '400' }]);
    expect((await scim('POST', '/Users', [])).status).toBe(400);
    for (const id of ['7', randomUUID()])
      expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ status: '404', schemas: [ERROR] });
  });

  test('pages count from 1, and filters find one user', async () => {
    const users = [];
    for (let n = 0; n < 5; n += 1) users.push(await aScimUser({ externalId: `ext-${count}-${n}` }));
    const all = await scim('GET', '/Users?count=200');
    const total = Number(all.body['totalResults']);
    const ids = (body: Json) => (body['Resources'] as { id: string }[]).map(({ id }) => id);
    const seen: string[] = [];
    for (let startIndex = 1; startIndex <= total; startIndex += 3) {
      const { body } = await scim('GET', `/Users?startIndex=${startIndex}&count=3`);
      expect(body).toMatchObject({ totalResults: total, startIndex, itemsPerPage: ids(body).length });
      seen.push(...ids(body));
    }
    expect(seen).toEqual(ids(all.body));
    expect((await scim('GET', '/Users?startIndex=0&count=-1')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    });
    const one = users[3]!;
    const name = String(one['userName']);
    for (const filter of [
      `userName eq "${name.toUpperCase()}"`,
      `USERNAME Eq "${name}"`,
      `externalId eq "ext-${count}-3"`,
      `emails.value eq "${name}"`,
      `emails[value eq "${name}"]`,
      `id eq "${one.id}"`,
      `userName eq "none" or externalId eq "ext-${count}-3"`,
      `${USER}:userName eq "${name}"`,
    ]) {
      const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect([filter, body['totalResults'], ids(body)]).toEqual([filter, 1, [one.id]]);
    }
    for (const filter of [
      'userName',
      'userName co "a"',
      'password eq "a"',
      'userName eq 7',
      '((',
      'x eq "',
      '__proto__ eq "a"',
    ])
      expect((await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body).toMatchObject({
        status: '400',
        scimType: 'invalidFilter',
      });
    expect((await scim('GET', `/Users/${one.id}?attributes=userName`)).body).toEqual({
      schemas: [USER],
      id: one.id,
      userName: one['userName'],
    });
  });

  test('active false and DELETE end sessions, tokens and streams at once; texts stay', async () => {
    const { db } = at.current.database;
    const origin = await at.current.app.listen({ port: 0, host: '127.0.0.1' });
    for (const end of [
      (id: string) => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      (id: string) => scim('DELETE', `/Users/${id}`),
    ]) {
      const bob = await at.current.signedIn();
      const own = await bob.call(tokens.create, { body: { name: 'Mine' } });
      const documentId = await aDocument(db, bob.user);
      const stream = await openEvents(origin, bob.cookie);
      expect((await bob.send({ url: '/api/auth/user' })).statusCode).toBe(200);
      expect((await end(bob.user.id)).status).toBeLessThan(300);
      expect((await bob.send({ url: '/api/auth/user' })).statusCode).toBe(401);
      const withToken = { url: '/api/auth/user', headers: { authorization: `Bearer ${own.token}` } };
      expect((await at.current.anonymous.send(withToken)).statusCode).toBe(401);
      await stream.until('never sent');
      expect(await statusOf(bob.user.id)).toBe('deactivated');
      expect((await admin.send({ url: `/api/documents/${documentId}` })).statusCode).toBe(200);
    }
  });

  test('a deleted user is gone for the directory, which may create the same account again', async () => {
    const { id, userName } = await aScimUser();
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await scim('GET', `/Users?filter=userName eq "${String(userName)}"`)).body).toMatchObject({
      totalResults: 0,
    });
    const again = await aScimUser({ userName });
    expect([again.id, again['active']]).toEqual([id, true]);
  });

  test('the last administrator cannot be deactivated', async () => {
    const { pool } = at.current.database;
    await pool.query("update users set role = 'user' where role = 'admin' and id <> $1", [admin.user.id]);
    for (const answer of [
      await patch(`/Users/${admin.user.id}`, { op: 'replace', value: { active: false } }),
      await scim('DELETE', `/Users/${admin.user.id}`),
    ])
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { schemas: [ERROR], detail: expect.stringContaining('last active administrator') },
      ]);
    expect(await statusOf(admin.user.id)).toBe('active');
    const second = await at.current.signedIn({ role: 'admin' });
    expect(
      (await patch(`/Users/${second.user.id}`, { op: 'replace', path: 'active', value: false })).status,
    ).toBe(200);
  });

  test('a waiting account is approved, and a rejected one let in, when the directory activates it', async () => {
    for (const accountStatus of ['pending_approval', 'rejected', 'deactivated'] as const) {
      const { id } = await aUser(at.current.database.db, { accountStatus });
      expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ active: false });
      await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Somebody' });
      expect(await statusOf(id)).toBe(accountStatus);
      await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
      expect(await statusOf(id)).toBe('active');
    }
  });

  test('a PUT without active changes nothing about it', async () => {
    const { id, userName } = await aScimUser({ active: false });
    expect(await statusOf(id)).toBe('deactivated');
    const { body } = await scim('PUT', `/Users/${id}`, {
      schemas: [USER],
      userName,
      name: { givenName: 'G' },
    });
    expect(body).toMatchObject({ active: false, name: { givenName: 'G', familyName: '' } });
  });
});

describe('ACCESS-38 groups', () => {
  test('a group of the directory is a group here; its name is taken for others', async () => {
    const [ann, bob] = [await aScimUser(), await aScimUser()];
    const displayName = `Night shift ${count}`;
    const { status, body } = await scim('POST', '/Groups', {
      displayName,
      externalId: `g-${count}`,
      members: [{ value: ann.id }, { value: bob.id }],
    });
    expect([status, body]).toMatchObject([
      201,
      { displayName, members: [{ type: 'User' }, { type: 'User' }] },
    ]);
    const id = String(body['id']);
    const [group] = (await admin.call(groups.list, {})).filter(({ name }) => name === displayName);
    expect(group).toMatchObject({ id, source: 'scim' });
    expect(group?.members.map((member) => member.id).toSorted()).toEqual([ann.id, bob.id].toSorted());
    expect((await scim('GET', `/Users/${ann.id}`)).body['groups']).toMatchObject([
      { value: id, display: displayName, type: 'direct' },
    ]);
    expect((await scim('POST', '/Groups', { displayName: displayName.toUpperCase() })).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    });
    for (const filter of [
      `members[value eq "${bob.id}"]`,
      `members.value eq "${bob.id}"`,
      `externalId eq "g-${count}"`,
    ]) {
      const found = await scim(
        'GET',
        `/Groups?filter=${encodeURIComponent(filter)}&excludedAttributes=members`,
      );
      expect(found.body['Resources']).toEqual([expect.objectContaining({ id })]);
      expect((found.body['Resources'] as Json[])[0]).not.toHaveProperty('members');
    }
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Groups/${id}`)).status).toBe(404);
  });

  test('local groups are not for the directory, and unknown members are refused', async () => {
    const local = await admin.call(groups.create, { body: { name: `Local ${count}` } });
    expect((await scim('GET', `/Groups/${local.id}`)).status).toBe(404);
    expect((await scim('DELETE', `/Groups/${local.id}`)).status).toBe(404);
    for (const value of [randomUUID(), 'nobody']) {
      const answer = await scim('POST', '/Groups', { displayName: `G ${value}`, members: [{ value }] });
      expect(answer.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
    }
  });
});
