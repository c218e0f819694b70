import { describe, expect, test } from 'vitest';
import { withApp, type Client } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { cookieIn } from '../../../test/google-journey.ts';
import { newSoftwarePasskey, type SoftwarePasskey } from '../../../test/software-passkey.ts';
import { aUser, PASSWORD } from '../../../test/factories.ts';
import { switchTwoFactor } from '../second-factor/codes.ts';

const at = withApp();
const BASE = '/api/auth/passkeys';
type Wrong = Parameters<SoftwarePasskey['register']>[1];

const post = (client: Client, url: string, payload: object, cookie = '') =>
  client.send({
    method: 'POST',
    url,
    payload,
    headers: { cookie: [client.cookie, cookie].filter(Boolean).join('; ') },
  });

async function options(client: Client, url: string, kind: string) {
  const answer = await post(client, url, {});
  expect(answer.statusCode).toBe(200);
  const { challenge } = answer.json<{ challenge: string }>();
  return { challenge, cookie: `${kind}=${cookieIn(answer, kind)}` };
}

async function add(client: Client, passkey: SoftwarePasskey, wrong?: Wrong) {
  const { challenge, cookie } = await options(client, `${BASE}/options`, 'new-passkey');
  const payload = { name: 'Laptop', response: passkey.register(challenge, wrong) };
  return { answer: await post(client, BASE, payload, cookie), payload, cookie };
}

async function signIn(passkey: SoftwarePasskey, wrong?: Wrong) {
  const { challenge, cookie } = await options(at.current.anonymous, `${BASE}/login/options`, 'passkey');
  const payload = { response: passkey.signIn(challenge, wrong) };
  const answer = await post(at.current.anonymous, `${BASE}/login`, payload, cookie);
  return { answer, payload, cookie };
}

describe('AUTH-24 passkeys', () => {
  test('AUTH-24 a passkey is created, signs in without a name, is listed and removed; its owner is notified', async () => {
    const ann = await at.current.signedIn();
    const passkey = newSoftwarePasskey();
    const { answer } = await add(ann, passkey);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ name: 'Laptop', lastUsedAt: null });

    const login = await signIn(passkey);
    expect(login.answer.json()).toMatchObject({ id: ann.user.id });
    expect(cookieIn(login.answer, 'sid')).toHaveLength(43);
    const [listed] = (await ann.send({ method: 'GET', url: BASE })).json<
      { id: string; lastUsedAt: string }[]
    >();
    expect(listed?.lastUsedAt).not.toBeNull();

    const url = `${BASE}/${listed?.id}`;
    const bob = await at.current.signedIn();
    expectRefusal(await bob.send({ method: 'DELETE', url }), 404);
    expect((await ann.send({ method: 'DELETE', url })).statusCode).toBe(204);
    expectRefusal((await signIn(passkey)).answer, 401, 'invalid_passkey');
    const mails = await at.current.mailsTo(ann.user.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your Ops Hub account: a passkey was added',
      'Your Ops Hub account: a passkey was removed',
    ]);
  });

  test('threat 35 a passkey counts as two factors: sign-in asks for no code', async () => {
    const ann = await at.current.signedIn();
    const passkey = newSoftwarePasskey();
    await add(ann, passkey);
    await switchTwoFactor(at.current.database.db, ann.user.id, true);
    expect((await signIn(passkey)).answer.json()).toMatchObject({ id: ann.user.id });
  });

  test.each([
    ['pending_approval', 'pending_approval'],
    ['rejected', 'account_rejected'],
    ['deactivated', 'not_approved'],
  ] as const)('AUTH-12 the passkey of an account that is %s does not sign in', async (status, code) => {
    const ann = await at.current.signedIn();
    const passkey = newSoftwarePasskey();
    await add(ann, passkey);
    const other = await aUser(at.current.database.db, { accountStatus: status });
    await at.current.database.pool.query('update passkeys set user_id = $1', [other.id]);
    const { answer } = await signIn(passkey);
    expectRefusal(answer, 403, code);
    expect(cookieIn(answer, 'sid')).toBe('');
  });
});

const lies: [string, Wrong][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['another host', { rpId: 'evil.example' }],
  ['a device that did not verify its owner', { isUserVerified: false }],
  ['a response of another type', { type: 'payment.get' }],
];

