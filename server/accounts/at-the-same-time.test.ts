import { expect, test } from 'vitest';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aUser, PASSWORD } from '../../test/factories.ts';
import { createAccountToken } from './one-time-tokens.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
const login = (email: string) =>
  at.current.anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: PASSWORD },
  });

/**
 * Starts calls that need the account while its row is locked. Releases it, after the optional `change`, once all calls wait.
 */
async function whileHeld<T>(
  userId: string,
  calls: number,
  start: () => Promise<T>,
  change?: string,
): Promise<T> {
  const { pool } = at.current.database;
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(change ?? 'select 1 from users where id = $1 for update', [userId]);
    const answer = start();
    const waiting = async () =>
      (
        await pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rows.length;
    await expect.poll(waiting, { timeout: 30_000 }).toBe(calls);
    await holder.query('commit');
    return await answer;
  } finally {
    holder.release();
  }
}

/** Changes the account after a sign-in checked its password and before it creates the session. */
async function changeWhileSigningIn(change: string) {
  const user = await aUser(at.current.database.db);
  return { user, answer: await whileHeld(user.id, 1, () => login(user.email), change) };
}

test('threat 22 a sign-in with the old password fails if the password is reset while it runs', async () => {
  const { user, answer } = await changeWhileSigningIn("update users set password_hash = 'new' where id = $1");
  expectRefusal(answer, 401, 'invalid_credentials');
  expect(answer.headers['set-cookie']).toBeUndefined();
  const { rows } = await at.current.database.pool.query('select 1 from sessions where user_id = $1', [
    user.id,
  ]);
  expect(rows).toEqual([]);
});

test('threat 33 a sign-in leaves no session if the account is deactivated while it runs', async () => {
  const { user, answer } = await changeWhileSigningIn(
    "update users set account_status = 'deactivated' where id = $1",
  );
  expectRefusal(answer, 403, 'not_approved');
  const { rows } = await at.current.database.pool.query('select 1 from sessions where user_id = $1', [
    user.id,
  ]);
  expect(rows).toEqual([]);
});

test('threat 20 a link for another address that is opened twice at the same time changes it once', async () => {
  const { db } = at.current.database;
  const user = await aUser(db);
  const token = await createAccountToken(db, 'email', user.id, { email: `new-${user.email}` });
  const open = () => at.current.anonymous.send({ url: `/api/auth/verify-email?token=${token}` });
  const answers = await whileHeld(user.id, 2, () => Promise.all([open(), open()]));
  expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
    Array(2).fill('200 {"status":"active","message":"Your new e-mail address is confirmed."}'),
  );
  expect(await at.current.mailsTo(user.email)).toHaveLength(1);
});

test('threat 20 a mail scanner and a reader who open the link at the same time get the same response', async () => {
  const { db } = at.current.database;
  const user = await aUser(db, { accountStatus: 'pending_verification', isEmailVerified: false });
  const token = await createAccountToken(db, 'verify', user.id);
  const open = () => at.current.anonymous.send({ url: `/api/auth/verify-email?token=${token}` });
  const answers = await whileHeld(user.id, 3, () => Promise.all([open(), open(), open()]));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
    new Set(['200 {"status":"pending_approval","message":"Your email address is verified."}']),
  );
});
