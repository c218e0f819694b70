import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { administration } from '../../../contract/calls/administration.ts';
import { approvals } from '../../../contract/calls/approvals.ts';
import { startTestApp, withApp, type TestApp } from '../../../test/app.ts';
import { aUser, PASSWORD } from '../../../test/factories.ts';
import {
  CLIENT,
  signInAt,
  startIdentityProvider,
  type IdentityProvider,
  type Person,
} from '../../../test/identity-provider.ts';
import { cookieIn, goBack, startAt } from '../../../test/google-journey.ts';
import { withWebTarget } from '../../../test/web-target.ts';

const REDIRECT = 'http://localhost:3000/auth/google/callback';

let provider: IdentityProvider;
let hub: TestApp & { stop(): Promise<void> };
const unconfigured = withApp();
const canary = withWebTarget((_, response) => response.end());

beforeAll(async () => {
  provider = await startIdentityProvider(REDIRECT, { sub: 'nobody' });
  const settings = {
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: provider.issuer,
    GOOGLE_ALLOWED_DOMAINS: 'example.com',
  };
  hub = await startTestApp({ settings });
});
afterAll(async () => {
  await hub.stop();
  await provider.stop();
});

let count = 0;
beforeEach(() => {
  count += 1;
  provider.person = person();
});

/** A person without an account. */
const person = (fields: Partial<Person> = {}): Person => ({
  sub: `sub-${count}`,
  email: `person-${count}@example.com`,
  email_verified: true,
  name: 'Gus Olsen',
  ...fields,
});

/** Signs in completely, as a browser does. */
async function signIn(path = '/auth/google') {
  const started = await startAt(hub, path);
  const returned = await signInAt(started.address, REDIRECT);
  return goBack(hub, started.cookie, returned);
}

const rows = async (table: string, email = provider.person.email) =>
  (
    await hub.database.pool.query<Record<string, unknown>>(
      `select t.* from ${table} t ${table === 'users' ? '' : 'join users u on u.id = t.user_id'} ` +
        `where ${table === 'users' ? 't' : 'u'}.email = $1`,
      [email],
    )
  ).rows;

