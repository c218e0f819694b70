import { describe, expect, test } from 'vitest';
import { documents } from '../contract/documents.ts';
import { withApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { expectRefusal } from '../test/answers.ts';
import { isDatabaseAway } from './errors.ts';

const at = withApp();
const secure = withApp({ settings: { PUBLIC_URL: 'https://ops.example.com' } });

/** Runs with a table that the database does not know any more. */
async function withoutTable<T>(name: string, run: () => Promise<T>): Promise<T> {
  const { pool } = at.current.database;
  await pool.query(`alter table ${name} rename to away`);
  try {
    return await run();
  } finally {
    await pool.query(`alter table away rename to ${name}`);
  }
}

describe('threat 93 a surprise', () => {
  test('is a 500 without SQL or stack, whose reference stands in the log', async () => {
    const ann = await at.current.signedIn();
    const answer = await withoutTable('search_entries', () =>
      ann.send({ url: '/api/documents?q=hush-hush' }),
    );
    const { message } = expectRefusal(answer, 500, 'internal_error');
    const reference = /Reference: (\S+)$/.exec(message)?.[1];
    const line = at.current.logLines.find((text) => text.includes(`"reqId":"${reference}"`));
    expect(line).toContain('search_entries');
    expect(line).not.toContain('hush-hush');
  });

  test('takes back what its transaction wrote', async () => {
    const ann = await at.current.signedIn();
    const payload = { title: 'Half written', content: 'Text' };
    const answer = await withoutTable('audit_entries', () =>
      ann.send({ method: 'POST', url: '/api/documents', payload }),
    );
    expectRefusal(answer, 500, 'internal_error');
    const { rows } = await at.current.database.pool.query(
      `select 1 from documents where title = $1 union all select 2 from document_versions where title = $1
       union all select 3 from search_entries where title = $1`,
      [payload.title],
    );
    expect(rows).toEqual([]);
  });
});

describe('API-01 wrong input', () => {
  test('every field that is wrong is named with what is wrong about it', async () => {
    const ann = await at.current.signedIn();
    const payload = { title: ' ', tags: ['ok', 7], templateType: 'word', excerpt: 'x'.repeat(2_001) };
    const answer = await ann.send({ method: 'POST', url: '/api/documents', payload });
    const { message, fields } = expectRefusal(answer, 400, 'validation_failed');
    expect(Object.keys(fields ?? {}).toSorted()).toEqual([
      'content',
      'excerpt',
      'tags.1',
      'templateType',
      'title',
    ]);
    expect(fields?.['title']).toBe('Title is required');
    expect(message).toBe('title: Title is required');
  });
});

describe('threat 37 headers of every answer', () => {
  const paths: [string, string, number][] = [
    ['JSON', '/api/documents', 200],
    ['a health check', '/healthz', 200],
    ['nothing of that name', '/api/nothing', 404],
    ['an id that is none', '/api/documents/x', 404],
    ['an address that cannot be read', '/api/documents/%', 404],
    ['wrong input', '/api/documents?limit=none', 400],
    ['the page of the API', '/api/docs', 200],
    ['its script', '/api/docs/start.js', 200],
    ['its style sheet', '/api/docs/assets/swagger-ui.css', 200],
    ['a redirect', '/api/logout', 302],
  ];

  async function expectGuarded(app: TestApp, url: string, status: number, cookie: string) {
    const { headers, statusCode } = await app.app.inject({ url, headers: { cookie } });
    expect(statusCode).toBe(status);
    const policy = String(headers['content-security-policy']);
    const ofScripts = policy.split(';').find((part) => part.startsWith('script-src'));
    expect(ofScripts).toBe("script-src 'self'");
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split(';')).toContain(part);
    expect(policy).not.toMatch(/unsafe-eval|upgrade-insecure|\*/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    return headers;
  }

  test.each(paths)('%s (%s)', async (_, url, status) => {
    const { cookie } = await at.current.signedIn();
    const headers = await expectGuarded(at.current, url, status, cookie);
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test('refusals of every kind carry them too', async () => {
    await expectGuarded(at.current, '/api/documents', 401, '');
    await withoutTable('search_entries', async () => {
      await expectGuarded(at.current, '/api/documents', 500, (await at.current.signedIn()).cookie);
    });
    const foreign = await at.current.app.inject({
      method: 'POST',
      url: '/api/documents',
      headers: { origin: 'null' },
    });
    expect(foreign.headers).toHaveProperty('content-security-policy');
    const large = await at.current.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: `"${'x'.repeat(2_000_000)}"`,
    });
    expect([large.statusCode, large.headers['x-content-type-options']]).toEqual([413, 'nosniff']);
  });

  test('https alone asks browsers to stay with https', async () => {
    const headers = await expectGuarded(secure.current, '/healthz', 200, '');
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });

  test.each(paths.filter(([, url]) => !url.includes('assets')))(
    'threat 38 %s is kept by no cache (%s)',
    async (_, url) => {
      const { cookie } = await at.current.signedIn();
      const { headers } = await at.current.app.inject({ url, headers: { cookie } });
      expect(headers['cache-control']).toBe('no-store');
    },
  );
});

describe('what counts as the database being away', () => {
  test.each([
    { syscall: 'connect', code: 'ECONNREFUSED' },
    { syscall: 'connect', code: 'ENOENT' },
    { code: 'ECONNREFUSED', errors: [{ syscall: 'connect' }] },
    { syscall: 'read', code: 'ECONNRESET' },
    { syscall: 'write', code: 'EPIPE' },
    { code: '57P01' },
    { code: '57P03' },
    { code: '53300' },
    { code: '08006' },
    { message: 'timeout exceeded when trying to connect' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'Client has encountered a connection error and is not queryable' },
  ])('%j', (cause) => {
    expect(isDatabaseAway(Object.assign(new Error('x'), cause))).toBe(true);
    expect(isDatabaseAway(Object.assign(new Error('Failed query'), { cause }))).toBe(true);
  });

  test.each([{ code: '23505' }, { code: '57014' }, { syscall: 'open', code: 'ENOENT' }, {}])(
    'not %j',
    (cause) => {
      expect(isDatabaseAway(Object.assign(new Error('x'), cause))).toBe(false);
    },
  );

  test('every call of a list says 503 with when to come back, then works again', async () => {
    const ann = await at.current.signedIn();
    const { pool } = at.current.database;
    const connect = pool.connect.bind(pool);
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
    pool.connect = () => Promise.reject(refused);
    pool.query = () => Promise.reject(refused) as never;
    for (const url of ['/api/documents', '/api/jobs/6d9fbd2c-8b1f-4b5c-9a0e-2f0f3ab4cd11', '/readyz']) {
      const answer = await ann.send({ url });
      expectRefusal(answer, 503, 'unavailable');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    pool.connect = connect;
    Reflect.deleteProperty(pool, 'query');
    expect(await ann.call(documents.list, {})).toEqual([]);
  });
});
