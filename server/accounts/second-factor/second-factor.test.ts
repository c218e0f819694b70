import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { accounts } from '../../../contract/calls/accounts.ts';
import { secondFactor } from '../../../contract/calls/second-factor.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { PASSWORD } from '../../../test/factories.ts';
import { cookieIn } from '../../../test/google-journey.ts';
import { everythingStored } from '../../../test/table-state.ts';

const at = withApp();
const post = (client: Client, path: string, payload: object, cookie = client.cookie) =>
  client.send({ method: 'POST', url: `/api/auth/${path}`, payload, headers: { cookie } });

const codeAt = (secret: string, seconds = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });

/** Each code works once. A test that needs the next one resets its use. */
const forgetUse = (id: string) =>
  at.current.database.pool.query('update users set totp_last_step = null where id = $1', [id]);
const age = (id: string) =>
  at.current.database.pool.query(
    "update sessions set created_at = now() - interval '11 minutes' where user_id = $1",
    [id],
  );

async function withTwoFactor() {
  const ann = await at.current.signedIn();
  const { secret } = await ann.call(secondFactor.setUp, { body: {} });
  const { recoveryCodes } = await ann.call(secondFactor.enable, { body: { code: codeAt(secret) } });
  await forgetUse(ann.user.id);
  return { ann, secret, recoveryCodes };
}

/** The first step. Returns the cookie for the second one. */
async function firstStep(email: string, password = PASSWORD) {
  const answer = await post(at.current.anonymous, 'login', { email, password });
  expect(answer.json()).toEqual({ twoFactorRequired: true });
  expect(cookieIn(answer, 'sid')).toBe('');
  return `second-step=${cookieIn(answer, 'second-step')}`;
}

const secondStep = (cookie: string, code: string) =>
  post(at.current.anonymous, '2fa/verify', { code }, cookie);

