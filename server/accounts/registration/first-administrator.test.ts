import { describe, expect, test } from 'vitest';
import { accounts } from '../../../contract/calls/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { aUser, PASSWORD } from '../../../test/factories.ts';
import { everythingStored } from '../../../test/table-state.ts';
import { createFirstAdministrator } from '../queries.ts';
import { prepareFirstAdministrator } from './first-administrator.ts';

/** Runs on an empty database of its own. */
async function onEmpty(run: (app: TestApp) => Promise<void>, settings: NodeJS.ProcessEnv = {}) {
  const app = await startTestApp({ settings });
  try {
    await run(app);
  } finally {
    await app.stop();
  }
}

const prepare = ({ database, config }: TestApp) => prepareFirstAdministrator(database.db, config);
const tokenIn = (link: string | undefined): string => new URL(link ?? '').searchParams.get('setup') ?? '';
const form = (setup: string, more: object = {}) => ({
  setup,
  email: 'Ann@Example.com',
  firstName: 'Ann',
  lastName: 'Smith',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  ...more,
});
const register = ({ anonymous }: TestApp, payload: object) =>
  anonymous.send({ method: 'POST', url: '/api/auth/register', payload });
const accountsIn = async ({ database }: TestApp) =>
  (await database.pool.query('select email, role, account_status, is_email_verified from users')).rows;

