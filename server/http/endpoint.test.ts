import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { everyEndpoint } from '../../contract/calls/api.ts';
import { get } from '../../contract/calls/endpoint.ts';
import { objects } from '../../contract/calls/objects.ts';
import { withApp } from '../../test/app.ts';
import { expectRefusal } from '../../test/answers.ts';
import { aDocument } from '../../test/factories.ts';
import { tableState } from '../../test/table-state.ts';
import type { Db } from '../db/open.ts';
import { mounting } from './endpoint.ts';
import { google } from '../../contract/calls/accounts.ts';

const at = withApp();

const endpoints = everyEndpoint();
// If every field is optional, an empty body has no errors.
const withBody = endpoints
  .filter(({ body, form, method }) => body && !form && method === 'POST' && !body.safeParse({}).success)
  .map((e) => [`${e.method} ${e.path}`, e] as const);
const MIB = 1024 * 1024;

const admin = () => at.current.signedIn({ role: 'admin' });
const post = async (headers: Record<string, string>, payload: string | Buffer, url = '/api/documents') =>
  (await admin()).send({ method: 'POST', url, headers, payload });
const json = { 'content-type': 'application/json' };

describe('API-01 kinds of bodies', () => {
  const good = '{"title":"Told","content":"Text"}';

  test.each([
    ['text', 'text/plain', good],
    ['a form', 'application/x-www-form-urlencoded', 'title=Told&content=Text'],
    [
      'a form with parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nTold\r\n--x--\r\n',
    ],
    ['XML', 'application/xml', '<title>Told</title>'],
    ['JSON that declares itself as text', 'text/plain; a=application/json', good],
    ['no content type', '', good],
    ['an unknown content type', 'application/jsonp', good],
  ])('threat 36 every call refuses %s and writes nothing', async (_, type, payload) => {
    const client = await admin();
    const id = await aDocument(at.current.database.db, client.user);
    const before = await tableState(at.current.database);
    for (const { method, path, upload, bytes, form } of endpoints) {
      if (method === 'GET' || bytes) continue;
      if (upload && type.startsWith('multipart')) continue;
      if (form && type.endsWith('form-urlencoded')) continue;
      const headers = type ? { 'content-type': type } : {};
      const answer = await client.send({
        method,
        url: path.replace(':id', id),
        headers,
        payload: Buffer.from(payload),
      });
      expectRefusal(answer, 415, 'unsupported_media_type');
    }
    expect(await tableState(at.current.database)).toEqual(before);
  });

  test.each([
    ['broken JSON', '{"title":'],
    ['no JSON at all', 'title'],
    ['a key that would change every object', '{"title":"a","content":"b","__proto__":{"role":"admin"}}'],
    ['the same key in a nested object', '{"title":"a","content":"b","x":[{"__proto__":{"role":"admin"}}]}'],
    [
      'the same in another notation',
      '{"title":"a","content":"b","constructor":{"prototype":{"role":"admin"}}}',
    ],
    [
      'JSON a hundred thousand levels deep',
      `{"title":"a","content":"b","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
    ['objects 33 levels deep', `${'{"x":'.repeat(33)}1${'}'.repeat(33)}`],
  ])('threat 73 %s is refused', async (_, payload) => {
    const answer = await post({ ...json, 'idempotency-key': 'deep' }, payload);
    expectRefusal(answer, 400, 'validation_failed');
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('reads a body with 32 levels', async () => {
    const payload = `{"title":"a","content":"b","x":${'['.repeat(30)}${']'.repeat(30)}}`;
    expect((await post(json, payload)).statusCode).toBe(201);
  });

  test.each(withBody)('%s names the missing fields of an empty body', async (_, endpoint) => {
    const client = await admin();
    const id = await aDocument(at.current.database.db, client.user);
    const url = endpoint.path.replace(':id', id);
    for (const payload of ['', '{}', 'null']) {
      const answer = await client.send({ method: endpoint.method, url, headers: json, payload });
      expectRefusal(answer, 400, 'validation_failed');
      expect(answer.json()).toMatchObject({ fields: expect.objectContaining({}) });
    }
    for (const payload of ['[]', '"text"', '1'])
      expectRefusal(await client.send({ method: endpoint.method, url, headers: json, payload }), 400);
  });

  test('threat 72 limits a body to 1 MiB, and to 16 MiB for documents', async () => {
    const long = (bytes: number) => JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(bytes) });
    expect(expectRefusal(await post(json, long(2 * MIB), '/api/auth/login'), 413, 'too_large').message).toBe(
      'The request is too large: at most 1 MB are taken',
    );
    expectRefusal(await post(json, long(MIB / 2), '/api/auth/login'), 400, 'validation_failed');
    expect(
      (await post(json, JSON.stringify({ title: 'Long', content: 'x'.repeat(2 * MIB) }))).statusCode,
    ).toBe(201);
    expect(
      expectRefusal(
        await post(json, JSON.stringify({ title: 'Long', content: 'x'.repeat(17 * MIB) })),
        413,
        'too_large',
      ).message,
    ).toContain('at most 16 MB');
  });

  test('threat 72 refuses a million tags', async () => {
    const payload = JSON.stringify({ title: 'a', content: 'b', tags: Array(1_000_000).fill('x') });
    expectRefusal(await post(json, payload), 400, 'validation_failed');
  });
});

describe('API-01 addresses', () => {
  const queries = endpoints
    .flatMap((endpoint) =>
      Object.keys(endpoint.query?.shape ?? {}).map(
        (name) => [`${endpoint.method} ${endpoint.path}`, name, endpoint] as const,
      ),
    )
    .filter(([, , { path }]) => path !== objects.put.path && path !== google.start.path);

  test.each(queries)('threat 73 %s refuses %s given twice', async (_, name, { method, path }) => {
    const url = `${path.replaceAll(/:\w+/g, randomUUID())}?q=x&${name}=1&${name}=2`;
    const answer = await (await admin()).send({ method, url });
    expect(Object.keys(expectRefusal(answer, 400, 'validation_failed').fields ?? {})).toContain(name);
  });

  test.each(queries.filter(([, name]) => name !== 'kinds'))(
    '%s refuses NUL in %s',
    async (_, name, { method, path }) => {
      const url = `${path.replaceAll(/:\w+/g, randomUUID())}?q=x&${name}=${name === 'q' ? '&q=' : ''}%00`;
      const answer = await (await admin()).send({ method, url });
      expectRefusal(answer, 400, 'validation_failed');
    },
  );

  test.each(
    endpoints
      .filter(({ path, produces }) => path.includes(':id') && produces !== 'text/html')
      // The signature in its query is checked first.
      .filter(({ path }) => path !== objects.put.path)
      .map((e) => [`${e.method} ${e.path}`, e] as const),
  )('threat 67 %s: an invalid id is 404, like an unknown one', async (_, { method, path, body }) => {
    const client = await admin();
    const payload = method === 'PUT' ? { title: 'x' } : undefined;
    // A call with a required body would fail on the body first. Deleting a draft that does not exist succeeds.
    const isTriedHere = (!body || body.safeParse(payload ?? {}).success) && !path.endsWith('/draft');
    const wrong = [
      ...(isTriedHere ? [randomUUID()] : []),
      'x',
      '0',
      '-1',
      `${randomUUID()}x`,
      '%00',
      '..%2f..%2fetc',
      '%252e%252e',
      "'%20or%201=1--",
      'x'.repeat(5_000),
      '%E0%A4%A',
      '%',
    ];
    for (const id of wrong) {
      const answer = await client.send({
        method,
        url: path.replace(':id', id),
        ...(payload ? { payload } : {}),
      });
      expectRefusal(answer, 404, 'not_found');
    }
  });

  test.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/api/documents/'],
    ['PATCH', '/api/documents'],
    ['DELETE', '/api/documents'],
    ['TRACE', '/api/documents'],
    ['POST', '/healthz'],
    ['GET', '/api/docs/assets/package.json'],
    ['GET', '/api/docs/assets/..%2fpackage.json'],
  ] as const)('threat 93 %s %s is no call', async (method, url) => {
    expectRefusal(await (await admin()).send({ method: method as 'GET', url }), 404, 'not_found');
  });
});

describe('API-02 responses', () => {
  test('never contain a field that the contract does not name', async () => {
    const app = Fastify();
    const thing = get('/thing', { scope: 'public', summary: '', result: z.object({ name: z.string() }) });
    const answer = { name: 'a', passwordHash: '$argon2id$' };
    mounting(app, {} as Db, { isFull: () => false, makeRoom: async () => false })(thing, async () => answer);
    expect((await app.inject('/thing')).json()).toEqual({ name: 'a' });
    await app.close();
  });

  test('API-06 never contain a password hash or a token', async () => {
    const client = await admin();
    const id = await aDocument(at.current.database.db, client.user);
    for (const { method, path, produces } of endpoints) {
      if (method !== 'GET' || produces === 'text/event-stream' || path === '/api/logout') continue;
      const answer = await client.send({ url: path.replace(':id', id) });
      expect(answer.body).not.toMatch(/argon2id|password_?hash"\s*:\s*"/i);
      expect(answer.body).not.toContain(client.cookie.slice('sid='.length));
    }
  });
});