describe('threat 35 invalid passkeys', () => {
  test.each(lies)('a passkey created on %s is not stored', async (_, wrong) => {
    const ann = await at.current.signedIn();
    expectRefusal((await add(ann, newSoftwarePasskey(), wrong)).answer, 400, 'invalid_passkey');
    expect((await ann.send({ method: 'GET', url: BASE })).json()).toEqual([]);
  });

  test.each([...lies, ['a copy that was used less often', { counter: 2 }] as [string, Wrong]])(
    'a passkey used on %s does not sign in',
    async (_, wrong) => {
      const passkey = newSoftwarePasskey();
      await add(await at.current.signedIn(), passkey);
      expect((await signIn(passkey)).answer.statusCode).toBe(200);
      const { answer } = await signIn(passkey, wrong);
      expectRefusal(answer, 401, 'invalid_passkey');
      expect(cookieIn(answer, 'sid')).toBe('');
    },
  );

  test('a signature by another key does not sign in', async () => {
    const passkey = newSoftwarePasskey();
    await add(await at.current.signedIn(), passkey);
    const { challenge, cookie } = await options(at.current.anonymous, `${BASE}/login/options`, 'passkey');
    type Signed = { response: { signature: string } };
    const [own, foreign] = [passkey, newSoftwarePasskey()].map((one) => one.signIn(challenge) as Signed);
    const response = { ...own, response: { ...own?.response, signature: foreign?.response.signature } };
    const answer = await post(at.current.anonymous, `${BASE}/login`, { response }, cookie);
    expectRefusal(answer, 401, 'invalid_passkey');
    expect(cookieIn(answer, 'sid')).toBe('');
  });

  test('a response works once, for the browser that requested it', async () => {
    const ann = await at.current.signedIn();
    const passkey = newSoftwarePasskey();
    const made = await add(ann, passkey);
    expectRefusal(await post(ann, BASE, made.payload, made.cookie), 400, 'invalid_passkey');
    const first = await signIn(passkey);
    expect(first.answer.statusCode).toBe(200);
    const again = (cookie: string) => post(at.current.anonymous, `${BASE}/login`, first.payload, cookie);
    expectRefusal(await again(first.cookie), 401, 'invalid_passkey');
    const { cookie } = await options(at.current.anonymous, `${BASE}/login/options`, 'passkey');
    expectRefusal(await again(cookie), 401, 'invalid_passkey');
  });

  test('an account has at most twenty passkeys', async () => {
    const ann = await at.current.signedIn();
    const fill = (count: number, name: string) =>
      at.current.database.pool.query(
        `insert into passkeys (user_id, name, credential_id, public_key, counter)
         select $1, $3::text, $3::text || n, 'x', 0 from generate_series(1, $2) n`,
        [ann.user.id, count, name],
      );
    await fill(19, 'a');
    expect((await post(ann, `${BASE}/options`, {})).statusCode).toBe(200);
    await fill(1, 'b');
    expectRefusal(await post(ann, `${BASE}/options`, {}), 409, 'too_many_passkeys');
  });

  test('threat 71 API-01 NUL characters in a response are refused and not an error of the server', async () => {
    const ann = await at.current.signedIn();
    const { challenge, cookie } = await options(ann, `${BASE}/options`, 'new-passkey');
    const response = newSoftwarePasskey().register(challenge);
    const inner = (response as { response: object }).response;
    const withNul = { ...response, response: { ...inner, transports: ['a\0b'] } };
    expectRefusal(await post(ann, BASE, { response: withNul }, cookie), 400, 'validation_failed');
    const unknown = { response: { ...response, id: 'a\0b' } };
    expectRefusal(await post(at.current.anonymous, `${BASE}/login`, unknown), 400, 'validation_failed');
  });

  test('a challenge of one account creates no passkey for another', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const { challenge, cookie } = await options(bob, `${BASE}/options`, 'new-passkey');
    const payload = { response: newSoftwarePasskey().register(challenge) };
    expectRefusal(await post(ann, BASE, payload, cookie), 400, 'invalid_passkey');
  });

  test('ten minutes after sign-in, creating a passkey needs the password', async () => {
    const ann = await at.current.signedIn();
    await at.current.database.pool.query(
      "update sessions set created_at = now() - interval '11 minutes' where user_id = $1",
      [ann.user.id],
    );
    const missing = expectRefusal(await post(ann, `${BASE}/options`, {}), 400, 'validation_failed');
    expect(missing.fields).toHaveProperty('password');
    expectRefusal(await post(ann, `${BASE}/options`, { password: 'Wr0ng!Kelp#Moon' }), 400);
    expect((await post(ann, `${BASE}/options`, { password: PASSWORD })).statusCode).toBe(200);
  });

  test('ten minutes after sign-in, removing a passkey needs it too', async () => {
    const ann = await at.current.signedIn();
    const passkey = newSoftwarePasskey();
    const { id } = (await add(ann, passkey)).answer.json<{ id: string }>();
    await at.current.database.pool.query(
      "update sessions set created_at = now() - interval '11 minutes' where user_id = $1",
      [ann.user.id],
    );
    const remove = (payload?: object) =>
      ann.send({ method: 'DELETE', url: `${BASE}/${id}`, ...(payload && { payload }) });
    for (const payload of [undefined, {}, { password: 'Wr0ng!Kelp#Moon' }])
      expect(expectRefusal(await remove(payload), 400, 'validation_failed').fields).toHaveProperty(
        'password',
      );
    expect((await signIn(passkey)).answer.statusCode).toBe(200);
    expect((await remove({ password: PASSWORD })).statusCode).toBe(204);
    expectRefusal((await signIn(passkey)).answer, 401, 'invalid_passkey');
  });
});
