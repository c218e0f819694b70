import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { addressOf, call, callForPage } from './call.ts';
import { del, get, post, put } from './endpoint.ts';
import { ApiError, messageOf, withReason } from '../shared/error.ts';

const Thing = z.object({ name: z.string() });
const things = {
  find: get('/api/things/:id', {
    scope: 'user',
    summary: '',
    params: z.object({ id: z.string() }),
    result: Thing,
  }),
  list: get('/api/things', {
    scope: 'user',
    summary: '',
    query: z.object({ q: z.optional(z.string()), limit: z.optional(z.number()) }),
    result: z.array(Thing),
  }),
  create: post('/api/things', { scope: 'user', summary: '', body: Thing, result: Thing, status: 201 }),
  touch: put('/api/things', { scope: 'user', summary: '' }),
  remove: del('/api/things/:id', { scope: 'user', summary: '', params: z.object({ id: z.string() }) }),
  import: post('/api/things/import', { scope: 'user', summary: '', upload: { maxBytes: 10 }, status: 202 }),
};

/** A network that answers once and records the request. */
function networkWith(status: number, body: string | null, init: ResponseInit = {}) {
  const requests: { url: string; init: RequestInit }[] = [];
  const send = async (url: string, request: RequestInit) => {
    requests.push({ url, init: request });
    return new Response(body, { status, ...init });
  };
  return { requests, send };
}

const thrownBy = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error('no ApiError', { cause: error });
  return error;
};

describe('API-06 requests', () => {
  test('always send cookies, and the JSON content type only with a body', async () => {
    const { requests, send } = networkWith(200, '{"name":"a"}');
    await call(things.find, { params: { id: '1' } }, send);
    await call(things.touch, {}, send);
    await call(things.remove, { params: { id: '1' } }, send);
    await call(things.create, { body: { name: 'a' } }, send);
    expect(requests.map(({ init }) => init.credentials)).toEqual([
      'include',
      'include',
      'include',
      'include',
    ]);
    expect(requests.map(({ init }) => [init.method, init.headers, init.body])).toEqual([
      ['GET', {}, null],
      ['PUT', {}, null],
      ['DELETE', {}, null],
      ['POST', { 'content-type': 'application/json' }, '{"name":"a"}'],
    ]);
  });

  test('a file is sent as a form, whose content type the browser writes itself', async () => {
    const { requests, send } = networkWith(202, '');
    const file = new File(['zip'], 'pages.zip');
    await call(things.import, { file, idempotencyKey: 'once' }, send);
    const { body, headers } = requests[0]!.init;
    expect(headers).toEqual({ 'idempotency-key': 'once' });
    expect((body as FormData).get('file')).toMatchObject({ name: 'pages.zip', size: 3 });
  });

  test('never sends a request twice, whatever the response', async () => {
    const { requests, send } = networkWith(503, '');
    await thrownBy(call(things.list, {}, send));
    expect(requests).toHaveLength(1);
  });
});

describe('API-06 addresses', () => {
  test.each([
    ['/a/:id', { id: 'x/../y?z#ä' }, {}, '/a/x%2F..%2Fy%3Fz%23%C3%A4'],
    ['/a/:id/b/:other', { id: 1, other: 2 }, undefined, '/a/1/b/2'],
    [
      '/a',
      {},
      { q: 'a b&c=d', none: undefined, nil: null, empty: '', zero: 0, no: false },
      '/a?q=a+b%26c%3Dd&zero=0&no=false',
    ],
    ['/a', undefined, {}, '/a'],
  ])('%s with %j and %j', (path, params, query, address) => {
    expect(addressOf(path, params, query)).toBe(address);
  });
});

describe('API-06 responses', () => {
  test('checks the response by its schema, and drops fields that the schema does not name', async () => {
    const answer = networkWith(200, '{"name":"a","passwordHash":"x"}');
    expect(await call(things.find, { params: { id: '1' } }, answer.send)).toEqual({ name: 'a' });
    const wrong = networkWith(200, '{"name":1}');
    await expect(call(things.find, { params: { id: '1' } }, wrong.send)).rejects.toThrow(z.core.$ZodError);
  });

  test('an endpoint without a result returns nothing', async () => {
    expect(await call(things.remove, { params: { id: '1' } }, networkWith(204, null).send)).toBeUndefined();
  });

  test('a page has its total and its next cursor from the headers', async () => {
    const headers = { 'x-total-count': '41', 'x-next-cursor': 'abc' };
    const { send } = networkWith(200, '[{"name":"a"}]', { headers });
    expect(await callForPage(things.list, { query: { limit: 1 } }, send)).toEqual({
      items: [{ name: 'a' }],
      total: 41,
      nextCursor: 'abc',
    });
    const last = await callForPage(things.list, {}, networkWith(200, '[]').send);
    expect(last).toEqual({ items: [], total: 0, nextCursor: undefined });
  });

  test.each([
    [
      404,
      '{"error":"Gone","message":"Gone","code":"not_found"}',
      'Not Found',
      '404: {"error":"Gone","message":"Gone","code":"not_found"}',
    ],
    [502, '', 'Bad Gateway', '502: Bad Gateway'],
    [500, '<h1>nginx</h1>', 'Internal Server Error', '500: <h1>nginx</h1>'],
  ])(
    "API-01 the error text of a %i is '{status}: {body or status text}'",
    async (status, body, statusText, text) => {
      const error = await thrownBy(call(things.list, {}, networkWith(status, body, { statusText }).send));
      expect(error.message).toBe(text);
      expect(error.status).toBe(status);
    },
  );

  test('API-01 the error text is the server’s own sentence, else the caller’s', async () => {
    const body = '{"error":"Gone","message":"Gone","code":"not_found","fields":{"a":"b"}}';
    const thrown = await thrownBy(call(things.list, {}, networkWith(404, body).send));
    expect(thrown.body).toMatchObject({ code: 'not_found', fields: { a: 'b' } });
    expect(messageOf(thrown, 'It failed')).toBe('Gone');
    expect(withReason('It failed.', thrown)).toBe('It failed. Gone');
    for (const body of ['{"error":"Gone"}', '{"message":"Gone"}']) {
      const short = await thrownBy(call(things.list, {}, networkWith(404, body).send));
      expect(messageOf(short, 'It failed')).toBe('Gone');
    }
    const proxy = await thrownBy(call(things.list, {}, networkWith(502, '<h1>').send));
    expect(proxy.body).toBeUndefined();
    expect(messageOf(proxy, 'It failed')).toBe('It failed');
    expect(withReason('It failed.', proxy)).toBe('It failed.');
    expect(messageOf(new TypeError('fetch failed'), 'It failed')).toBe('It failed');
  });
});
