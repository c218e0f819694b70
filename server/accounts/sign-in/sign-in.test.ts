import type * as Argon2 from '@node-rs/argon2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SIGN_IN_REFUSALS } from '../../../contract/calls/accounts.ts';
import { withApp } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { aUser, PASSWORD } from '../../../test/factories.ts';
import { everythingStored } from '../../../test/table-state.ts';

const counter = vi.hoisted(() => ({ runs: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>();
  const counted =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      counter.runs += 1;
      return work(...args);
    };
  return { ...argon2, hash: counted(argon2.hash), verify: counted(argon2.verify) };
});

const at = withApp();
beforeEach(async () => {
  // Warms up everything that is initialised once, before the test counts.
  await signIn({ email: 'warm.up@example.com', password: PASSWORD });
  counter.runs = 0;
});

const signIn = (payload: object) =>
  at.current.anonymous.send({ method: 'POST', url: '/api/auth/login', payload });
const STATUSES = ['pending_verification', 'pending_approval', 'active', 'rejected', 'deactivated'] as const;

describe('AUTH-05 a wrong password', () => {
  test('threat 1 threat 2 gets the same response in every case, with exactly one run of the hash', async () => {
    const { db } = at.current.database;
    const emails = ['nobody@example.com', (await aUser(db, { passwordHash: null })).email];
    for (const accountStatus of STATUSES) emails.push((await aUser(db, { accountStatus })).email);
    const seen = new Set<string>();
    for (const email of emails) {
      counter.runs = 0;
      const answer = await signIn({ email, password: 'Wr0ng!Kelp#Moon' });
      expect(counter.runs).toBe(1);
      expectRefusal(answer, 401, 'invalid_credentials');
      const { date: _, ...headers } = answer.headers;
      seen.add(JSON.stringify([answer.statusCode, headers, answer.body]));
    }
    expect([...seen]).toHaveLength(1);
    expect([...seen][0]).toContain('Invalid email or password.');
  });

  test('an account without a password never signs in', async () => {
    const user = await aUser(at.current.database.db, { passwordHash: null });
    for (const password of ['nobody has this password', ' ', 'null'])
      expectRefusal(await signIn({ email: user.email, password }), 401, 'invalid_credentials');
  });

  test('threat 9 every character of the password counts, as it was typed', async () => {
    const user = await aUser(at.current.database.db);
    for (const password of [PASSWORD.slice(0, -1), `${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.toLowerCase()])
      expectRefusal(await signIn({ email: user.email, password }), 401, 'invalid_credentials');
  });
});

describe('AUTH-12 the right password', () => {
  test.each([
    ['pending_verification', 'pending_verification'],
    ['pending_approval', 'pending_approval'],
    ['rejected', 'account_rejected'],
    ['deactivated', 'not_approved'],
  ] as const)(
    'for an account that is %s returns the code %s and creates no session',
    async (accountStatus, code) => {
      const user = await aUser(at.current.database.db, { accountStatus });
      const answer = await signIn({ email: user.email, password: PASSWORD });
      expect(expectRefusal(answer, 403, code).message).toBe(SIGN_IN_REFUSALS[code]);
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(counter.runs).toBe(1);
    },
  );

  test('AUTH-04 for an active account creates a session, in any case of the e-mail', async () => {
    const user = await aUser(at.current.database.db, { email: 'kim.lee@example.com' });
    const answer = await signIn({ email: ' Kim.Lee@Example.COM ', password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      id: user.id,
      email: 'kim.lee@example.com',
      status: 'active',
      accountStatus: 'active',
    });
    expect(answer.json()).not.toHaveProperty('passwordHash');
    expect(answer.headers['set-cookie']).toBeDefined();
  });
});

describe('AUTH-06 threat 13 invalid sign-ins', () => {
  test.each([
    ['a list of addresses', { email: ['a@example.com', 'b@example.com'], password: PASSWORD }],
    ['a condition', { email: { $ne: '' }, password: { $ne: '' } }],
    ['no address', { email: 'ann', password: PASSWORD }],
    ['no password', { email: 'ann@example.com', password: '' }],
    ['too long a password', { email: 'ann@example.com', password: 'x'.repeat(129) }],
    ['too long an address', { email: `${'a'.repeat(250)}@example.com`, password: PASSWORD }],
    ['a line break in the address', { email: 'a@example.com\r\nBcc: b@example.com', password: PASSWORD }],
  ])('refuses %s without running a hash', async (_, payload) => {
    expectRefusal(await signIn(payload), 400, 'validation_failed');
    expect(counter.runs).toBe(0);
  });
});

test('threat 11 passwords are stored as argon2id and nowhere else', async () => {
  await aUser(at.current.database.db);
  const stored = await everythingStored(at.current.database);
  expect(stored).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(stored).not.toContain(PASSWORD);
  expect(at.current.logLines.join('\n')).not.toContain(PASSWORD);
});
