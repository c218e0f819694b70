import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { accounts } from '../../contract/calls/accounts.ts';
import { withApp, type Client } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aUser, PASSWORD } from '../../test/factories.ts';
import { createAccountToken } from './one-time-tokens.ts';
import { tableState } from '../../test/table-state.ts';

/** Threats that concern several parts of the product. */
const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000', PUBLIC_URL: 'https://hub.example.com' } });
const NEW = 'Gl4cier&Otter!Nine';

const post = (url: string, payload: object, client: Client = at.current.anonymous) =>
  client.send({ method: 'POST', url, payload });
const person = (email: string) => ({
  email,
  firstName: 'Bea',
  lastName: 'Long',
  password: PASSWORD,
  confirmPassword: PASSWORD,
});
const lastMailTo = async (email: string) => (await at.current.mailsTo(email)).at(-1);
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const STATES = ['pending_verification', 'pending_approval', 'active', 'rejected', 'deactivated'] as const;

describe('information in responses', () => {
  test('threat 3 registration responds equally for a new address and for one in any state', async () => {
    const { db, pool } = at.current.database;
    const emails = ['brand.new@example.com'];
    for (const accountStatus of STATES) emails.push((await aUser(db, { accountStatus })).email);
    const seen = new Set<string>();
    for (const email of emails) {
      const { statusCode, headers, body } = await post('/api/auth/register', person(email));
      seen.add(JSON.stringify([statusCode, { ...headers, date: '' }, body]));
      const { rows } = await pool.query('select count(*)::int as n from users where email = $1', [email]);
      expect(rows).toEqual([{ n: 1 }]);
      expect(await at.current.mailsTo(email)).toHaveLength(1);
    }
    expect([...seen]).toHaveLength(1);
  });

  test('threat 4 a request for a new password gets the same response, with one mail or none', async () => {
    const { email } = await aUser(at.current.database.db);
    const ask = async (to: string) => {
      const { statusCode, headers, body } = await post('/api/auth/forgot-password', { email: to });
      return JSON.stringify([statusCode, { ...headers, date: '' }, body]);
    };
    expect(await ask(email)).toBe(await ask('unheard.of@example.com'));
    expect(await at.current.mailsTo(email)).toHaveLength(1);
    expect(await at.current.mailsTo('unheard.of@example.com')).toEqual([]);
  });
});

