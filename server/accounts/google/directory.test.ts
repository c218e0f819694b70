import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { administration } from '../../../contract/calls/administration.ts';
import { groups } from '../../../contract/calls/groups.ts';
import type { Role } from '../../../contract/calls/user.ts';
import { startTestApp, withApp, type Client, type TestApp } from '../../../test/app.ts';
import { cookieIn, goBack, startAt } from '../../../test/google-journey.ts';
import {
  CLIENT,
  signInAt,
  startIdentityProvider,
  type IdentityProvider,
} from '../../../test/identity-provider.ts';
import { startLyingIssuer } from '../../../test/lying-issuer.ts';

const REDIRECT = 'http://localhost:3000/auth/google/callback';
const MAP = 'ops-admins:admin,ops:user,audit:viewer';

/** All hubs use the same database. */
const at = withApp();
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(REDIRECT, { sub: 'nobody' });
});
afterAll(() => provider.stop());

async function aHub(settings: NodeJS.ProcessEnv, issuer = provider.issuer): Promise<TestApp> {
  const { database } = at.current;
  const hub = await startTestApp({
    database: { ...database, drop: () => Promise.resolve() },
    settings: {
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_ISSUER: issuer,
      ...settings,
    },
  });
  onTestFinished(() => hub.stop());
  return hub;
}

let count = 0;
let admin: Client;
beforeEach(async () => {
  count += 1;
  admin = await at.current.signedIn({ role: 'admin' });
});
afterEach(() =>
  at.current.database.pool.query("update users set role = 'viewer' where email like 'person-%'"),
);

const email = () => `person-${count}@example.com`;

/** Signs in as a person with these claims. Returns where the browser goes, and whether it has a session. */
async function signIn(hub: TestApp, directory: Record<string, unknown>) {
  provider.person = {
    sub: `sub-${count}`,
    email: email(),
    email_verified: true,
    name: 'Gus Olsen',
    directory,
  };
  const started = await startAt(hub);
  const answer = await goBack(hub, started.cookie, await signInAt(started.address, REDIRECT));
  return { to: answer.headers.location, isIn: cookieIn(answer, 'sid') !== '' };
}

const account = async () => (await admin.call(administration.listUsers, { query: { q: email() } }))[0];

/** Opens the account, lets it in and sets its role, as an administrator does. */
async function isKnown(hub: TestApp, role: Role, directory: Record<string, unknown> = {}) {
  await signIn(hub, directory);
  await at.current.database.pool.query(
    "update users set account_status = 'active', role = $2 where email = $1",
    [email(), role],
  );
}

const groupNames = async () => {
  const id = (await account())?.id;
  const all = await admin.call(groups.list, {});
  return all.filter(({ members }) => members.some((member) => member.id === id)).map(({ name }) => name);
};

const entries = async (action: string) =>
  admin.call(administration.audit, { query: { action, subjectId: (await account())?.id } });

describe('ACCESS-36 roles follow the directory at every sign-in, in both directions', () => {
  test.each([
    [
      'Keycloak',
      'realm_access.roles',
      (name: string) => ({ realm_access: { roles: [name, 'offline_access'] } }),
    ],
    ['Keycloak, by groups', 'groups', (name: string) => ({ groups: [`/${name}`] })],
    ['Authentik', 'groups', (name: string) => ({ groups: ['authentik Admins', name] })],
    ['Authelia', 'groups', (name: string) => ({ groups: [name.toUpperCase()] })],
    ['Entra ID', 'roles', (name: string) => ({ roles: [name] })],
    [
      'a claim that is an address',
      'https://example.com/roles',
      (name: string) => ({ 'https://example.com/roles': name }),
    ],
  ])('%s', async (_, OIDC_ROLE_CLAIM, claimsOf) => {
    const hub = await aHub({ OIDC_ROLE_CLAIM, OIDC_ROLE_MAP: MAP });
    await isKnown(hub, 'user');
    for (const [name, role] of [
      ['ops-admins', 'admin'],
      ['ops', 'user'],
      ['audit', 'viewer'],
      ['ops-admins', 'admin'],
      ['somebody', 'viewer'],
    ] as const) {
      expect(await signIn(hub, claimsOf(name))).toEqual({ to: '/', isIn: true });
      expect([name, (await account())?.role]).toEqual([name, role]);
    }
    expect((await entries('account.role'))[0]).toMatchObject({
      actorName: 'OpenID Connect',
      before: { role: 'admin' },
      after: { role: 'viewer' },
    });
  });

  test('the role is set before the account is approved, and approval stays with administrators', async () => {
    const hub = await aHub({ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: MAP });
    expect(await signIn(hub, { groups: ['ops-admins'] })).toEqual({
      to: '/login?error=pending_approval',
      isIn: false,
    });
    expect(await account()).toMatchObject({ role: 'admin', status: 'pending_approval' });
  });

  test('the last administrator stays one, and the audit log says so', async () => {
    const hub = await aHub({ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: MAP });
    await isKnown(hub, 'admin');
    await at.current.database.pool.query("update users set role = 'user' where email <> $1", [email()]);
    await signIn(hub, { groups: ['audit'] });
    await at.current.database.pool.query("update users set role = 'admin' where id = $1", [
      (admin as Client & { user: { id: string } }).user.id,
    ]);
    expect((await account())?.role).toBe('admin');
    expect((await entries('account.role-kept'))[0]?.after).toMatchObject({
      reason: expect.stringContaining('last administrator'),
    });
    await signIn(hub, { groups: ['audit'] });
    expect((await account())?.role).toBe('viewer');
  });
});

