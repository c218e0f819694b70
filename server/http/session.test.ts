import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { withApp, type TestApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aSession, aUser, PASSWORD } from '../../test/factories.ts';
import { everythingStored } from '../../test/table-state.ts';
import { sessions } from '../db/schema.ts';
import { hashToken } from '../tokens.ts';

const at = withApp({ settings: { SESSION_IDLE_HOURS: '2', SESSION_MAX_DAYS: '3' } });
const secure = withApp({ settings: { PUBLIC_URL: 'https://ops.example.com' } });

const signIn = (app: TestApp, email: string, headers: Record<string, string> = {}) =>
  app.anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: PASSWORD },
    headers,
  });
const cookieIn = (answer: Awaited<ReturnType<typeof signIn>>): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';
const whoIs = (app: TestApp, cookie: string) =>
  app.anonymous.send({ url: '/api/auth/user', headers: { cookie } });
const setSession = async (token: string, set: string) => {
  await at.current.database.db.execute(
    sql`update ${sessions} set ${sql.raw(set)} where sid = ${hashToken(token)} returning sid`,
  );
  // Any call that is not a read clears the session cache of this node.
  await at.current.anonymous.send({ url: '/healthz' });
};
const hoursLeft = async (token: string): Promise<number> => {
  const { rows } = await at.current.database.db.execute<{ hours: number }>(
    sql`select extract(epoch from expire - now())::float8 / 3600 as hours from ${sessions} where sid = ${hashToken(token)}`,
  );
  return rows[0]?.hours ?? 0;
};

