import { describe, expect, test } from 'vitest';
import { accounts } from '../../../contract/calls/accounts.ts';
import { withApp } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { PASSWORD } from '../../../test/factories.ts';
import { approvals } from '../../../contract/calls/approvals.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });

const person = (email: string) => ({
  email,
  firstName: 'Bea',
  lastName: 'Long',
  password: PASSWORD,
  confirmPassword: PASSWORD,
});

const tokenIn = (text: string | undefined): string => /token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

const lastMail = async (email: string) => (await at.current.mailsTo(email)).at(-1);

describe('from registration to the first sign-in', () => {
  test('AUTH-12 AUTH-13 AUTH-19 AUTH-20 verify, wait, be approved, be notified, sign in', async () => {
    const { anonymous } = at.current;
    const email = 'bea@example.com';
    const login = () =>
      anonymous.send({ method: 'POST', url: '/api/auth/login', payload: { email, password: PASSWORD } });
    await anonymous.call(accounts.register, { body: person('Bea@Example.com') });
    expect((await login()).json()).toMatchObject({ code: 'pending_verification' });

    const mail = await lastMail(email);
    expect(mail?.text).toContain(`${at.current.config.PUBLIC_URL}/verify-email?token=`);
    expect(mail?.html).toContain('/verify-email?token=');
    const query = { token: tokenIn(mail?.text) };
    for (let n = 0; n < 2; n++) {
      expect(await anonymous.call(accounts.verifyEmail, { query })).toMatchObject({
        status: 'pending_approval',
      });
    }
    expect((await login()).json()).toMatchObject({ code: 'pending_approval' });

    const admin = await at.current.signedIn({ role: 'admin' });
    const [pending] = await admin.call(approvals.listPending, {});
    expect(pending).toMatchObject({ email, isEmailVerified: true, status: 'pending_approval' });
    await admin.call(approvals.approve, { params: { id: pending?.id ?? '' } });
    expect((await lastMail(email))?.subject).toBe('Your Ops Hub account was approved');
    expect((await login()).statusCode).toBe(200);
  });

  test('AUTH-12 a rejected account is notified, cannot sign in, and stays rejected when it verifies again', async () => {
    const { anonymous } = at.current;
    const email = 'carl@example.com';
    await anonymous.call(accounts.register, { body: person(email) });
    const query = { token: tokenIn((await lastMail(email))?.text) };
    await anonymous.call(accounts.verifyEmail, { query });
    const admin = await at.current.signedIn({ role: 'admin' });
    const id = (await admin.call(approvals.listPending, {})).find((user) => user.email === email)?.id ?? '';
    await admin.call(approvals.reject, { params: { id } });
    expect((await lastMail(email))?.subject).toBe('Your Ops Hub account was not approved');
    expect(await anonymous.call(accounts.verifyEmail, { query })).toMatchObject({ status: 'rejected' });
    const answer = await anonymous.send({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: PASSWORD },
    });
    expect(answer.json()).toMatchObject({ code: 'account_rejected' });
    const again = await admin.send({ method: 'POST', url: `/api/admin/approve-user/${id}` });
    expect(again.statusCode).toBe(409);
  });

  test('AUTH-08 a known e-mail gets the same response, and its owner a mail', async () => {
    const { anonymous, signedIn } = at.current;
    const { user } = await signedIn({ email: 'dora@example.com' });
    const ask = (email: string) =>
      anonymous.send({ method: 'POST', url: '/api/auth/register', payload: person(email) });
    const [known, unknown] = [await ask('Dora@example.com'), await ask('nobody@example.com')];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect((await lastMail(user.email))?.subject).toBe('You already have an Ops Hub account');
    const row = await at.current.database.pool.query('select first_name from users where email = $1', [
      user.email,
    ]);
    expect(row.rows).toEqual([{ first_name: 'Ann' }]);
  });

  test.each(['register', 'forgot-password', 'resend-verification'])(
    'threat 13 %s accepts one address as text in JSON only, and otherwise sends no mail',
    async (call) => {
      const { anonymous, database } = at.current;
      const { user } = await at.current.signedIn();
      const send = (payload: object | string, type = 'application/json') =>
        anonymous.send({
          method: 'POST',
          url: `/api/auth/${call}`,
          payload,
          headers: { 'content-type': type },
        });
      for (const email of [[user.email, 'evil@example.com'], { $ne: '' }, `${user.email},evil@example.com`])
        expectRefusal(await send({ ...person('x'), email }), 400, 'validation_failed');
      const form = `email=${user.email}&email=evil@example.com`;
      expectRefusal(await send(form, 'application/x-www-form-urlencoded'), 415);
      const { rows } = await database.pool.query(`select 1 from mails where "to" = any($1)`, [
        [user.email, 'evil@example.com'],
      ]);
      expect(rows).toEqual([]);
    },
  );

  test('AUTH-27 sends the verification link again on request; the older one stops working', async () => {
    const { anonymous } = at.current;
    const email = 'emil@example.com';
    await anonymous.call(accounts.register, { body: person(email) });
    const first = tokenIn((await lastMail(email))?.text);
    const again = await anonymous.call(accounts.resendVerification, { body: { email } });
    expect(again).toEqual(
      await anonymous.call(accounts.resendVerification, { body: { email: 'x@example.com' } }),
    );
    const second = tokenIn((await lastMail(email))?.text);
    expect(second).not.toBe(first);
    const verify = (token: string) =>
      anonymous.send({ method: 'GET', url: `/api/auth/verify-email?token=${token}` });
    const old = expectRefusal(await verify(first), 400, 'invalid_token');
    expect(old.message).toBe('A newer link has been sent since. Please open the one in the latest mail.');
    const wrong = expectRefusal(await verify(`${first}x`), 400, 'invalid_token');
    expect(wrong.message).toBe('This verification link is invalid or has expired.');
    expect((await verify(second)).statusCode).toBe(200);
  });

  test('AUTH-08 a second registration of a waiting address leaves the link of its owner valid: both work', async () => {
    const { anonymous } = at.current;
    const email = 'twice@example.com';
    const register = async () => {
      await anonymous.call(accounts.register, { body: person(email) });
      return tokenIn((await lastMail(email))?.text);
    };
    const [first, second] = [await register(), await register()];
    expect(second).not.toBe(first);
    const verify = (token: string) => anonymous.call(accounts.verifyEmail, { query: { token } });
    const both = await Promise.all([verify(first), verify(second)]);
    expect(both.map(({ status }) => status)).toEqual(['pending_approval', 'pending_approval']);
  });

  test('AUTH-26 the database stores no one-time link', async () => {
    const { anonymous, database } = at.current;
    await anonymous.call(accounts.register, { body: person('fay@example.com') });
    const token = tokenIn((await lastMail('fay@example.com'))?.text);
    expect(token).toHaveLength(43);
    for (const table of ['account_tokens', 'mails', 'audit_entries', 'users', 'notifications']) {
      const { rows } = await database.pool.query(`select t::text as row from ${table} t`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
  });
});