describe('AUTH-23 the first administrator', () => {
  test('registers through the printed link, is signed in at once and can sign in again', () =>
    onEmpty(
      async (app) => {
        const link = await prepare(app);
        expect(link).toMatch(/^https:\/\/ops\.example\.com\/register\?setup=[\w-]{43}$/);
        const answer = await register(app, form(tokenIn(link)));
        expect([answer.statusCode, answer.json()]).toEqual([
          201,
          { message: 'Account created successfully!', status: 'active' },
        ]);
        const cookie = [answer.headers['set-cookie']].flat().map((each) => each?.split(';')[0]);
        const user = await app.anonymous.send({
          url: '/api/auth/user',
          headers: { cookie: cookie.join('; ') },
        });
        expect(user.json()).toMatchObject({ email: 'ann@example.com', role: 'admin' });
        expect(await accountsIn(app)).toEqual([
          { email: 'ann@example.com', role: 'admin', account_status: 'active', is_email_verified: true },
        ]);
        const body = { email: 'ANN@example.com', password: PASSWORD };
        expect(await app.anonymous.call(accounts.login, { body })).toMatchObject({ role: 'admin' });
        const { rows } = await app.database.pool.query(`select action, actor_name, after from audit_entries`);
        expect(rows[0]).toEqual({
          action: 'account.setup',
          actor_name: 'Ann Smith',
          after: { email: 'ann@example.com' },
        });
      },
      { PUBLIC_URL: 'https://ops.example.com/' },
    ));

  test('threat 25 of twenty registrations with the token at the same time one becomes administrator', () =>
    onEmpty(async (app) => {
      const token = tokenIn(await prepare(app));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => register(app, form(token, { email: `p${n}@example.com` }))),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
      for (const answer of answers.filter(({ statusCode }) => statusCode !== 201))
        expectRefusal(answer, 400, 'invalid_token');
      expect(answers.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1);
      expect(await accountsIn(app)).toHaveLength(1);
    }));

  test('threat 25 two links of two starts create one administrator', () =>
    onEmpty(async (app) => {
      const [first, second] = [tokenIn(await prepare(app)), tokenIn(await prepare(app))];
      expect(first).not.toBe(second);
      const answers = await Promise.all([
        register(app, form(first)),
        register(app, form(second, { email: 'b@example.com' })),
      ]);
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 400]));
      expect(await accountsIn(app)).toHaveLength(1);
    }));

  test('threat 25 a second administrator waits for the first one that is not stored yet, and is refused', () =>
    onEmpty(async ({ database: { db, pool } }) => {
      const person = (email: string) => ({ email, firstName: 'A', lastName: 'B', passwordHash: 'x' });
      const isCreated = Promise.withResolvers<void>();
      const mayCommit = Promise.withResolvers<void>();
      const first = db.transaction(async (tx) => {
        const created = await createFirstAdministrator(tx, person('a@example.com'));
        isCreated.resolve();
        await mayCommit.promise;
        return created;
      });
      await isCreated.promise;
      const second = db.transaction((tx) => createFirstAdministrator(tx, person('b@example.com')));
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1);
      mayCommit.resolve();
      expect([(await first)?.email, await second]).toEqual(['a@example.com', undefined]);
    }));

  test('threat 17 threat 25 rejects a wrong, used or stored token', () =>
    onEmpty(async (app) => {
      const token = tokenIn(await prepare(app));
      const { rows } = await app.database.pool.query<{ token_hash: string }>(
        'select token_hash from account_tokens',
      );
      const wrong = ['x', token.slice(0, -1), `${token}x`, rows[0]?.token_hash ?? ''];
      for (const setup of wrong) expectRefusal(await register(app, form(setup)), 400, 'invalid_token');
      for (const setup of ['', null, ['x']])
        expectRefusal(await register(app, form('', { setup })), 400, 'validation_failed');
      expect(await everythingStored(app.database)).not.toContain(token);
      expect((await register(app, form(token))).statusCode).toBe(201);
      expectRefusal(await register(app, form(token, { email: 'eve@example.com' })), 400, 'invalid_token');
      expect(await accountsIn(app)).toHaveLength(1);
      await app.database.pool.query('delete from users');
      expectRefusal(await register(app, form(token)), 400, 'invalid_token');
      expect(await accountsIn(app)).toEqual([]);
    }));

  test('AUTH-09 threat 12 the server enforces every rule of the form, and nobody chooses their own role', () =>
    onEmpty(async (app) => {
      const token = tokenIn(await prepare(app));
      const wrong: [object, string][] = [
        [{ password: 'Short1!', confirmPassword: 'Short1!' }, 'password'],
        [{ password: 'Password1234!', confirmPassword: 'Password1234!' }, 'password'],
        [{ password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) }, 'password'],
        [{ confirmPassword: `${PASSWORD}x` }, 'confirmPassword'],
        [{ email: 'ann' }, 'email'],
        [{ email: 'a@example.com\r\nBcc: e@example.com' }, 'email'],
        [{ firstName: ' ' }, 'firstName'],
        [{ lastName: 'x'.repeat(101) }, 'lastName'],
      ];
      for (const [more, field] of wrong) {
        const { fields } = expectRefusal(await register(app, form(token, more)), 400, 'validation_failed');
        expect(Object.keys(fields ?? {})).toContain(field);
      }
      const id = '6d9fbd2c-8b1f-4b5c-9a0e-2f0f3ab4cd11';
      const more = { role: 'owner', accountStatus: 'rejected', isEmailVerified: false, id };
      expect((await register(app, form(token, more))).statusCode).toBe(201);
      expect(await accountsIn(app)).toEqual([
        { email: 'ann@example.com', role: 'admin', account_status: 'active', is_email_verified: true },
      ]);
      const { rows } = await app.database.pool.query('select id from users');
      expect(rows).not.toEqual([{ id }]);
    }));

  test('comes from ADMIN_EMAIL and ADMIN_PASSWORD if these are set, once', () =>
    onEmpty(
      async (app) => {
        expect(await prepare(app)).toBeUndefined();
        expect(await prepare(app)).toBeUndefined();
        expect(await accountsIn(app)).toMatchObject([{ email: 'ann@example.com', role: 'admin' }]);
        const body = { email: 'ann@example.com', password: PASSWORD };
        expect(await app.anonymous.call(accounts.login, { body })).toMatchObject({ role: 'admin' });
        expect((await app.database.pool.query('select 1 from account_tokens')).rows).toEqual([]);
      },
      { ADMIN_EMAIL: 'ANN@example.com', ADMIN_PASSWORD: PASSWORD },
    ));

  test('two nodes that start together create one', () =>
    onEmpty(
      async (app) => {
        await Promise.all([prepare(app), prepare(app)]);
        expect(await accountsIn(app)).toHaveLength(1);
      },
      { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: PASSWORD },
    ));

  test('threat 25 an earlier registration neither becomes administrator nor closes the link', () =>
    onEmpty(async (app) => {
      const token = tokenIn(await prepare(app));
      const { setup: _, ...visitor } = form('', {});
      expect((await register(app, visitor)).statusCode).toBe(201);
      expect(await accountsIn(app)).toMatchObject([{ role: 'user', account_status: 'pending_verification' }]);
      expect((await register(app, form(token))).statusCode).toBe(201);
      expect(await accountsIn(app)).toMatchObject([{ role: 'admin', account_status: 'active' }]);
    }));

  test('is not created if an administrator with any status exists', () =>
    onEmpty(async (app) => {
      const early = tokenIn(await prepare(app));
      await aUser(app.database.db, { accountStatus: 'deactivated', email: 'old@example.com', role: 'admin' });
      expect(await prepare(app)).toBeUndefined();
      expect(
        await prepareFirstAdministrator(app.database.db, {
          ...app.config,
          ADMIN_EMAIL: 'a@example.com',
          ADMIN_PASSWORD: PASSWORD,
        }),
      ).toBeUndefined();
      expectRefusal(await register(app, form(early)), 400, 'invalid_token');
      expect(await accountsIn(app)).toMatchObject([{ email: 'old@example.com' }]);
    }));
});
