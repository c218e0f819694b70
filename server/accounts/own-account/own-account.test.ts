import { settings } from '../../../contract/calls/settings.ts';
import { settingsChange } from '../../../contract/calls/settings-change.ts';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { accounts } from '../../../contract/calls/accounts.ts';
import { documentShares } from '../../../contract/calls/sharing.ts';
import { signedIn } from '../../../contract/calls/user.ts';
import { ownAccount } from '../../../contract/calls/own-account.ts';
import { secondFactor } from '../../../contract/calls/second-factor.ts';
import { sessions } from '../../../contract/calls/sessions.ts';
import { tokens } from '../../../contract/calls/tokens.ts';
import { withApp, type Client } from '../../../test/app.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { aDocument, PASSWORD } from '../../../test/factories.ts';
import { everythingStored } from '../../../test/table-state.ts';

const at = withApp();
const post = (client: Client, path: string, payload: object) =>
  client.send({ method: 'POST', url: `/api/auth/${path}`, payload });
const login = (email: string) => post(at.current.anonymous, 'login', { email, password: PASSWORD });
const linkIn = async (email: string) =>
  /token=([\w-]+)/.exec((await at.current.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';

describe('SET-05 another e-mail address', () => {
  const open = (token: string) =>
    at.current.anonymous.send({ method: 'GET', url: `/api/auth/verify-email?token=${token}` });

  test('SET-05 threat 48 needs the password, applies after the link in the new mailbox, and notifies the old one', async () => {
    const ann = await at.current.signedIn();
    const email = 'ann.new@example.com';
    const ask = (currentPassword?: string) => post(ann, 'change-email', { email, currentPassword });
    for (const wrong of [undefined, 'Wr0ng!Kelp#Moon'])
      expect(expectRefusal(await ask(wrong), 400, 'validation_failed').fields).toHaveProperty(
        'currentPassword',
      );
    expect((await ask(PASSWORD)).statusCode).toBe(200);
    expect(await ann.call(signedIn.currentUser, {})).toMatchObject({ email: ann.user.email });
    const token = await linkIn(email);
    for (let n = 0; n < 2; n++) expect((await open(token)).json()).toMatchObject({ status: 'active' });
    expect(await ann.call(signedIn.currentUser, {})).toMatchObject({ email, isEmailVerified: true });
    expect((await at.current.mailsTo(ann.user.email)).at(-1)?.subject).toBe(
      'Your Ops Hub e-mail address was changed',
    );
    expect((await login(ann.user.email)).statusCode).toBe(401);
    expect((await login(email)).statusCode).toBe(200);
  });

  test('SET-05 links in the old mailbox stop working', async () => {
    const ann = await at.current.signedIn();
    await at.current.anonymous.call(accounts.forgotPassword, { body: { email: ann.user.email } });
    const reset = await linkIn(ann.user.email);
    await post(ann, 'change-email', { email: 'ann.moved@example.com', currentPassword: PASSWORD });
    await open(await linkIn('ann.moved@example.com'));
    const password = 'Gl4cier&Otter!Nine';
    const body = { token: reset, password, confirmPassword: password };
    expectRefusal(await post(at.current.anonymous, 'reset-password', body), 400, 'invalid_token');
  });

  test('SET-05 threat 22 a reset ends the link that waits in a new mailbox', async () => {
    const ann = await at.current.signedIn();
    await post(ann, 'change-email', { email: 'mallory@example.com', currentPassword: PASSWORD });
    const link = await linkIn('mallory@example.com');
    await at.current.anonymous.call(accounts.forgotPassword, { body: { email: ann.user.email } });
    const password = 'Gl4cier&Otter!Nine';
    const body = { token: await linkIn(ann.user.email), password, confirmPassword: password };
    await at.current.anonymous.call(accounts.resetPassword, { body });
    expectRefusal(await open(link), 400, 'invalid_token');
  });

  test('SET-05 an address in use gets the same response and notifies its owner; nothing changes', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    const ask = (email: string) => post(ann, 'change-email', { email, currentPassword: PASSWORD });
    const [taken, free] = [await ask(bob.user.email), await ask('ann.free@example.com')];
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    expect((await at.current.mailsTo(bob.user.email)).at(-1)?.subject).toBe(
      'You already have an Ops Hub account',
    );
    const token = await linkIn('ann.free@example.com');
    await at.current.signedIn({ email: 'ann.free@example.com' });
    expectRefusal(await open(token), 400, 'invalid_token');
    expect(await ann.call(signedIn.currentUser, {})).toMatchObject({ email: ann.user.email });
  });
});

describe('SET-05 guards of another e-mail address', () => {
  const ask = (client: Client, email: string) =>
    post(client, 'change-email', { email, currentPassword: PASSWORD });

  test('SET-05 threat 15 mails one address three times an hour, whether or not it has an account', async () => {
    const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
    for (const email of ['ann.free@example.org', bob.user.email]) {
      for (let n = 0; n < 5; n++) expect((await ask(ann, email)).statusCode).toBe(200);
      expect(await at.current.mailsTo(email)).toHaveLength(3);
    }
  });

  test('SET-05 threat 18 a link of an account that is deactivated, or that was followed by a newer one, changes nothing', async () => {
    const ann = await at.current.signedIn();
    const follow = (token: string) =>
      at.current.anonymous.send({ method: 'GET', url: `/api/auth/verify-email?token=${token}` });
    await ask(ann, 'ann.first@example.org');
    const first = await linkIn('ann.first@example.org');
    await ask(ann, 'ann.second@example.org');
    const second = await linkIn('ann.second@example.org');
    expectRefusal(await follow(first), 400, 'invalid_token');
    const { pool } = at.current.database;
    await pool.query("update users set account_status = 'deactivated' where id = $1", [ann.user.id]);
    expectRefusal(await follow(second), 400, 'invalid_token');
    await pool.query("update users set account_status = 'active' where id = $1", [ann.user.id]);
    expect((await follow(second)).statusCode).toBe(200);
    // Used up, so it cannot take the address back after the next change.
    await ask(ann, 'ann.third@example.org');
    expect((await follow(await linkIn('ann.third@example.org'))).statusCode).toBe(200);
    expectRefusal(await follow(second), 400, 'invalid_token');
  });
});

describe('SET-04 the account as a whole', () => {
  test('SET-04 the export contains profile, settings and documents, and no secret', async () => {
    const ann = await at.current.signedIn();
    await aDocument(at.current.database.db, ann.user, { title: 'Ann: her page?', content: 'Only hers.' });
    const bob = await at.current.signedIn();
    await aDocument(at.current.database.db, bob.user, { title: 'Of Bob', content: 'Not hers.' });
    await post(ann, 'tokens', { name: 'script' });
    await post(bob, 'tokens', { name: 'Not hers.' });
    for (const rows of [
      `notifications (user_id, kind, title, link) values ($1, 'share', $2, '/')`,
      `server_views (user_id, name, filter) values ($1, $2, '')`,
      `ai_interactions (user_id, query, response, context) values ($1, $2, '', '{}')`,
    ])
      await at.current.database.pool.query(`insert into ${rows}`, [bob.user.id, 'Not hers.']);
    const answer = await ann.send({ method: 'GET', url: '/api/auth/export' });
    expect(answer.headers['content-disposition']).toContain('ops-hub-export.zip');
    const zip = unzipSync(new Uint8Array(answer.rawPayload));
    const text = Object.entries(zip).map(([name, bytes]) => `${name}\n${strFromU8(bytes)}`);
    expect(JSON.parse(strFromU8(zip['profile.json']!))).toMatchObject({ email: ann.user.email });
    expect(JSON.parse(strFromU8(zip['settings.json']!))).toEqual(await ann.call(settings.show, {}));
    expect(text.join('\n')).toContain('Only hers.');
    expect(text.join('\n')).not.toMatch(/Not hers|argon2|[0-9a-f]{64}/);
    expectRefusal(await at.current.anonymous.send({ method: 'GET', url: '/api/auth/export' }), 401);
  });

  test('F1 no title leads a file of the export out of its folder', async () => {
    const ann = await at.current.signedIn();
    for (const title of [
      '../../.ssh/x',
      'C:\\x',
      'con',
      'a\u202egnp.exe',
      '***',
      '\u009b2J',
      'é'.repeat(100),
    ])
      await aDocument(at.current.database.db, ann.user, { title });
    const { rawPayload } = await ann.send({ method: 'GET', url: '/api/auth/export' });
    const names = Object.keys(unzipSync(new Uint8Array(rawPayload))).filter((name) => name.endsWith('.md'));
    expect(names).toHaveLength(7);
    for (const name of names) expect(name).toMatch(/^documents\/[\p{L}\p{N}-]{0,50}-[\da-f-]{36}\.md$/u);
  });

  test('SET-04 deletion needs the password, ends all access, and keeps the name in the texts', async () => {
    const ann = await at.current.signedIn({ firstName: 'Petunia', lastName: 'Grey' });
    const id = await aDocument(at.current.database.db, ann.user);
    const made = await post(ann, 'tokens', { name: 'script' });
    await ann.call(settingsChange.update, { body: { preferences: { theme: 'dark' } } });
    for (const payload of [{}, { password: 'Wr0ng!Kelp#Moon' }])
      expectRefusal(await post(ann, 'delete-account', payload), 400, 'validation_failed');
    expect((await post(ann, 'delete-account', { password: PASSWORD })).statusCode).toBe(204);

    expect((await ann.send({ method: 'GET', url: '/api/auth/user' })).statusCode).toBe(401);
    const authorization = `Bearer ${made.json<{ token: string }>().token}`;
    const url = '/api/auth/user';
    expect(
      (await at.current.anonymous.send({ method: 'GET', url, headers: { authorization } })).statusCode,
    ).toBe(401);
    expect((await login(ann.user.email)).statusCode).toBe(401);
    expect(await everythingStored(at.current.database)).not.toContain(ann.user.email);
    const bob = await at.current.signedIn({ role: 'admin' });
    expect((await bob.send({ method: 'GET', url: `/api/documents/${id}` })).body).toContain('Petunia');
    const users = await bob.send({ method: 'GET', url: '/api/admin/users' });
    expect(users.body).not.toContain('Petunia');
    // The address can register again.
    expect((await at.current.signedIn({ email: ann.user.email })).user.email).toBe(ann.user.email);
  });

  test('SET-04 threat 53 deletion leaves no credential and nothing private behind', async () => {
    const { pool } = at.current.database;
    const ann = await at.current.signedIn({ role: 'admin', totpSecret: 'x', totpEnabledAt: new Date() });
    await at.current.signedIn({ role: 'admin' });
    const documentId = await aDocument(at.current.database.db, ann.user);
    await ann.call(documentShares.create, { params: { id: documentId }, body: {} });
    const own = [
      "account_settings (user_id, values) values ($1, '{}')",
      "account_tokens (user_id, token_hash, purpose) values ($1, 'a', 'reset')",
      "api_tokens (user_id, name, token_hash) values ($1, 'a', 'a')",
      "challenges (user_id, id, kind, payload, expires_at) values ($1, 'a', 'device', '{}', now() + interval '1 day')",
      "drafts (user_id, key, fields) values ($1, 'a', '{}')",
      "identities (user_id, issuer, subject) values ($1, 'a', 'a')",
      "idempotency_keys (user_id, key, request) values ($1, 'a', 'a')",
      `mails (user_id, kind, "to", sent_at) values ($1, 'approved', 'a', now())`,
      "notifications (user_id, kind, title, link) values ($1, 'share', 'a', '/')",
      "passkeys (user_id, name, credential_id, public_key, counter) values ($1, 'a', 'a', 'a', 0)",
      "recovery_codes (user_id, code_hash) values ($1, 'a')",
      "server_views (user_id, name, filter) values ($1, 'a', '')",
      "watches (user_id, kind, subject_id) values ($1, 'server', $1)",
    ];
    for (const row of own) await pool.query(`insert into ${row}`, [ann.user.id]);
    expect((await post(ann, 'delete-account', { password: PASSWORD })).statusCode).toBe(204);
    const left = async (where: string) => (await pool.query(`select * from ${where}`, [ann.user.id])).rows;
    for (const table of [...own.map((row) => row.split(' ')[0]), 'sessions'])
      expect([table, await left(`${table} where user_id = $1`)]).toEqual([table, []]);
    expect(await left('document_shares where shared_by_user_id = $1')).toEqual([]);
    expect(await left('users where id = $1')).toMatchObject([
      { role: 'user', password_hash: null, totp_secret: null, totp_enabled_at: null, is_deleted: true },
    ]);
  });

  test('SET-04 threat 23 ten wrong passwords block deletion, even with the right one', async () => {
    const ann = await at.current.signedIn();
    const remove = (password: string) => post(ann, 'delete-account', { password });
    for (let n = 0; n < 10; n++) expectRefusal(await remove('Wr0ng!Kelp#Moon'), 400, 'validation_failed');
    expectRefusal(await remove(PASSWORD), 429);
  });

  test('SET-04 threat 26 refuses to delete the last administrator', async () => {
    await at.current.database.pool.query("update users set role = 'user'");
    const admin = await at.current.signedIn({ role: 'admin' });
    expectRefusal(await post(admin, 'delete-account', { password: PASSWORD }), 409, 'last_administrator');
    await at.current.signedIn({ role: 'admin' });
    expect((await post(admin, 'delete-account', { password: PASSWORD })).statusCode).toBe(204);
  });

  test('SET-04 an account without a password can delete itself right after sign-in', async () => {
    const gus = await at.current.signedIn({ passwordHash: null, authProvider: 'google' });
    await at.current.database.pool.query(
      "update sessions set created_at = now() - interval '11 minutes' where user_id = $1",
      [gus.user.id],
    );
    expectRefusal(await post(gus, 'delete-account', {}), 403, 'sign_in_again');
    expect((await post(await at.current.as(gus.user), 'delete-account', {})).statusCode).toBe(204);
  });
});

test('SET-01 AUTH-25 one call returns all ways into an account, equal to the calls of its parts', async () => {
  const ann = await at.current.signedIn();
  await at.current.signedIn();
  await ann.call(tokens.create, { body: { name: 'inventory' } });
  const ways = await ann.call(ownAccount.waysIn, {});
  expect(ways).toEqual({
    means: await ann.call(secondFactor.show, {}),
    passkeys: [],
    sessions: await ann.call(sessions.list, {}),
    tokens: await ann.call(tokens.list, {}),
  });
  expect([ways.sessions.length, ways.tokens.map(({ name }) => name)]).toEqual([1, ['inventory']]);
});
