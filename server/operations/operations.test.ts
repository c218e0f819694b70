import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import { isInstalled } from '../../test/programs.ts';

const at = withApp();
const guarded = withApp({ settings: { METRICS_TOKEN: 'metrics-token-of-ours' } });

describe('OPS-03 health', () => {
  test('healthz reports that the process lives, readyz that it can serve', async () => {
    expect((await at.current.anonymous.send({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await at.current.anonymous.send({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  });

  test('readyz does not wait for a database that hangs', async () => {
    const { pool } = at.current.database;
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    const { promise: mended, resolve: mend } = Promise.withResolvers<void>();
    // Background jobs query at the same time. Their queries resume later, so that they end before the app does.
    pool.query = ((...args: unknown[]) => mended.then(() => query(...args))) as typeof pool.query;
    const answer = await at.current.anonymous.send({ url: '/readyz' });
    Reflect.deleteProperty(pool, 'query');
    mend();
    expectRefusal(answer, 503, 'unavailable');
    expect(answer.headers['retry-after']).toBe('2');
    expect((await at.current.anonymous.send({ url: '/healthz' })).statusCode).toBe(200);
  });
});

describe('OPS-03 metrics', () => {
  test.skipIf(!isInstalled('prometheus'))('F1 no call adds a line or a series to /metrics', async () => {
    const { anonymous } = at.current;
    for (const text of ['a"} 1', 'a%0Aops_hub_fake 1', '%22%5C', 'ü'])
      for (const url of [`/${text}`, `/api/documents/${text}`, `/api/servers?q=${text}`])
        await anonymous.send({ url: encodeURI(url), headers: { 'user-agent': text.replace('ü', 'u') } });
    const { body } = await anonymous.send({ url: '/metrics' });
    expect(body).not.toMatch(/fake|ü|%22|a\\"/);
    const checked = spawnSync('promtool', ['check', 'metrics'], {
      input: body,
      timeout: 60_000,
      encoding: 'utf8',
    });
    expect(checked.stderr).not.toMatch(/error/i);
    // 3: readable, with advice about names.
    expect([0, 3]).toContain(checked.status);
  });

  test('count responses by route and status, never by id', async () => {
    const ann = await at.current.signedIn();
    const id = await aDocument(at.current.database.db, ann.user);
    await ann.send({ url: `/api/documents/${id}` });
    await ann.send({ url: '/somewhere/else' });
    const { body, headers } = await at.current.anonymous.send({ url: '/metrics' });
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/documents/:id",status="200"} 1',
    );
    expect(body).toContain('route="none",status="404"');
    expect(body).not.toContain(id);
    expect(body).toMatch(/^database_connections\{state="idle"\} \d+$/m);
    expect(body).toMatch(/^process_cpu_seconds_total /m);
  });

  test('threat 93 need the METRICS_TOKEN if it is set', async () => {
    const ask = (authorization?: string) =>
      guarded.current.anonymous.send({ url: '/metrics', headers: authorization ? { authorization } : {} });
    for (const wrong of [
      undefined,
      'Bearer',
      'Bearer metrics-token-of-our',
      'Bearer metrics-token-of-ourz',
      'Basic metrics-token-of-ours',
      'metrics-token-of-ours',
    ])
      expectRefusal(await ask(wrong), 401, 'signed_out');
    expect((await ask('Bearer metrics-token-of-ours')).statusCode).toBe(200);
  });
});

test.each([
  'package.json',
  'index.html',
  'swagger-ui.js',
  'swagger-ui-bundle.js.map',
  '',
  '../package.json',
  '..%2fpackage.json',
  '%2e%2e/swagger-ui-dist/package.json',
  'swagger-ui.css/../package.json',
])('API-03 serves only files of the page: %s', async (file) => {
  const answer = await at.current.anonymous.send({ url: `/api/docs/assets/${file}` });
  expect([404, 403]).toContain(answer.statusCode);
  expect(answer.body).not.toContain('swagger');
});

test('API-03 the content policy limits the page to scripts from files', async () => {
  const { headers } = await at.current.anonymous.send({ url: '/api/docs' });
  expect(headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
});
