import { expect, test } from 'vitest';
import { accounts } from '../../../contract/calls/accounts.ts';
import { sessions } from '../../../contract/calls/sessions.ts';
import { withApp } from '../../../test/app.ts';
import { aSession, PASSWORD } from '../../../test/factories.ts';
import { cookieIn } from '../../../test/google-journey.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
const NEW = 'Gl4cier&Otter!Nine';

const signIn = async (email: string, password: string) =>
  (await at.current.anonymous.send({ method: 'POST', url: '/api/auth/login', payload: { email, password } }))
    .statusCode;

const tokenFor = async (email: string) => {
  await at.current.anonymous.call(accounts.forgotPassword, { body: { email } });
  return /token=([\w-]+)/.exec((await at.current.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
};

const reset = (token: string) =>
  at.current.anonymous.send({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { token, password: NEW, confirmPassword: NEW },
  });

test('AUTH-15 AUTH-16 threat 18 a mailed link sets a new password once and ends every session', async () => {
  const ann = await at.current.signedIn();
  const { email } = ann.user;
  const token = await tokenFor(email.toUpperCase().toLowerCase());
  const answers = await Promise.all(Array.from({ length: 50 }, () => reset(token)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(49).fill(400),
  ]);
  expect((await ann.send({ method: 'GET', url: '/api/auth/user' })).statusCode).toBe(401);
  expect(await signIn(email, PASSWORD)).toBe(401);
  expect(await signIn(email, NEW)).toBe(200);
  expect((await at.current.mailsTo(email)).at(-1)?.subject).toBe('Your Ops Hub password was changed');
});

test('AUTH-15 threat 15 only the newest link works', async () => {
  const { email } = (await at.current.signedIn()).user;
  const [older, newer] = [await tokenFor(email), await tokenFor(email)];
  expect((await reset(older)).statusCode).toBe(400);
  expect((await reset(newer)).statusCode).toBe(200);
});

test('AUTH-15 an unknown address gets the same response and no mail', async () => {
  const ask = (email: string) =>
    at.current.anonymous.send({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
  const { user } = await at.current.signedIn();
  const [known, unknown] = [await ask(user.email), await ask('none@example.com')];
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
  expect(await at.current.mailsTo('none@example.com')).toEqual([]);
  const wrong = await ask('none');
  expect(wrong.json()).toMatchObject({ fields: { email: 'Please enter a valid email address' } });
});

test('AUTH-16 refuses a link after its hour, a foreign one and none with the text of the seed', async () => {
  const ann = await at.current.signedIn();
  const token = await tokenFor(ann.user.email);
  await at.current.database.pool.query("update account_tokens set expires_at = now() - interval '1 second'");
  for (const given of [token, 'wrong']) {
    expect((await reset(given)).json()).toMatchObject({
      code: 'invalid_token',
      message:
        'The password reset link you used is invalid, expired, or has already been used. Please request a new one.',
    });
  }
  expect((await reset('')).json()).toMatchObject({ fields: { token: 'Reset token is required' } });
  expect(await signIn(ann.user.email, PASSWORD)).toBe(200);
});

test(
  'AUTH-17 AUTH-25 threat 23 threat 28 changing the password needs the current one and ends the' +
    'other sessions; its own continues under a new id',
  async () => {
    const ann = await at.current.signedIn();
    const elsewhere = await at.current.as(ann.user);
    const change = (currentPassword: string, newPassword: string) =>
      ann.send({
        method: 'POST',
        url: '/api/auth/change-password',
        payload: { currentPassword, newPassword, confirmPassword: newPassword },
      });
    expect((await change('wrong', NEW)).json()).toMatchObject({
      fields: { currentPassword: 'Current password is incorrect' },
    });
    expect((await change('', NEW)).json()).toMatchObject({
      fields: { currentPassword: 'Current password is required' },
    });
    expect((await change(PASSWORD, PASSWORD)).json()).toMatchObject({
      fields: { newPassword: 'New password must be different from current password' },
    });
    expect(await ann.call(sessions.list, {})).toHaveLength(2);
    const changed = await change(PASSWORD, NEW);
    expect(changed.statusCode).toBe(200);
    for (const old of [elsewhere, ann])
      expect((await old.send({ method: 'GET', url: '/api/auth/user' })).statusCode).toBe(401);
    const headers = { cookie: `sid=${cookieIn(changed, 'sid')}` };
    const listed = await at.current.anonymous.send({ url: sessions.list.path, headers });
    expect(listed.json()).toMatchObject([{ isCurrent: true }]);
    expect(await signIn(ann.user.email, NEW)).toBe(200);
    expect((await at.current.mailsTo(ann.user.email)).at(-1)?.subject).toBe(
      'Your Ops Hub password was changed',
    );
  },
);

test('AUTH-25 only its owner can end a session', async () => {
  const ann = await at.current.signedIn();
  const elsewhere = await at.current.as(ann.user);
  const bob = await at.current.signedIn();
  const other = (await ann.call(sessions.list, {})).find(({ isCurrent }) => !isCurrent);
  const end = (client: typeof bob, id = '') =>
    client.send({ method: 'DELETE', url: `/api/auth/sessions/${id}` });
  expect((await end(bob, other?.id)).statusCode).toBe(404);
  expect((await end(ann, other?.id)).statusCode).toBe(204);
  expect((await elsewhere.send({ method: 'GET', url: '/api/auth/user' })).statusCode).toBe(401);
  expect(JSON.stringify(await ann.call(sessions.list, {}))).not.toMatch(/[0-9a-f]{64}/);
  await aSession(at.current.database.db, ann.user, { expire: new Date(0) });
  expect(await ann.call(sessions.list, {})).toMatchObject([{ isCurrent: true }]);
});