describe('AUTH-21 the cookie', () => {
  test('threat 29 has exactly these attributes under http and under https', async () => {
    const user = await aUser(at.current.database.db);
    const plain = await signIn(at.current, user.email);
    expect(plain.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=259200; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const other = await aUser(secure.current.database.db);
    const tls = await signIn(secure.current, other.email);
    expect(tls.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-sid=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect((await whoIs(secure.current, cookieIn(tls))).statusCode).toBe(200);
    expect((await whoIs(secure.current, cookieIn(tls).replace('__Host-', ''))).statusCode).toBe(401);
  });

  test('threat 30 is nowhere in the database, and the stored value does not sign in', async () => {
    const user = await aUser(at.current.database.db);
    const cookie = cookieIn(await signIn(at.current, user.email));
    const stored = await everythingStored(at.current.database);
    const token = cookie.slice('sid='.length);
    expect(stored).toContain(hashToken(token));
    expect(stored).not.toContain(token);
    expect((await whoIs(at.current, `sid=${hashToken(token)}`)).statusCode).toBe(401);
    expect(at.current.logLines.join('\n')).not.toContain(token);
  });

  test('threat 28 sign-in creates a new id, and the one in the request ends', async () => {
    const { database } = at.current;
    const user = await aUser(database.db);
    const brought = await aSession(database.db, user);
    const answer = await signIn(at.current, user.email, { cookie: `sid=${brought}` });
    expect(cookieIn(answer)).not.toBe(`sid=${brought}`);
    expect((await whoIs(at.current, `sid=${brought}`)).statusCode).toBe(401);
    const chosen = await signIn(at.current, user.email, { cookie: 'sid=chosen-by-somebody-else' });
    expect(cookieIn(chosen)).not.toContain('chosen');
    expect((await whoIs(at.current, 'sid=chosen-by-somebody-else')).statusCode).toBe(401);
  });

  test.each(['', 'sid=', 'sid=x', 'sid=%00', `sid=${'x'.repeat(4_000)}`, 'sid=a; sid=b'])(
    '%j is a visitor',
    async (cookie) => {
      expectRefusal(await whoIs(at.current, cookie), 401, 'signed_out');
    },
  );
});

describe('AUTH-21 lifetime of a session', () => {
  test('threat 31 use extends it, at most once a minute', async () => {
    const user = await aUser(at.current.database.db);
    const token = await aSession(at.current.database.db, user);
    await setSession(token, `expire = now() + interval '10 minutes'`);
    await whoIs(at.current, `sid=${token}`);
    expect(await hoursLeft(token)).toBeLessThan(0.2);
    await setSession(token, `last_used_at = now() - interval '61 seconds'`);
    await whoIs(at.current, `sid=${token}`);
    expect(await hoursLeft(token)).toBeCloseTo(2, 1);
  });

  test('threat 31 use also extends it on a node whose clock is a day behind', async () => {
    const user = await aUser(at.current.database.db);
    const token = await aSession(at.current.database.db, user);
    await setSession(
      token,
      `expire = now() + interval '10 minutes', last_used_at = now() - interval '1 hour'`,
    );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
    const answer = await whoIs(at.current, `sid=${token}`).finally(() => vi.useRealTimers());
    expect(answer.statusCode).toBe(200);
    expect(await hoursLeft(token)).toBeCloseTo(2, 1);
  });

  test('threat 31 an unused one ends after SESSION_IDLE_HOURS', async () => {
    const user = await aUser(at.current.database.db);
    const answer = await signIn(at.current, user.email);
    const token = cookieIn(answer).slice('sid='.length);
    expect(await hoursLeft(token)).toBeCloseTo(2, 1);
    const later = (minutes: number) => setSession(token, `expire = expire - interval '${minutes} minutes'`);
    await later(119);
    expect((await whoIs(at.current, `sid=${token}`)).statusCode).toBe(200);
    await later(2);
    expectRefusal(await whoIs(at.current, `sid=${token}`), 401, 'signed_out');
  });

  test('threat 31 it ends after SESSION_MAX_DAYS even with constant use', async () => {
    const user = await aUser(at.current.database.db);
    const token = await aSession(at.current.database.db, user);
    const old = `last_used_at = now() - interval '2 minutes', created_at = now() - interval '71 hours'`;
    await setSession(token, old);
    await whoIs(at.current, `sid=${token}`);
    expect(await hoursLeft(token)).toBeCloseTo(1, 1);
    await setSession(
      token,
      `last_used_at = now() - interval '2 minutes', created_at = now() - interval '73 hours'`,
    );
    await whoIs(at.current, `sid=${token}`);
    expectRefusal(await whoIs(at.current, `sid=${token}`), 401, 'signed_out');
  });

  test('a revoked role applies at once', async () => {
    const admin = await at.current.signedIn({ role: 'admin' });
    const url = '/api/documents/bin/6d9fbd2c-8b1f-4b5c-9a0e-2f0f3ab4cd11';
    expectRefusal(await admin.send({ method: 'DELETE', url }), 404);
    await at.current.database.pool.query(`update users set role = 'user' where id = $1`, [admin.user.id]);
    await expect.poll(async () => (await admin.send({ method: 'DELETE', url })).statusCode).toBe(403);
  });
});

describe('AUTH-21 threat 32 signing out', () => {
  const signOut = (cookie: string, headers: Record<string, string> = {}) =>
    at.current.anonymous.send({ url: '/api/logout', headers: { cookie, ...headers } });

  test('ends the session on the server, clears the cookie and goes to /', async () => {
    const ann = await at.current.signedIn();
    const other = await at.current.as(ann.user);
    const answer = await signOut(ann.cookie, { 'sec-fetch-site': 'same-origin' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
    expect(answer.headers['set-cookie']).toMatch(/^sid=; Max-Age=0; Path=\/;/);
    expectRefusal(await whoIs(at.current, ann.cookie), 401, 'signed_out');
    expect((await whoIs(at.current, other.cookie)).statusCode).toBe(200);
    expect((await signOut('')).statusCode).toBe(302);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour below the same domain', { 'sec-fetch-site': 'same-site' }],
    ['a page of another site, according to the referrer', { referer: 'https://evil.example/page' }],
    ['an invalid referrer', { referer: 'about:client' }],
  ])('is refused when %s sends the request', async (_, headers) => {
    const ann = await at.current.signedIn();
    expectRefusal(await signOut(ann.cookie, headers as Record<string, string>), 403, 'foreign_origin');
    expect((await whoIs(at.current, ann.cookie)).statusCode).toBe(200);
  });

  test.each([
    ['an address typed in', { 'sec-fetch-site': 'none' }],
    ['the product’s own page', { referer: 'http://localhost:3000/settings' }],
  ])('works from %s', async (_, headers) => {
    const ann = await at.current.signedIn();
    expect((await signOut(ann.cookie, headers as Record<string, string>)).statusCode).toBe(302);
    expectRefusal(await whoIs(at.current, ann.cookie), 401, 'signed_out');
  });
});