describe('AUTH-18 sign-in with Google', () => {
  test('AUTH-18 redirects both addresses back with the code if Google is not configured', async () => {
    for (const url of ['/auth/google', '/auth/google/callback?code=1&state=2']) {
      const answer = await unconfigured.current.anonymous.send({ method: 'GET', url });
      expect([answer.statusCode, answer.headers.location]).toEqual([
        302,
        '/login?error=google_not_configured',
      ]);
    }
  });

  test('AUTH-18 threat 42 a new account is verified, waits for approval, and can sign in after approval', async () => {
    const admin = await hub.signedIn({ role: 'admin' });
    const first = await signIn();
    expect(first.headers.location).toBe('/login?error=pending_approval');
    expect(cookieIn(first, 'sid')).toBe('');
    const [pending] = await admin.call(approvals.listPending, {});
    expect(pending).toMatchObject({
      email: provider.person.email,
      firstName: 'Gus',
      lastName: 'Olsen',
      authProvider: 'google',
      isEmailVerified: true,
    });
    const notices = await rows('notifications', admin.user.email);
    expect(notices).toMatchObject([{ kind: 'approval', title: 'Gus Olsen waits for approval' }]);
    await admin.call(approvals.approve, { params: { id: pending?.id ?? '' } });

    const second = await signIn('/auth/google?next=/knowledge-base?doc=1');
    expect(second.headers.location).toBe('/knowledge-base?doc=1');
    const own = await hub.anonymous.send({
      method: 'GET',
      url: '/api/auth/user',
      headers: { cookie: `sid=${cookieIn(second, 'sid')}` },
    });
    expect(own.json()).toMatchObject({ email: provider.person.email });
    const log = await admin.call(administration.audit, {
      query: { actorId: pending?.id, action: 'session.' },
    });
    expect(log).toMatchObject([{ action: 'session.start', after: { via: 'google' } }]);
  });

  test('AUTH-18 identifies the person by subject when the e-mail changes', async () => {
    const user = await aUser(hub.database.db, { email: provider.person.email ?? '' });
    expect((await signIn()).headers.location).toBe('/');
    provider.person = person({ email: `renamed-${count}@example.com` });
    const again = await signIn();
    expect(again.headers.location).toBe('/');
    const own = await hub.anonymous.send({
      method: 'GET',
      url: '/api/auth/user',
      headers: { cookie: `sid=${cookieIn(again, 'sid')}` },
    });
    expect(own.json()).toMatchObject({ id: user.id, email: user.email });
  });

  test('threat 80 never fetches or stores the picture that Google names', async () => {
    provider.person = person({ picture: `${canary.current.url}/me.png` });
    expect((await signIn()).headers.location).toBe('/login?error=pending_approval');
    expect(canary.current.hits).toEqual([]);
    expect(await rows('users')).toMatchObject([{ profile_image_url: null }]);
  });

  test('AUTH-18 links a verified account and notifies its owner; its password still works', async () => {
    const user = await aUser(hub.database.db, { email: provider.person.email ?? '' });
    expect((await signIn()).headers.location).toBe('/');
    expect(await rows('identities')).toMatchObject([
      { subject: provider.person.sub, issuer: provider.issuer },
    ]);
    expect((await hub.mailsTo(user.email)).at(-1)?.subject).toContain('can be opened with Google');
    const payload = { email: user.email, password: PASSWORD };
    const login = await hub.anonymous.send({ method: 'POST', url: '/api/auth/login', payload });
    expect(login.statusCode).toBe(200);
  });

  test('threat 41 a reassigned Google address does not open the account of its first owner', async () => {
    await aUser(hub.database.db, { email: provider.person.email ?? '' });
    expect((await signIn()).headers.location).toBe('/');
    provider.person = person({ sub: `another-${count}` });
    expect((await signIn()).headers.location).toBe('/login?error=google_auth_failed');
  });

  test('threat 41 the same subject at another issuer is another person', async () => {
    const other = await aUser(hub.database.db);
    await hub.database.pool.query(
      "insert into identities (issuer, subject, user_id) values ('https://elsewhere.example', $1, $2)",
      [provider.person.sub, other.id],
    );
    expect((await signIn()).headers.location).toBe('/login?error=pending_approval');
  });

  test('threat 35 Google does not replace the second factor', async () => {
    const email = provider.person.email ?? '';
    await aUser(hub.database.db, { email, totpSecret: 'x', totpEnabledAt: new Date() });
    const answer = await signIn('/auth/google?next=/team');
    expect(answer.headers.location).toBe('/login?step=two-factor&next=%2Fteam');
    expect(cookieIn(answer, 'sid')).toBe('');
  });

  test('threat 41 a person who registered the address before its owner gets no access', async () => {
    const email = provider.person.email ?? '';
    const attacker = await aUser(hub.database.db, {
      email,
      firstName: 'Mallory',
      accountStatus: 'pending_verification',
      isEmailVerified: false,
    });
    await hub.database.pool.query(
      "insert into account_tokens (token_hash, purpose, user_id) values ($1, 'verify', $2)",
      [`hash-${count}`, attacker.id],
    );
    expect((await signIn()).headers.location).toBe('/login?error=pending_approval');
    expect(await rows('users')).toMatchObject([
      { password_hash: null, first_name: 'Gus', account_status: 'pending_approval', auth_provider: 'google' },
    ]);
    expect(await rows('account_tokens')).toEqual([]);
    const login = { method: 'POST' as const, url: '/api/auth/login', payload: { email, password: PASSWORD } };
    expect((await hub.anonymous.send(login)).statusCode).toBe(401);
  });

  test.each([
    ['an address that Google did not verify', { email_verified: false }],
    ['another company', { email: 'gus@elsewhere.example' }],
    ['a Google account of another company', { hd: 'elsewhere.example' }],
  ])('threat 40 %s gets no access', async (_, fields) => {
    provider.person = person(fields);
    const user = await aUser(hub.database.db, { email: provider.person.email ?? '' });
    expect((await signIn()).headers.location).toBe('/login?error=google_auth_failed');
    expect(await rows('identities', user.email)).toEqual([]);
    expect(await rows('sessions', user.email)).toEqual([]);
  });

  test.each([
    ['pending_approval', 'pending_approval'],
    ['rejected', 'account_rejected'],
    ['deactivated', 'not_approved'],
  ] as const)(
    'threat 27 an account that is %s gets no access, also with the address in another case',
    async (accountStatus, code) => {
      await aUser(hub.database.db, { email: provider.person.email ?? '', accountStatus });
      provider.person = person({ email: provider.person.email?.toUpperCase() ?? '' });
      const answer = await signIn();
      expect(answer.headers.location).toBe(`/login?error=${code}`);
      expect(cookieIn(answer, 'sid')).toBe('');
    },
  );

  test('AUTH-22 a source that began too many sign-ins is refused, and its failures are no longer recorded', async () => {
    const { pool } = hub.database;
    const failures = async () =>
      (await pool.query("select 1 from audit_entries where action = 'session.fail'")).rows.length;
    const send = async (url: string) => (await hub.anonymous.send({ url })).headers.location;
    const failed = '/login?error=google_auth_failed';
    expect(await send('/auth/google')).toContain(provider.issuer);
    expect(await send('/auth/google/callback?code=1&state=2')).toBe(failed);
    await pool.query('update rate_limits set count = 1000');
    const before = await failures();
    expect(await send('/auth/google')).toBe(failed);
    expect(await send('/auth/google/callback?code=1&state=2')).toBe(failed);
    expect(await failures()).toBe(before);
    await pool.query('delete from rate_limits');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    '%2f%2fevil.example',
    '/%09/evil.example',
  ])('threat 43 it never redirects to %s', async (address) => {
    await aUser(hub.database.db, { email: provider.person.email ?? '' });
    expect((await signIn(`/auth/google?next=${address}`)).headers.location).toBe('/');
  });
});