describe('addresses and links', () => {
  test('threat 14 spellings of one address are one account, and nothing can be injected into the mail', async () => {
    const count = async () =>
      (await at.current.database.pool.query("select 1 from users where email like '%twin@%'")).rows.length;
    for (const email of ['Twin@Example.com', 'twin@EXAMPLE.COM', ' twin@example.com ']) {
      expect((await post('/api/auth/register', person(email))).statusCode).toBe(201);
    }
    for (const email of [
      'twin@example.com\r\nBcc: e@example.com',
      'ｔwin@example.com',
      'twin@example.com\u0000',
    ])
      expectRefusal(await post('/api/auth/register', person(email)), 400, 'validation_failed');
    expect(await count()).toBe(1);
    for (const mail of await at.current.mailsTo('twin@example.com'))
      expect(`${mail.subject}${mail.text}`).not.toContain('Bcc:');
    expect(await at.current.mailsTo('twin@example.com')).not.toEqual([]);
  });

  test('threat 16 links begin with PUBLIC_URL, whatever host the request names', async () => {
    const { email } = await aUser(at.current.database.db);
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    const url = '/api/auth/forgot-password';
    await at.current.anonymous.send({ method: 'POST', url, payload: { email }, headers });
    await at.current.anonymous.send({ method: 'POST', url: `http://evil.example${url}`, payload: { email } });
    const mails = await at.current.mailsTo(email);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail.text).toContain('https://hub.example.com/reset-password?token=');
      expect(`${mail.text}${mail.html}`).not.toContain('evil');
    }
  });

  test('threat 16 a request for two hosts is refused', async () => {
    const origin = new URL(await at.current.app.listen({ port: 0, host: '127.0.0.1' }));
    const answerTo = async (...hosts: string[]) => {
      const socket = connect(Number(origin.port), origin.hostname);
      const head = hosts.map((host) => `Host: ${host}\r\n`).join('');
      socket.write(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
      return (await text(socket)).split('\r\n')[0];
    };
    expect(await answerTo('hub.example.com')).toContain('200');
    expect(await answerTo('hub.example.com', 'evil.example')).toContain('400');
  });

  test('threat 18 a token works for one purpose only', async () => {
    const email = 'purpose@example.com';
    await post('/api/auth/register', person(email));
    const token = tokenIn((await lastMailTo(email))?.text);
    const reset = await post('/api/auth/reset-password', { token, password: NEW, confirmPassword: NEW });
    expectRefusal(reset, 400, 'invalid_token');
    for (const name of ['setup', 'invitation'])
      expectRefusal(
        await post('/api/auth/register', { ...person(email), [name]: token }),
        400,
        'invalid_token',
      );
    expect((await at.current.anonymous.call(accounts.verifyEmail, { query: { token } })).status).toBe(
      'pending_approval',
    );
  });

  test('threat 19 links expire by the clock of the database: a reset after an hour, a verification after a day', async () => {
    const email = 'late@example.com';
    await post('/api/auth/register', person(email));
    await lastMailTo(email);
    const { user } = await at.current.signedIn();
    await post('/api/auth/forgot-password', { email: user.email });
    await lastMailTo(user.email);
    for (const purpose of ['email', 'invite'] as const)
      await createAccountToken(at.current.database.db, purpose, user.id);
    const { rows } = await at.current.database.pool.query(
      'select purpose, extract(epoch from expires_at - created_at)::int as seconds from account_tokens ' +
        'where user_id in (select id from users where email = any($1)) order by 1',
      [[email, user.email]],
    );
    expect(rows).toEqual([
      { purpose: 'email', seconds: 86_400 },
      { purpose: 'invite', seconds: 604_800 },
      { purpose: 'reset', seconds: 3_600 },
      { purpose: 'verify', seconds: 86_400 },
    ]);
  });

  afterEach(() => vi.useRealTimers());

  test.each([-600, 600])('threat 19 with a server clock that is %i s off', async (seconds) => {
    const { user } = await at.current.signedIn();
    await post('/api/auth/forgot-password', { email: user.email });
    const token = tokenIn((await lastMailTo(user.email))?.text);
    const setLife = (life: string) =>
      at.current.database.pool.query(
        `update account_tokens set expires_at = now() + $1::interval where user_id = $2`,
        [life, user.id],
      );
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
    const reset = () => post('/api/auth/reset-password', { token, password: NEW, confirmPassword: NEW });
    await setLife('-1 seconds');
    expectRefusal(await reset(), 400, 'invalid_token');
    await setLife('5 minutes');
    expect((await reset()).statusCode).toBe(200);
  });

  test('threat 20 opening the page of a link changes nothing; the call can be repeated', async () => {
    const email = 'scanner@example.com';
    await post('/api/auth/register', person(email));
    const token = tokenIn((await lastMailTo(email))?.text);
    const before = await tableState(at.current.database);
    for (const method of ['GET', 'HEAD'] as const)
      await at.current.anonymous.send({ method, url: `/verify-email?token=${token}` });
    expect(await tableState(at.current.database)).toEqual(before);
    const verify = () => at.current.anonymous.call(accounts.verifyEmail, { query: { token } });
    expect(await verify()).toEqual(await verify());
  });

  test('threat 21 the log contains no token, and no page sends one to another site', async () => {
    const email = 'logged@example.com';
    await post('/api/auth/register', person(email));
    const token = tokenIn((await lastMailTo(email))?.text);
    const answer = await at.current.anonymous.send({
      method: 'GET',
      url: `/api/auth/verify-email?token=${token}`,
    });
    expect(['no-referrer', 'same-origin']).toContain(answer.headers['referrer-policy']);
    expect(at.current.logLines.join('\n')).not.toContain(token);
  });
});

