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

test('AUTH-22 RATE_LIMIT_SCALE multiplies limits, and keys are stored as hashes only', async () => {
  const { rows } = await at.current.database.pool.query('select key from rate_limits');
  expect(rows.every(({ key }: { key: string }) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
});
