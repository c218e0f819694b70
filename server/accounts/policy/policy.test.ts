import { generateSync } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { administration } from '../../../contract/calls/administration.ts';
import { documents } from '../../../contract/calls/documents.ts';
import { NO_POLICY, signInPolicy, type SignInPolicy } from '../../../contract/calls/sign-in-policy.ts';
import { tokens } from '../../../contract/calls/tokens.ts';
import { live } from '../../../contract/calls/live.ts';
import { signedIn } from '../../../contract/calls/user.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { aDocument, aUser, PASSWORD, type TestUser } from '../../../test/factories.ts';
import { openEvents } from '../../../test/live-events.ts';

const at = withApp({
  settings: { GOOGLE_CLIENT_ID: 'hub', GOOGLE_CLIENT_SECRET: 'secret', RATE_LIMIT_SCALE: '1000' },
});

let admin: Client & { user: TestUser };
beforeEach(async () => {
  await at.current.database.pool.query('delete from installation_settings');
  admin = await at.current.signedIn({ role: 'admin' });
});

const policyWith = (change: Partial<SignInPolicy>): SignInPolicy => ({ ...NO_POLICY, ...change });
const save = (change: Partial<SignInPolicy>) => admin.call(signInPolicy.update, { body: policyWith(change) });
const saveRaw = (change: object, remoteAddress = '127.0.0.1') =>
  admin.send({
    method: 'PUT',
    url: signInPolicy.update.path,
    payload: { ...NO_POLICY, ...change },
    remoteAddress,
  });
const signIn = (email: string, remoteAddress = '127.0.0.1') =>
  at.current.anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: PASSWORD },
    remoteAddress,
  });
const networks = (change: Partial<SignInPolicy['networks']>) => ({
  networks: { ...NO_POLICY.networks, ...change },
});

describe('ACCESS-40 the sign-in policy', () => {
  test('starts without requirements, is kept, and is in the audit log', async () => {
    expect(await admin.call(signInPolicy.show, {})).toMatchObject({
      policy: NO_POLICY,
      requiredSince: {},
      isOpenIdConfigured: true,
      address: '127.0.0.1',
    });
    await save({ secondFactorRoles: ['admin'], graceDays: 7 });
    const state = await admin.call(signInPolicy.show, {});
    expect(state).toMatchObject({
      policy: { secondFactorRoles: ['admin'], graceDays: 7 },
      requiredSince: { admin: expect.any(String) },
    });
    expect(state.withoutSecondFactor.admin).toBeGreaterThan(0);
    const [entry] = await admin.call(administration.audit, { query: { action: 'account.policy' } });
    expect(entry).toMatchObject({
      before: { secondFactorRoles: [], graceDays: 14 },
      after: { secondFactorRoles: ['admin'], graceDays: 7 },
    });
    // The time since which it is required stays.
    await save({ secondFactorRoles: ['admin', 'user'], graceDays: 3 });
    expect((await admin.call(signInPolicy.show, {})).requiredSince.admin).toBe(state.requiredSince.admin);
  });

  test.each([
    [{ graceDays: 91 }],
    [{ graceDays: -1 }],
    [{ secondFactorRoles: ['root'] }],
    [networks({ user: ['10.0.0.0'] })],
    [networks({ user: ['10.0.0.0/33'] })],
    [networks({ user: ['fc00::/129'] })],
    [networks({ user: ['intranet'] })],
    [networks({ user: ['300.0.0.0/8'] })],
    [networks({ user: [':::/8'] })],
    [networks({ user: Array.from({ length: 101 }, () => '10.0.0.0/8') })],
    [{ emergencyId: 'me' }],
  ])('refuses %j', async (change) => {
    expectRefusal(await saveRaw(change), 400, 'validation_failed');
  });

  test('only administrators with a session see and change it', async () => {
    const { token } = await admin.call(tokens.create, { body: { name: 'x', scope: 'write' } });
    const headers = { authorization: `Bearer ${token}` };
    expectRefusal(await at.current.anonymous.send({ url: signInPolicy.show.path, headers }), 403);
    expectRefusal(await (await at.current.signedIn()).send({ url: signInPolicy.show.path }), 403);
  });
});

