import type * as Argon2 from '@node-rs/argon2';
import { hash } from '@node-rs/argon2';
import { afterAll, expect, test, vi } from 'vitest';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aUser, PASSWORD } from '../../test/factories.ts';
import { setPassword, setPasswordHash } from './queries.ts';

/** Holds password comparisons while the gate is closed, so that a test can inspect a flood. */
const gate = vi.hoisted(() => ({
  isOpen: true,
  running: 0,
  most: 0,
  waiting: [] as (() => void)[],
  open() {
    this.isOpen = true;
    for (const pass of this.waiting.splice(0)) pass();
  },
}));
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof Argon2>();
  const verify: typeof argon2.verify = async (...args) => {
    gate.running += 1;
    gate.most = Math.max(gate.most, gate.running);
    if (!gate.isOpen) await new Promise<void>((pass) => gate.waiting.push(pass));
    gate.running -= 1;
    return argon2.verify(...args);
  };
  return { ...argon2, verify };
});
afterAll(() => gate.open());

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
const signIn = (email: string, password = PASSWORD) =>
  at.current.anonymous.send({ method: 'POST', url: '/api/auth/login', payload: { email, password } });
/** Calls of visitors that run or wait: see docs/security-inventory.md. */
const ADMITTED = 6 + 128;
const storedHash = async (id: string) =>
  (
    await at.current.database.pool.query<{ hash: string }>(
      'select password_hash as hash from users where id = $1',
      [id],
    )
  ).rows[0]?.hash;

test('threat 8 a flood of sign-ins hashes few at once, queues some, asks the rest to retry, and does not block other calls', async () => {
  const ann = await at.current.signedIn();
  gate.isOpen = false;
  gate.most = 0;
  let refused = 0;
  const flood = Array.from({ length: ADMITTED + 30 }, async (_, n) => {
    const answer = await signIn(`flood-${n}@example.com`);
    if (answer.statusCode === 503) refused += 1;
    return answer;
  });
  await vi.waitFor(() => expect([refused, gate.running > 0]).toEqual([30, true]), { timeout: 30_000 });
  expect(gate.most).toBeLessThanOrEqual(4);
  expect((await ann.send({ url: '/api/documents' })).statusCode).toBe(200);
  gate.open();
  const answers = await Promise.all(flood);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 401)) {
    expectRefusal(answer, 503, 'busy');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(ADMITTED);
  expect((await signIn(ann.user.email)).statusCode).toBe(200);
});

test('threat 9 all 128 characters count, with blanks and characters of any script; one more is refused', async () => {
  const password = ['Ü', '🐙', ...'Kelp under 7! '.repeat(9).slice(0, 126)].join('');
  expect([...password]).toHaveLength(128);
  const user = await aUser(at.current.database.db, { passwordHash: await hash(password) });
  expect((await signIn(user.email, password)).statusCode).toBe(200);
  for (const other of [
    password.slice(0, 72),
    password.slice(0, 127),
    `U${password.slice(1)}`,
    `u${password.slice(1)}`,
    password.replace('Ü', 'U\u0308').slice(0, -1),
    password.replaceAll(' ', ''),
    password.replaceAll('🐙', '?'),
  ])
    expectRefusal(await signIn(user.email, other), 401, 'invalid_credentials');
  expectRefusal(await signIn(user.email, `${password}x`), 400, 'validation_failed');
});

test('threat 11 replaces an outdated hash when its owner signs in, and only then', async () => {
  const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  const user = await aUser(at.current.database.db, { passwordHash: weak });
  await signIn(user.email, 'Wr0ng!Kelp#Moon');
  expect(await storedHash(user.id)).toBe(weak);
  expect((await signIn(user.email)).statusCode).toBe(200);
  const strong = await storedHash(user.id);
  expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(user.email)).statusCode).toBe(200);
  expect(await storedHash(user.id)).toBe(strong);
});

test('threat 22 a stronger hash of the old password does not replace a new password', async () => {
  const { db } = at.current.database;
  const user = await aUser(db);
  await setPassword(db, user.id, 'hash of the new password');
  await setPasswordHash(db, user, 'stronger hash of the old one');
  expect(await storedHash(user.id)).toBe('hash of the new password');
});

test.each([
  ['composed', 'Grüße!Kelp7Fjord'.normalize('NFC')],
  ['decomposed', 'Grüße!Kelp7Fjord'.normalize('NFD')],
  ['with non-breaking spaces', 'Grüße! Kelp 7 Fjord'.replaceAll(' ', '\u00A0')],
  ['in full width', 'Ｇrüße!Kelp7Ｆjord'],
])(
  'threat 9 an older hash of a password typed %s accepts every keyboard after one sign-in',
  async (_, typed) => {
    const user = await aUser(at.current.database.db, { passwordHash: await hash(typed) });
    expect((await signIn(user.email, typed)).statusCode).toBe(200);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect((await signIn(user.email, typed.normalize(form))).statusCode).toBe(200);
    expectRefusal(await signIn(user.email, typed.replace('ü', 'u').replace('u\u0308', 'u')), 401);
  },
);

test('threat 9 a composed password can be typed decomposed and vice versa, also to confirm', async () => {
  for (const [set, typed] of [
    ['NFC', 'NFD'],
    ['NFD', 'NFC'],
  ] as const) {
    const ann = await at.current.signedIn();
    const chosen = 'Zwölf!Boxkämpfer9jagen';
    const change = (currentPassword: string, newPassword: string, confirmPassword: string) =>
      ann.send({
        method: 'POST',
        url: '/api/auth/change-password',
        payload: { currentPassword, newPassword, confirmPassword },
      });
    const first = await change(PASSWORD, chosen.normalize(set), chosen.normalize(typed));
    expect(first.statusCode).toBe(200);
    const login = await signIn(ann.user.email, chosen.normalize(typed));
    expect(login.statusCode).toBe(200);
    const again = await ann.send({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { cookie: `sid=${login.cookies.find(({ name }) => name === 'sid')?.value}` },
      payload: {
        currentPassword: chosen.normalize(typed),
        newPassword: chosen.normalize(set),
        confirmPassword: chosen.normalize(set),
      },
    });
    expectRefusal(again, 400, 'validation_failed');
    expect(again.body).toContain('New password must be different from current password');
  }
});

test('threat 9 a password of 128 composed characters can be typed decomposed', async () => {
  const chosen = `Kelp7!${'äöü'.repeat(41)}`.slice(0, 128);
  const user = await aUser(at.current.database.db, { passwordHash: await hash(chosen) });
  expect((await signIn(user.email, chosen.normalize('NFD'))).statusCode).toBe(200);
});