describe('AUTH-24 two-factor sign-in', () => {
  test('F1 the address for an authenticator has one secret, whatever the e-mail is', async () => {
    const ann = await at.current.signedIn({ email: "a+b&secret=x#y'%0a@example.com" });
    const { uri, secret } = await ann.call(secondFactor.setUp, { body: {} });
    const { searchParams, hash, pathname } = new URL(uri);
    expect(searchParams.getAll('secret')).toEqual([secret]);
    expect(hash).toBe('');
    expect(decodeURIComponent(pathname)).toContain(":a+b&secret=x#y'%0a@example.com");
  });

  test('AUTH-24 set up, enable, sign in by code; the secret is shown as picture and text', async () => {
    const ann = await at.current.signedIn();
    const made = await ann.call(secondFactor.setUp, { body: {} });
    expect(made.uri).toContain(`otpauth://totp/`);
    expect(made.uri).toContain(`secret=${made.secret}`);
    expect(made.qr).toMatch(/^<svg /);
    // Sign-in asks for no code before the second factor is enabled.
    const login = await post(at.current.anonymous, 'login', { email: ann.user.email, password: PASSWORD });
    expect(login.json()).toMatchObject({ id: ann.user.id });

    expectRefusal(await post(ann, '2fa/enable', { code: '000000' }), 400, 'validation_failed');
    const { recoveryCodes } = await ann.call(secondFactor.enable, { body: { code: codeAt(made.secret) } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await ann.call(secondFactor.show, {})).toMatchObject({
      isTwoFactorOn: true,
      recoveryCodesLeft: 10,
    });
    expectRefusal(await post(ann, '2fa/setup', {}), 409, 'already_enabled');
    expect((await at.current.mailsTo(ann.user.email)).at(-1)?.subject).toContain('switched on');

    await forgetUse(ann.user.id);
    const answer = await secondStep(await firstStep(ann.user.email), codeAt(made.secret));
    expect(answer.json()).toMatchObject({ id: ann.user.id });
    expect(cookieIn(answer, 'sid')).toHaveLength(43);
  });

  test('AUTH-24 a recovery code works once, with or without its dash, in any case', async () => {
    const { ann, recoveryCodes } = await withTwoFactor();
    const [first = '', second = ''] = recoveryCodes;
    const spent = await secondStep(await firstStep(ann.user.email), first);
    expect(spent.statusCode).toBe(200);
    expectRefusal(await secondStep(await firstStep(ann.user.email), first), 401, 'invalid_code');
    const shouted = second.replace('-', ' ').toUpperCase();
    expect((await secondStep(await firstStep(ann.user.email), shouted)).statusCode).toBe(200);
    expect(await ann.call(secondFactor.show, {})).toMatchObject({ recoveryCodesLeft: 8 });
  });

  test('AUTH-24 new recovery codes need the password and invalidate the old ones', async () => {
    const { ann, recoveryCodes } = await withTwoFactor();
    expectRefusal(await post(ann, '2fa/recovery-codes', {}), 400, 'validation_failed');
    const renewed = await ann.call(secondFactor.renewRecoveryCodes, { body: { password: PASSWORD } });
    expect(renewed.recoveryCodes).toHaveLength(10);
    const cookie = await firstStep(ann.user.email);
    expectRefusal(await secondStep(cookie, recoveryCodes[0] ?? ''), 401, 'invalid_code');
    expect((await secondStep(cookie, renewed.recoveryCodes[0] ?? '')).statusCode).toBe(200);
  });

  test('AUTH-24 it is disabled by the password or a code, and sign-in then asks for no code', async () => {
    const { ann, secret } = await withTwoFactor();
    expectRefusal(await post(ann, '2fa/disable', {}), 400, 'validation_failed');
    expectRefusal(await post(ann, '2fa/disable', { password: 'Wr0ng!Kelp#Moon' }), 400, 'validation_failed');
    expectRefusal(await post(ann, '2fa/disable', { code: '000000' }), 400, 'validation_failed');
    expect((await post(ann, '2fa/disable', { code: codeAt(secret) })).statusCode).toBe(200);
    expect((await at.current.mailsTo(ann.user.email)).at(-1)?.subject).toContain('switched off');
    expectRefusal(await post(ann, '2fa/disable', { password: PASSWORD }), 409, 'not_enabled');
    const login = await post(at.current.anonymous, 'login', { email: ann.user.email, password: PASSWORD });
    expect(login.json()).toMatchObject({ id: ann.user.id });
    expect(await ann.call(secondFactor.show, {})).toMatchObject({
      isTwoFactorOn: false,
      recoveryCodesLeft: 0,
    });
  });

  test('AUTH-24 ten minutes after sign-in, setup needs the password', async () => {
    const ann = await at.current.signedIn();
    await age(ann.user.id);
    expectRefusal(await post(ann, '2fa/setup', {}), 400, 'validation_failed');
    expect((await post(ann, '2fa/setup', { password: PASSWORD })).statusCode).toBe(200);
  });

  test('AUTH-24 an account without a password confirms by signing in again', async () => {
    const ann = await at.current.signedIn({ passwordHash: null, authProvider: 'google' });
    await age(ann.user.id);
    expectRefusal(await post(ann, '2fa/setup', {}), 403, 'sign_in_again');
    expectRefusal(await post(ann, '2fa/setup', { password: PASSWORD }), 400, 'validation_failed');
    const again = await at.current.as(ann.user);
    expect((await post(again, '2fa/setup', {})).statusCode).toBe(200);
  });
});

describe('threat 35 the second factor', () => {
  test('threat 35 a code works once, also for two sign-ins at the same time', async () => {
    const { ann, secret } = await withTwoFactor();
    const cookies = await Promise.all([1, 2, 3, 4].map(() => firstStep(ann.user.email)));
    const code = codeAt(secret);
    const answers = await Promise.all(cookies.map((cookie) => secondStep(cookie, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401, 401, 401,
    ]);
  });

  test('threat 35 clocks may differ by one step only', async () => {
    const { ann, secret } = await withTwoFactor();
    // Not exactly 30 seconds: the time step may change between two reads of the clock.
    for (const [seconds, status] of [
      [-90, 401],
      [90, 401],
      [-20, 200],
    ] as const) {
      await forgetUse(ann.user.id);
      const answer = await secondStep(await firstStep(ann.user.email), codeAt(secret, seconds));
      expect([seconds, answer.statusCode]).toEqual([seconds, status]);
    }
  });

  test('threat 35 after ten wrong codes even the right one is refused, for every sign-in of the account', async () => {
    const { ann, secret } = await withTwoFactor();
    const cookie = await firstStep(ann.user.email);
    for (let n = 0; n < 10; n++) expectRefusal(await secondStep(cookie, '000000'), 401, 'invalid_code');
    for (const taken of [cookie, await firstStep(ann.user.email)]) {
      const answer = await secondStep(taken, codeAt(secret));
      expectRefusal(answer, 429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('threat 35 ten wrong codes block switching it on or off, even with the right one', async () => {
    const ann = await at.current.signedIn();
    const { secret } = await ann.call(secondFactor.setUp, { body: {} });
    const bob = await withTwoFactor();
    for (const [client, path, right] of [
      [ann, '2fa/enable', codeAt(secret)],
      [bob.ann, '2fa/disable', codeAt(bob.secret)],
    ] as const) {
      for (let n = 0; n < 10; n++)
        expectRefusal(await post(client, path, { code: '000000' }), 400, 'validation_failed');
      expectRefusal(await post(client, path, { code: right }), 429);
    }
  });

  test('threat 35 of one account fifty codes a day are tried at most', async () => {
    const { ann } = await withTwoFactor();
    const cookie = await firstStep(ann.user.email);
    let tried = 0;
    for (let quarter = 0; quarter < 7; quarter++) {
      await at.current.database.pool.query(
        "update rate_limits set resets_at = now() where resets_at < now() + interval '20 minutes'",
      );
      for (let n = 0; n < 10; n++) if ((await secondStep(cookie, '000000')).statusCode === 401) tried += 1;
    }
    expect(tried).toBe(50);
  });

  test('threat 35 ten minutes after sign-in a code alone does not switch it on, and nothing replaces it', async () => {
    const ann = await at.current.signedIn();
    const { secret } = await ann.call(secondFactor.setUp, { body: {} });
    await age(ann.user.id);
    expectRefusal(await post(ann, '2fa/enable', { code: codeAt(secret) }), 400, 'validation_failed');
    const withPassword = () => post(ann, '2fa/enable', { code: codeAt(secret), password: PASSWORD });
    expect((await withPassword()).statusCode).toBe(200);
    await forgetUse(ann.user.id);
    expectRefusal(await withPassword(), 409, 'already_enabled');
  });

  test('threat 35 the second step fails without a first one, or with a used or expired one', async () => {
    const { ann, secret } = await withTwoFactor();
    expectRefusal(await secondStep('', codeAt(secret)), 401, 'sign_in_again');
    const cookie = await firstStep(ann.user.email);
    expect((await secondStep(cookie, codeAt(secret))).statusCode).toBe(200);
    await forgetUse(ann.user.id);
    expectRefusal(await secondStep(cookie, codeAt(secret)), 401, 'sign_in_again');
    const lapsed = await firstStep(ann.user.email);
    await at.current.database.pool.query("update challenges set expires_at = now() - interval '1 second'");
    expectRefusal(await secondStep(lapsed, codeAt(secret)), 401, 'sign_in_again');
  });

  test('threat 35 a new password does not bypass it', async () => {
    const { ann, secret } = await withTwoFactor();
    const { email } = ann.user;
    await at.current.anonymous.call(accounts.forgotPassword, { body: { email } });
    const token = /token=([\w-]+)/.exec((await at.current.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
    const password = 'Gl4cier&Otter!Nine';
    const begun = await firstStep(email);
    await at.current.anonymous.call(accounts.resetPassword, {
      body: { token, password, confirmPassword: password },
    });
    // A changed password ends sign-ins that began with the old one.
    expectRefusal(await secondStep(begun, codeAt(secret)), 401, 'sign_in_again');
    expect((await secondStep(await firstStep(email, password), codeAt(secret))).statusCode).toBe(200);
  });

  test('threat 35 a changed password ends sign-ins that began with the old one, and no device replaces the first step', async () => {
    const { ann, secret } = await withTwoFactor();
    const { email } = ann.user;
    const signedIn = await secondStep(await firstStep(email), codeAt(secret));
    await forgetUse(ann.user.id);
    const device = `second-step=${cookieIn(signedIn, 'device')}`;
    expectRefusal(await secondStep(device, codeAt(secret)), 401, 'sign_in_again');
    const begun = await firstStep(email);
    const newPassword = 'Gl4cier&Otter!Nine';
    const change = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
    expect((await post(ann, 'change-password', change)).statusCode).toBe(200);
    expectRefusal(await secondStep(begun, codeAt(secret)), 401, 'sign_in_again');
  });

  test('threat 35 an account that is rejected between the steps cannot sign in', async () => {
    const { ann, secret } = await withTwoFactor();
    const cookie = await firstStep(ann.user.email);
    await at.current.database.pool.query("update users set account_status = 'deactivated' where id = $1", [
      ann.user.id,
    ]);
    const answer = await secondStep(cookie, codeAt(secret));
    expectRefusal(answer, 403, 'not_approved');
    expect(cookieIn(answer, 'sid')).toBe('');
  });

  test('threat 35 the database contains neither the secret nor a recovery code in plain text', async () => {
    const { secret, recoveryCodes } = await withTwoFactor();
    const stored = await everythingStored(at.current.database);
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(text);
    expect(at.current.logLines.join('\n')).not.toContain(secret);
  });

  test('threat 35 an API token cannot change it', async () => {
    const { ann } = await withTwoFactor();
    const made = await post(ann, 'tokens', { name: 'script', scope: 'write' });
    const authorization = `Bearer ${made.json<{ token: string }>().token}`;
    for (const path of ['2fa/setup', '2fa/enable', '2fa/disable', '2fa/recovery-codes', 'passkeys/options']) {
      const url = `/api/auth/${path}`;
      const answer = await at.current.anonymous.send({
        method: 'POST',
        url,
        payload: {},
        headers: { authorization },
      });
      expectRefusal(answer, 403, 'forbidden');
    }
  });
});