describe('ACCESS-41 a second factor required for a role', () => {
  test('within the grace period everything works, and the account says until when', async () => {
    const ann = await at.current.signedIn();
    expect(await ann.call(signedIn.currentUser, {})).toMatchObject({
      secondFactorBy: null,
      mustEnrol: false,
    });
    await save({ secondFactorRoles: ['user'], graceDays: 7 });
    const { secondFactorBy, mustEnrol } = await ann.call(signedIn.currentUser, {});
    expect(mustEnrol).toBe(false);
    const days = (Date.parse(secondFactorBy ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    await ann.call(documents.list, { query: {} });
    // Administrators are not concerned.
    expect(await admin.call(signedIn.currentUser, {})).toMatchObject({ secondFactorBy: null });
  });

  test('afterwards only the calls work that set one up; then everything works again', async () => {
    const ann = await at.current.signedIn();
    const id = await aDocument(at.current.database.db, ann.user);
    await save({ secondFactorRoles: ['user'], graceDays: 0 });
    const calls = [
      '/api/documents',
      `/api/documents/${id}`,
      '/api/settings',
      live.events.path,
      '/api/auth/tokens',
    ];
    for (const url of calls) expectRefusal(await ann.send({ url }), 403, 'second_factor_required');
    expectRefusal(await ann.send({ method: 'POST', url: '/api/auth/tokens', payload: { name: 'x' } }), 403);
    expect(await ann.call(signedIn.currentUser, {})).toMatchObject({ mustEnrol: true });
    const post = (path: string, payload: object = {}) =>
      ann.send({ method: 'POST', url: `/api/auth/2fa/${path}`, payload });
    const { secret } = (await post('setup')).json<{ secret: string }>();
    expect((await post('enable', { code: generateSync({ secret }) })).statusCode).toBe(200);
    expect(await ann.call(signedIn.currentUser, {})).toMatchObject({
      secondFactorBy: null,
      mustEnrol: false,
    });
    await ann.call(documents.list, { query: {} });
  });

  test('a new account has the grace period from its approval on', async () => {
    await save({ secondFactorRoles: ['user'], graceDays: 2 });
    await at.current.database.pool.query(
      `update installation_settings set value = jsonb_set(value, '{requiredSince,user}', '"2020-01-01T00:00:00.000Z"')`,
    );
    const [old, recent] = [await at.current.signedIn(), await at.current.signedIn()];
    const approve = (user: TestUser, days: number) =>
      at.current.database.pool.query(
        `update users set created_at = '2020-01-01', approved_at = now() - $2 * interval '1 day' where id = $1`,
        [user.id, days],
      );
    await approve(old.user, 3);
    await approve(recent.user, 1);
    await expect.poll(async () => (await old.call(signedIn.currentUser, {})).mustEnrol).toBe(true);
    await expect.poll(async () => (await recent.call(signedIn.currentUser, {})).mustEnrol).toBe(false);
  });

  test('API tokens go on, because a program has no second factor', async () => {
    const ann = await at.current.signedIn();
    const { token } = await ann.call(tokens.create, { body: { name: 'x' } });
    await save({ secondFactorRoles: ['user'], graceDays: 0 });
    const headers = { authorization: `Bearer ${token}` };
    expect((await at.current.anonymous.send({ url: '/api/documents', headers })).statusCode).toBe(200);
  });
});

describe('ACCESS-42 sign-in by OpenID Connect only', () => {
  test('refuses passwords of everybody but the administrator for emergencies', async () => {
    const ann = await aUser(at.current.database.db);
    const other = await aUser(at.current.database.db, { role: 'admin' });
    await save({ openIdOnly: true, emergencyId: admin.user.id });
    for (const { email } of [ann, other]) expectRefusal(await signIn(email), 403, 'openid_only');
    expect((await signIn(admin.user.email)).statusCode).toBe(200);
    const register = await at.current.anonymous.send({
      method: 'POST',
      url: '/api/auth/register',
      payload: {
        email: 'new@example.com',
        firstName: 'New',
        lastName: 'One',
        password: 'Gl4cier&Otter!Nine',
        confirmPassword: 'Gl4cier&Otter!Nine',
      },
    });
    expectRefusal(register, 403, 'openid_only');
  });

  test('needs an active administrator who has a password', async () => {
    const { db } = at.current.database;
    const wrong = [
      await aUser(db),
      await aUser(db, { role: 'admin', accountStatus: 'deactivated' }),
      await aUser(db, { role: 'admin', passwordHash: null }),
    ];
    for (const emergencyId of [null, ...wrong.map(({ id }) => id)])
      expectRefusal(await saveRaw({ openIdOnly: true, emergencyId }), 400, 'validation_failed');
  });

  test('when that administrator is none any more, every administrator may sign in', async () => {
    const emergency = await aUser(at.current.database.db, { role: 'admin' });
    const ann = await aUser(at.current.database.db);
    await save({ openIdOnly: true, emergencyId: emergency.id });
    expectRefusal(await signIn(admin.user.email), 403, 'openid_only');
    await admin.call(administration.updateUser, { params: { id: emergency.id }, body: { active: false } });
    expect((await signIn(admin.user.email)).statusCode).toBe(200);
    expectRefusal(await signIn(ann.email), 403, 'openid_only');
  });
});

describe('ACCESS-43 networks of a role', () => {
  test('sessions, tokens and sign-ins from elsewhere are refused', async () => {
    const ann = await at.current.signedIn();
    const { token } = await ann.call(tokens.create, { body: { name: 'x' } });
    await save(networks({ user: ['10.0.0.0/8', 'fc00::/7'] }));
    const ask = (remoteAddress: string, request: object = {}) =>
      ann.send({ url: '/api/documents', remoteAddress, ...request });
    const byToken = { headers: { cookie: '', authorization: `Bearer ${token}` } };
    const elsewhere = await at.current.signedIn();
    for (const from of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1'])
      expect([
        from,
        (await elsewhere.send({ url: '/api/documents', remoteAddress: from })).statusCode,
      ]).toEqual([from, 200]);
    for (const from of ['127.0.0.1', '11.0.0.1', '2001:db8::1']) {
      expectRefusal(
        await elsewhere.send({ url: '/api/documents', remoteAddress: from }),
        403,
        'network_not_allowed',
      );
      expectRefusal(await ask(from, byToken), 403, 'network_not_allowed');
      expectRefusal(await signIn(ann.user.email, from), 403, 'network_not_allowed');
    }
    expect((await ask('10.1.2.3', byToken)).statusCode).toBe(200);
    expect((await signIn(ann.user.email, '10.1.2.3')).statusCode).toBe(200);
    // Another role is not concerned.
    expect((await admin.send({ url: '/api/documents', remoteAddress: '11.0.0.1' })).statusCode).toBe(200);
  });

  test('a rule that would exclude its author is refused and names the address', async () => {
    const answer = await saveRaw(networks({ admin: ['10.0.0.0/8'] }), '192.0.2.7');
    expect(expectRefusal(answer, 400, 'validation_failed').message).toContain('192.0.2.7');
    expect((await saveRaw(networks({ admin: ['192.0.2.0/24'] }), '192.0.2.7')).statusCode).toBe(200);
    const from = (remoteAddress: string) => admin.send({ url: '/api/admin/status', remoteAddress });
    expect((await from('192.0.2.9')).statusCode).toBe(200);
    expectRefusal(await from('127.0.0.1'), 403, 'network_not_allowed');
  });

  test('sessions that began elsewhere end with their streams; that of the author stays', async () => {
    const origin = await at.current.app.listen({ port: 0, host: '127.0.0.1' });
    const ann = await at.current.signedIn();
    await at.current.database.pool.query(
      `update sessions set sess = '{"device": "", "address": "127.0.0.1"}' where user_id = any($1)`,
      [[ann.user.id, admin.user.id]],
    );
    const stream = await openEvents(origin, ann.cookie);
    await save(networks({ user: ['10.0.0.0/8'], admin: ['127.0.0.0/8'] }));
    await stream.until('never sent');
    expect((await ann.send({ url: '/api/auth/user', remoteAddress: '10.1.2.3' })).statusCode).toBe(401);
    expect((await admin.send({ url: '/api/auth/user' })).statusCode).toBe(200);
  });
});
