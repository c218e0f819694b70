import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { tokens } from '../../../contract/calls/tokens.ts';
import { everyEndpoint } from '../../../contract/calls/api.ts';
import { expectRefusal } from '../../../test/answers.ts';
import { withApp } from '../../../test/app.ts';

const at = withApp();

const asBearer =
  (token: string) => (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    at.current.anonymous.send({
      method,
      url,
      headers: { authorization: `Bearer ${token}` },
      ...(payload ? { payload } : {}),
    });

test('AUTH-26 a token acts as its account: read tokens read, write tokens write, both end', async () => {
  const ann = await at.current.signedIn();
  const read = await ann.call(tokens.create, { body: { name: 'Grafana' } });
  const write = await ann.call(tokens.create, { body: { name: 'Import', scope: 'write' } });
  const body = { title: 'By program', content: 'Text' };
  expect((await asBearer(read.token)('GET', '/api/auth/user')).json()).toMatchObject({
    email: ann.user.email,
  });
  expect((await asBearer(read.token)('POST', '/api/documents', body)).statusCode).toBe(403);
  expect((await asBearer(write.token)('POST', '/api/documents', body)).json()).toMatchObject({
    authorId: ann.user.id,
  });
  expect((await ann.call(tokens.list, {})).map(({ name }) => name)).toEqual(['Import', 'Grafana']);
  await ann.call(tokens.remove, { params: { id: write.id } });
  expect((await asBearer(write.token)('GET', '/api/documents')).statusCode).toBe(401);
  await at.current.database.pool.query("update api_tokens set expires_at = now() - interval '1 second'");
  for (let n = 0; n < 2; n++)
    expect((await asBearer(read.token)('GET', '/api/documents')).statusCode).toBe(401);
  const { rows } = await at.current.database.pool.query(
    "select 1 from audit_entries where action = 'token.use-expired' and subject_id = $1",
    [ann.user.id],
  );
  expect(rows).toHaveLength(1);
});

test('AUTH-26 a read token changes nothing by any call, it only asks the assistant', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { token } = await admin.call(tokens.create, { body: { name: 'Reader' } });
  const asks = ['/api/ai/ask', '/api/ai/ask-stream'];
  const changing = everyEndpoint().filter(({ method, scope }) => method !== 'GET' && scope !== 'public');
  expect(changing.length).toBeGreaterThan(50);
  for (const { method, path } of changing) {
    const answer = await asBearer(token)(method, path.replace(/:\w+/g, randomUUID()), {});
    expect([path, answer.statusCode]).toEqual([path, asks.includes(path) ? 400 : 403]);
  }
});

test('AUTH-26 a wrong token is refused although the request brings a session', async () => {
  const ann = await at.current.signedIn();
  const headers = { authorization: 'Bearer wrong' };
  expectRefusal(await ann.send({ url: '/api/auth/user', headers }), 401, 'signed_out');
});

test('AUTH-26 an account has at most fifty tokens', async () => {
  const ann = await at.current.signedIn();
  await at.current.database.pool.query(
    `insert into api_tokens (user_id, name, token_hash) select $1, 'script', md5(n::text) from generate_series(1, 49) n`,
    [ann.user.id],
  );
  const create = () => ann.send({ method: 'POST', url: '/api/auth/tokens', payload: { name: 'script' } });
  expect((await create()).statusCode).toBe(201);
  expectRefusal(await create(), 409, 'too_many_tokens');
});

test('AUTH-26 a token cannot change the security settings of the account', async () => {
  const ann = await at.current.signedIn();
  const { token } = await ann.call(tokens.create, { body: { name: 'All', scope: 'write' } });
  const guarded = everyEndpoint().filter(({ sessionOnly }) => sessionOnly);
  expect(guarded.length).toBeGreaterThan(6);
  for (const { method, path } of guarded) {
    const answer = await asBearer(token)(
      method,
      path.replace(':id', ann.user.id),
      method === 'POST' ? {} : undefined,
    );
    expect([path, answer.statusCode]).toEqual([path, 403]);
  }
});

test('AUTH-26 the secret is shown once, is stored as a hash, and ends with its account', async () => {
  const ann = await at.current.signedIn();
  const { token } = await ann.call(tokens.create, { body: { name: 'Once' } });
  const { rows } = await at.current.database.pool.query('select t::text from api_tokens t');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(await ann.call(tokens.list, {}))).not.toContain(token);
  const bob = await at.current.signedIn();
  const [own] = await ann.call(tokens.list, {});
  expect(await bob.call(tokens.list, {})).toEqual([]);
  expect((await bob.send({ method: 'DELETE', url: `/api/auth/tokens/${own?.id}` })).statusCode).toBe(404);
  await at.current.database.pool.query("update users set account_status = 'deactivated' where id = $1", [
    ann.user.id,
  ]);
  expect((await asBearer(token)('GET', '/api/documents')).statusCode).toBe(401);
});

test('AUTH-26 reports fields with wrong input', async () => {
  const ann = await at.current.signedIn();
  const post = async (payload: object) =>
    (await ann.send({ method: 'POST', url: '/api/auth/tokens', payload })).json();
  expect(await post({ name: ' ' })).toMatchObject({ fields: { name: 'Name is required' } });
  expect(await post({ name: 'x', scope: 'all' })).toMatchObject({ fields: { scope: expect.any(String) } });
  expect(await post({ name: 'x', expiresAt: '2020-01-01T00:00:00Z' })).toMatchObject({
    fields: { expiresAt: 'Choose a time in the future' },
  });
});
