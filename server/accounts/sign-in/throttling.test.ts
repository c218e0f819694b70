import { beforeEach, describe, expect, test } from 'vitest';
import { withApp } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { aUser, PASSWORD } from '../../../test/factories.ts';
import { cookieIn } from '../../../test/google-journey.ts';

const at = withApp();
beforeEach(() => at.current.database.pool.query('delete from rate_limits'));

const WRONG = 'Wr0ng!Kelp#Moon';
const signIn = (email: string, password: string, from = '203.0.113.7', cookie = '') =>
  at.current.anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: from,
    payload: { email, password },
    headers: { cookie },
  });
const count = async (answers: ReturnType<typeof signIn>[], status: number) =>
  (await Promise.all(answers)).filter(({ statusCode }) => statusCode === status).length;

describe('threat 6 guesses from many places', () => {
  test('threat 6 get a few attempts in total, while the owner can sign in from a known device', async () => {
    const user = await aUser(at.current.database.db);
    const first = await signIn(user.email, PASSWORD, '198.51.100.1');
    const device = `device=${cookieIn(first, 'device')}`;
    const guesses = Array.from({ length: 60 }, (_, n) => signIn(user.email, WRONG, `10.${n}.0.1`));
    expect(await count(guesses, 401)).toBe(5);
    expectRefusal(await signIn(user.email, PASSWORD, '198.51.100.1'), 429);
    expect((await signIn(user.email, PASSWORD, '198.51.100.1', device)).statusCode).toBe(200);
  });

  test('threat 6 the device of one account gives no advantage for another, and is limited too', async () => {
    const [ann, bob] = [await aUser(at.current.database.db), await aUser(at.current.database.db)];
    const device = `device=${cookieIn(await signIn(ann.email, PASSWORD), 'device')}`;
    expect(
      await count(
        Array.from({ length: 8 }, () => signIn(bob.email, WRONG, '192.0.2.1', device)),
        401,
      ),
    ).toBe(5);
    expectRefusal(await signIn(bob.email, WRONG, '192.0.2.1'), 429);
    expect(
      await count(
        Array.from({ length: 8 }, () => signIn(ann.email, WRONG, '192.0.2.1', device)),
        401,
      ),
    ).toBe(5);
  });
});

describe('threat 7 one guess for each of many accounts', () => {
  const auditOf = async () =>
    (
      await at.current.database.pool.query<{ after: object }>(
        "select actor_id, after from audit_entries where action = 'session.spray'",
      )
    ).rows;

  test('threat 7 from one network get twenty attempts and one notification of administrators', async () => {
    const own = await aUser(at.current.database.db);
    // The attacker's own sign-in does not reset the count.
    expect((await signIn(own.email, PASSWORD, '203.0.113.9')).statusCode).toBe(200);
    const spray = (first: number) =>
      Array.from({ length: 15 }, (_, n) =>
        signIn(`victim-${first + n}@example.com`, WRONG, `203.0.113.${n + 1}`),
      );
    expect(await count(spray(0), 401)).toBe(15);
    expect((await signIn(own.email, PASSWORD, '203.0.113.9')).statusCode).toBe(200);
    expect(await count(spray(15), 401)).toBe(5);
    expect(await count(spray(30), 429)).toBe(15);
    // An invented device is counted anew instead of getting the refusal from memory.
    for (let n = 0; n < 3; n++)
      expectRefusal(await signIn(`victim-${n}@example.com`, WRONG, '203.0.113.7', 'device=invented'), 429);
    expect(await auditOf()).toEqual([{ actor_id: null, after: { network: '203.0.113.0/24' } }]);
    expect((await signIn('somebody@example.com', WRONG, '203.0.114.1')).statusCode).toBe(401);
  });
});

test('threat 5 the limit reveals nothing: the same response for a known and an unknown address', async () => {
  const { email } = await aUser(at.current.database.db);
  const seen = new Set<string>();
  for (const tried of [email, 'nobody.at.all@example.com']) {
    for (let n = 0; n < 5; n++) await signIn(tried, WRONG, `192.0.2.${n}`);
    const { statusCode, body } = await signIn(tried, WRONG, '192.0.2.9');
    seen.add(`${statusCode} ${body.replaceAll(/\d+ seconds/g, 'n seconds')}`);
  }
  expect([...seen]).toHaveLength(1);
  expect([...seen][0]).toMatch(/^429 /);
});

test('threat 23 ten wrong current passwords block the change, even with the right one', async () => {
  const ann = await at.current.signedIn();
  const change = (currentPassword: string) =>
    ann.send({
      method: 'POST',
      url: '/api/auth/change-password',
      payload: { currentPassword, newPassword: 'Gl4cier&Otter!Nine', confirmPassword: 'Gl4cier&Otter!Nine' },
    });
  for (let n = 0; n < 10; n++) expectRefusal(await change(WRONG), 400, 'validation_failed');
  expectRefusal(await change(PASSWORD), 429);
});
