import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knowledgeBase } from '../../contract/documents.ts';
import { operations } from '../../contract/operations.ts';
import { withApp } from '../../test/app.ts';
import { aDocument, PASSWORD } from '../../test/factories.ts';
import { prepareFirstAdministrator } from '../accounts/first-administrator.ts';
import { buildApp } from '../app.ts';
import { openDatabase } from '../db/open.ts';

const at = withApp({ settings: { METRICS_TOKEN: 'metrics-token-of-the-tests' } });
const authorization = 'Bearer metrics-token-of-the-tests';

describe('OPS-03 health', () => {
  test('OPS-03 both answers are good while all is well, to everybody', async () => {
    expect(await at.current.anonymous.call(operations.healthz, {})).toEqual({ status: 'ok' });
    expect(await at.current.anonymous.call(operations.readyz, {})).toEqual({ status: 'ready' });
  });
});

describe('OPS-03 without a database', () => {
  let app: FastifyInstance;
  const lines: string[] = [];
  beforeAll(async () => {
    const database = openDatabase(
      {
        host: '127.0.0.1',
        port: await aClosedPort(),
        user: 'u',
        password: 'the-database-password',
        database: 'd',
      },
      (message) => lines.push(message),
    );
    const { config, storage } = at.current;
    const live = { subscribe: () => () => undefined, stop: async () => undefined };
    const jobs = { start: async () => undefined };
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    app = await buildApp({ config, storage, live, jobs, log, database });
  });
  afterAll(() => app.close());

  test('OPS-03 the process is alive but not ready', async () => {
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const ready = await app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.headers['retry-after']).toBe('2');
    expect(ready.json()).toMatchObject({ code: 'unavailable' });
  });

  test('OPS-03 calls, images and events say when to come back and nothing of the database', async () => {
    for (const url of ['/api/documents', '/api/auth/user', '/objects/x', '/api/live', '/api/jobs/x']) {
      const answer = await app.inject({ url, headers: { cookie: 'sid=somebody' } });
      expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, '2']);
      expect(answer.json()).toMatchObject({ code: 'unavailable' });
      expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|select/i);
    }
    expect(lines.join('')).not.toContain('the-database-password');
  });
});

test('OPS-03 calls go on after all connections of the pool were cut', async () => {
  const ann = await at.current.signedIn();
  await Promise.all(Array.from({ length: 8 }, () => ann.call(knowledgeBase.list, {})));
  const admin = at.current.database.newClient();
  await admin.connect();
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await admin.end();
  // Calls that were given a connection before its loss was heard of say so; they may be repeated.
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ann.send({ url: '/api/knowledge-base' })),
  );
  for (const { statusCode, headers } of answers) {
    expect(['200 undefined', '503 2']).toContain(`${statusCode} ${headers['retry-after']}`);
  }
  expect((await ann.send({ url: '/api/knowledge-base' })).statusCode).toBe(200);
});

describe('OPS-03 metrics', () => {
  test('OPS-03 need the token where one is set', async () => {
    const { anonymous } = at.current;
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `${authorization}x` }]) {
      const answer = await anonymous.send({ url: '/metrics', headers });
      expect([answer.statusCode, answer.body.includes('process_cpu')]).toEqual([401, false]);
    }
    expect((await anonymous.send({ url: '/metrics', headers: { authorization } })).statusCode).toBe(200);
  });

  test('OPS-03 count answers by route and status, never by address', async () => {
    const ann = await at.current.signedIn();
    const id = await aDocument(at.current.database.db, ann.user);
    await ann.send({ url: `/api/documents/${id}?token=seen` });
    await ann.send({ url: '/api/documents/not-an-id' });
    await ann.send({ url: '/wp-login.php' });
    const { body } = await ann.send({ url: '/metrics', headers: { authorization } });
    const countOf = (route: string, status: number) =>
      new RegExp(
        String.raw`^http_request_duration_seconds_count\{method="GET",route="${route}",status="${status}"\} (\d+)$`,
        'm',
      ).exec(body)?.[1];
    expect([
      countOf('/api/documents/:id', 200),
      countOf('/api/documents/:id', 404),
      countOf('none', 404),
    ]).toEqual(['1', '1', '1']);
    expect(body).not.toMatch(new RegExp(`${id}|not-an-id|wp-login|seen`));
    expect(body).toMatch(/^database_connections\{state="idle"\} \d+$/m);
  });
});

test('OPS-03 the log tells each request and no secret', async () => {
  const { anonymous, logLines, config, database } = at.current;
  logLines.length = 0;
  const email = 'first@example.com';
  // There are accounts by now, so the link is one that no longer counts; its token is a secret all the same.
  const setup =
    (await prepareFirstAdministrator(database.db, config))?.split('setup=')[1] ??
    'a-one-time-token-of-a-link';
  const password = 'Wrong-pAssword-4-the-l0g!';
  await anonymous.send({ url: `/register?setup=${setup}` });
  await anonymous.send({
    method: 'POST',
    url: '/api/auth/register',
    payload: { email, firstName: 'A', lastName: 'B', password, confirmPassword: password, setup },
  });
  await anonymous.send({ method: 'POST', url: '/api/auth/login', payload: { email, password } });
  const ann = await at.current.signedIn();
  const login = await anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: ann.user.email, password: PASSWORD },
  });
  expect(login.statusCode).toBe(200);
  await anonymous.send({
    method: 'POST',
    url: '/api/auth/login',
    payload: `{"password": "${password}`,
    headers: { 'content-type': 'application/json' },
  });
  await ann.send({ url: '/api/documents?q=private-words', headers: { authorization } });
  const issued = String(login.headers['set-cookie']).split(';')[0]?.split('=')[1] ?? '';
  const log = logLines.join('\n');
  for (const path of ['/register', '/api/auth/register', '/api/auth/login', '/api/documents']) {
    expect(log).toContain(`"path":"${path}"`);
  }
  expect(issued.length).toBeGreaterThan(20);
  const secrets = [
    password,
    PASSWORD,
    setup,
    issued,
    ann.cookie.slice(4),
    'private-words',
    authorization.slice(7),
  ];
  for (const secret of secrets) expect(log).not.toContain(secret);
});

async function aClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