describe('ACCESS-36 what is not known changes nothing', () => {
  test('Entra ID with more than 200 groups: role and groups stay, and the audit log names the remedy', async () => {
    const hub = await aHub({
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLE_MAP: MAP,
      OIDC_REQUIRE_GROUP: 'ops-admins',
    });
    await isKnown(hub, 'user', { groups: ['ops-admins'] });
    await signIn(hub, { groups: ['ops-admins'] });
    expect(await signIn(hub, { _claim_names: { groups: 'src1' } })).toMatchObject({ isIn: true });
    expect((await account())?.role).toBe('admin');
    expect(await groupNames()).toEqual(['ops-admins']);
    expect((await entries('account.directory-unknown'))[0]?.after).toMatchObject({
      reason: expect.stringContaining('OIDC_ROLE_CLAIM=roles'),
    });
  });

  test('a new person whose groups are not known cannot prove a required group', async () => {
    const hub = await aHub({ OIDC_ROLE_CLAIM: 'groups', OIDC_REQUIRE_GROUP: 'ops' });
    expect(await signIn(hub, { _claim_names: { groups: 'src1' } })).toMatchObject({ isIn: false });
    expect(await account()).toBeUndefined();
  });

  test('an unreachable UserInfo says nothing about groups that only it knows', async () => {
    const issuer = await startLyingIssuer();
    onTestFinished(() => issuer.stop());
    const hub = await aHub({ OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_MAP: MAP }, issuer.issuer);
    const enter = async (userInfo: typeof issuer.userInfo) => {
      issuer.userInfo = userInfo;
      const { cookie, query } = await startAt(hub);
      const claims = { sub: `liar-${count}`, email: email() };
      issuer.token = issuer.sign({ ...issuer.honest(query.get('nonce') ?? ''), ...claims });
      await goBack(hub, cookie, new URL(`${REDIRECT}?code=any&state=${query.get('state')}`));
      return (await account())?.role;
    };
    const sub = `liar-${count}`;
    expect(await enter({ sub, groups: ['ops-admins'] })).toBe('admin');
    expect(await enter(500)).toBe('admin');
    expect(await enter({ sub, groups: ['audit'] })).toBe('viewer');
  });
});

describe('ACCESS-36 a required group', () => {
  test('without one of them nobody gets in, and no account is created', async () => {
    const hub = await aHub({ OIDC_ROLE_CLAIM: 'groups', OIDC_REQUIRE_GROUP: '/Ops, on-call' });
    expect(await signIn(hub, { groups: ['sales'] })).toEqual({
      to: '/login?error=google_auth_failed',
      isIn: false,
    });
    expect(await account()).toBeUndefined();
    const [failure] = await admin.call(administration.audit, { query: { action: 'session.fail', limit: 1 } });
    expect(failure?.after).toMatchObject({ reason: expect.stringContaining('OIDC_REQUIRE_GROUP') });
    await isKnown(hub, 'user', { groups: ['ON-CALL'] });
    expect(await signIn(hub, { groups: ['ops'] })).toMatchObject({ isIn: true });
    expect(await signIn(hub, { groups: [] })).toMatchObject({ isIn: false });
  });
});

describe('ACCESS-36 groups of the directory', () => {
  test('a person is a member of exactly the groups of the claim; local groups are separate', async () => {
    const local = `night-${count}`;
    await admin.call(groups.create, { body: { name: local } });
    const hub = await aHub({ OIDC_ROLE_CLAIM: 'groups' });
    await signIn(hub, {
      groups: [`/Ops-${count}`, local.toUpperCase(), 'x'.repeat(150), `${'x'.repeat(149)}y`],
    });
    expect(await groupNames()).toHaveLength(4);
    expect(await groupNames()).toEqual(
      expect.arrayContaining([`Ops-${count}`, `${local.toUpperCase()} (OpenID Connect)`]),
    );
    await signIn(hub, { groups: [`ops-${count}`, `new-${count}`] });
    expect((await groupNames()).toSorted()).toEqual([`Ops-${count}`, `new-${count}`].toSorted());
    const all = await admin.call(groups.list, {});
    expect(all.find(({ name }) => name === local)).toMatchObject({ source: 'local', members: [] });
    expect(all.find(({ name }) => name === `Ops-${count}`)).toMatchObject({ source: 'oidc' });
    await signIn(hub, { groups: [] });
    expect(await groupNames()).toEqual([]);
  });
});
