import { expect, test } from 'vitest';
import { withApp } from '../../test/app.ts';
import { PASSWORD } from '../../test/factories.ts';

const at = withApp();

const signIn = (email: string, password: string) =>
  at.current.anonymous.send({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

test('AUTH-22 after five wrong passwords in a minute even the right one is refused, also for unknown e-mails', async () => {
  const { user } = await at.current.signedIn();
  const tries = async (email: string) => {
    const answers = [];
    for (let n = 0; n < 6; n++) answers.push((await signIn(email, 'Wrong-password-1')).statusCode);
    return answers;
  };
  expect(await tries(user.email)).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await tries('nobody@example.com')).toEqual([401, 401, 401, 401, 401, 429]);
  const refused = await signIn(user.email, PASSWORD);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await at.current.database.pool.query("update rate_limits set resets_at = now() - interval '1 second'");
  expect((await signIn(user.email, PASSWORD)).statusCode).toBe(200);
});

test('AUTH-22 threat 6 guesses of a password become slower: ten in a quarter of an hour, fifty a day', async () => {
  const { email } = (await at.current.signedIn()).user;
  let from = 0;
  const guess = async () =>
    (
      await at.current.anonymous.send({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: `10.0.${(from += 1)}.1`,
        payload: { email, password: 'Wrong-password-1' },
      })
    ).statusCode;
  const endWindows = (seconds: number) =>
    at.current.database.pool.query(
      "update rate_limits set resets_at = now() - interval '1 second' where resets_at < now() + $1 * interval '1 second'",
      [seconds],
    );
  const evaluated = { inQuarter: 0, inDay: 0 };
  for (let minute = 0; minute < 4; minute++) {
    await endWindows(61);
    for (let n = 0; n < 5; n++) if ((await guess()) === 401) evaluated.inQuarter += 1;
  }
  for (let quarter = 0; quarter < 12; quarter++) {
    await endWindows(901);
    for (let n = 0; n < 5; n++) if ((await guess()) === 401) evaluated.inDay += 1;
  }
  expect(evaluated).toEqual({ inQuarter: 10, inDay: 40 });
});

test('AUTH-22 counts many parallel attempts exactly', async () => {
  await at.current.database.pool.query('delete from rate_limits');
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => signIn('parallel@example.com', 'Wrong-password-1')),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
});

test('AUTH-22 threat 15 sends three mails an hour to one address and the same response to everybody', async () => {
  await at.current.database.pool.query('delete from rate_limits');
  const { user } = await at.current.signedIn();
  const ask = () =>
    at.current.anonymous.send({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email: user.email },
    });
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(answers.map(({ body, statusCode }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(await at.current.mailsTo(user.email)).toHaveLength(3);
});

test('AUTH-27 threat 15 mails three times an hour to an address that waits, and never to another one', async () => {
  await at.current.database.pool.query('delete from rate_limits');
  const post = (call: string, payload: object) =>
    at.current.anonymous.send({ method: 'POST', url: `/api/auth/${call}`, payload });
  const email = 'often@example.com';
  const person = {
    email,
    firstName: 'Fay',
    lastName: 'Often',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  };
  for (let n = 0; n < 4; n++) expect((await post('register', person)).statusCode).toBe(201);
  for (let n = 0; n < 2; n++) expect((await post('resend-verification', { email })).statusCode).toBe(200);
  expect(await at.current.mailsTo(email)).toHaveLength(3);
  const { user } = await at.current.signedIn();
  expect((await post('resend-verification', { email: user.email })).statusCode).toBe(200);
  expect(await at.current.mailsTo(user.email)).toEqual([]);
});

test('AUTH-22 RATE_LIMIT_SCALE multiplies limits, and keys are stored as hashes only', async () => {
  const { rows } = await at.current.database.pool.query('select key from rate_limits');
  expect(rows.every(({ key }: { key: string }) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
});