describe('sessions and decisions', () => {
  const withCookie = (client: Client) => client.cookie.replace('sid=', '__Host-sid=');
  const asAccount = async (fields: Parameters<typeof aUser>[1]) => {
    const user = await aUser(at.current.database.db, fields);
    const headers = { cookie: withCookie(await at.current.as(user)) };
    const send: Client['send'] = (request) =>
      at.current.anonymous.send({ ...request, headers: { ...headers, ...request.headers } });
    return { user, send };
  };

  test(
    'threat 22 a reset ends every session and token and notifies the owner; it signs nobody in,' +
      'and sign-in still asks for the code',
    async () => {
      const ann = await asAccount({ totpEnabledAt: new Date() });
      const made = await ann.send({ method: 'POST', url: '/api/auth/tokens', payload: { name: 'script' } });
      const doors = [
        { cookie: withCookie(await at.current.as(ann.user)) },
        { cookie: withCookie(await at.current.as(ann.user)) },
        { authorization: `Bearer ${made.json<{ token: string }>().token}` },
      ];
      const statuses = async () => {
        const url = '/api/auth/user';
        const seen = [(await ann.send({ url })).statusCode];
        for (const headers of doors)
          seen.push((await at.current.anonymous.send({ url, headers })).statusCode);
        return seen;
      };
      expect(await statuses()).toEqual([200, 200, 200, 200]);
      await post('/api/auth/forgot-password', { email: ann.user.email });
      const token = tokenIn((await lastMailTo(ann.user.email))?.text);
      const reset = await post('/api/auth/reset-password', { token, password: NEW, confirmPassword: NEW });
      expect([reset.statusCode, reset.headers['set-cookie']]).toEqual([200, undefined]);
      expect(await statuses()).toEqual([401, 401, 401, 401]);
      expect((await lastMailTo(ann.user.email))?.subject).toContain('password was changed');
      const login = await post('/api/auth/login', { email: ann.user.email, password: NEW });
      expect(login.json()).toEqual({ twoFactorRequired: true });
    },
  );

  test('threat 24 threat 26 nobody is approved before verification, by themselves, or decided on twice', async () => {
    const admin = await asAccount({ role: 'admin' });
    const decide = (verb: string, id: string) =>
      admin.send({ method: 'POST', url: `/api/admin/${verb}-user/${id}` });
    const unproven = await aUser(at.current.database.db, { accountStatus: 'pending_verification' });
    expectRefusal(await decide('approve', unproven.id), 409, 'invalid_transition');
    expectRefusal(await decide('approve', admin.user.id), 403, 'forbidden');
    const waiting = await aUser(at.current.database.db, { accountStatus: 'pending_approval' });
    const both = await Promise.all([decide('approve', waiting.id), decide('reject', waiting.id)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('threat 34 nobody sees or ends the sessions of others; an administrator ends all, which is recorded', async () => {
    const [ann, bob] = [await asAccount({}), await asAccount({})];
    const admin = await asAccount({ role: 'admin' });
    const [own] = (await bob.send({ method: 'GET', url: '/api/auth/sessions' })).json<{ id: string }[]>();
    const seen = (await ann.send({ method: 'GET', url: '/api/auth/sessions' })).body;
    expect(seen).not.toContain(own?.id);
    expectRefusal(await ann.send({ method: 'DELETE', url: `/api/auth/sessions/${own?.id}` }), 404);
    const url = `/api/admin/users/${bob.user.id}/sessions`;
    expectRefusal(await ann.send({ method: 'DELETE', url }), 403, 'forbidden');
    expect((await admin.send({ method: 'DELETE', url })).statusCode).toBe(204);
    const { rows } = await at.current.database.pool.query(
      "select actor_id from audit_entries where action = 'session.end-all' and subject_id = $1",
      [bob.user.id],
    );
    expect(rows).toEqual([{ actor_id: admin.user.id }]);
  });

  test('threat 47 only administrators decide on accounts', async () => {
    const ann = await asAccount({});
    const waiting = await aUser(at.current.database.db, { accountStatus: 'pending_approval' });
    const url = `/api/admin/approve-user/${waiting.id}`;
    const before = await tableState(at.current.database);
    const refused = expectRefusal(await ann.send({ method: 'POST', url }), 403, 'forbidden');
    expect(refused.message).toBe('You do not have permission to access this page.');
    expectRefusal(await ann.send({ method: 'GET', url: '/api/admin/pending-users' }), 403, 'forbidden');
    expectRefusal(await at.current.anonymous.send({ method: 'POST', url }), 401, 'signed_out');
    expect(await tableState(at.current.database)).toEqual(before);
  });

  test('threat 53 a deactivated account loses every session, token, passkey and link', async () => {
    const admin = await asAccount({ role: 'admin' });
    const ann = await asAccount({});
    const made = await ann.send({ method: 'POST', url: '/api/auth/tokens', payload: { name: 'script' } });
    const authorization = `Bearer ${made.json<{ token: string }>().token}`;
    const byToken = () =>
      at.current.anonymous.send({ method: 'GET', url: '/api/auth/user', headers: { authorization } });
    expect((await byToken()).statusCode).toBe(200);
    await post('/api/auth/forgot-password', { email: ann.user.email });
    const token = tokenIn((await lastMailTo(ann.user.email))?.text);
    const url = `/api/admin/users/${ann.user.id}`;
    expect((await admin.send({ method: 'PUT', url, payload: { active: false } })).statusCode).toBe(200);
    expect((await ann.send({ method: 'GET', url: '/api/auth/user' })).statusCode).toBe(401);
    expect((await byToken()).statusCode).toBe(401);
    await post('/api/auth/reset-password', { token, password: NEW, confirmPassword: NEW });
    const login = { email: ann.user.email, password: NEW };
    expectRefusal(await post('/api/auth/login', login), 403, 'not_approved');
  });
});
