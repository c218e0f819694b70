import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentShares } from '../../contract/calls/sharing.ts';
import { withApp } from '../../test/app.ts';
import { aDocument, aSession, aUser } from '../../test/factories.ts';
import { watchRoutes } from '../../test/registered-routes.ts';
import { aStoredImage } from '../../test/stored-image.ts';

const screens = mkdtempSync(join(tmpdir(), 'ops-hub-screens-'));
afterAll(() => rmSync(screens, { recursive: true }));
for (const folder of ['assets', 'diagram', 'ocr']) mkdirSync(join(screens, folder));
for (const file of ['index.html', 'sw.js', 'assets/app-1.js', 'diagram/frame.html', 'ocr/worker.js'])
  writeFileSync(join(screens, file), 'x');

const routes = watchRoutes();
const at = withApp({ screens });
const secure = withApp({ settings: { PUBLIC_URL: 'https://ops.example.com' } });

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default pasted',
];
const USUAL = {
  'content-security-policy': POLICY.join(';'),
  'x-answered-by': 'ops-hub',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'strict-transport-security': undefined,
  'x-powered-by': undefined,
  server: undefined,
};

type Headers = IncomingHttpHeaders | OutgoingHttpHeaders;

/** The headers of a response that differ from the usual ones. Empty if all are right. */
const unusual = (headers: Headers, usual: Record<string, string | undefined> = USUAL) =>
  Object.fromEntries(
    Object.entries(usual).flatMap(([name, value]) =>
      headers[name] === value ? [] : [[name, headers[name] ?? 'missing']],
    ),
  );

async function headersOf(request: InjectOptions) {
  // The headers are enough, because an event stream has no end.
  const answer = await at.current.app.inject({ ...request, payloadAsStream: true });
  answer.stream().destroy();
  return { status: answer.statusCode, headers: answer.headers };
}

const roles = ['nobody', 'admin'] as const;

async function cookieOf(role: (typeof roles)[number]): Promise<string> {
  if (role === 'nobody') return '';
  const { db } = at.current.database;
  return `sid=${await aSession(db, await aUser(db, { role }))}`;
}

type Answer = Awaited<ReturnType<typeof headersOf>> & { method: string; url: string; role: string };

/** The responses of every route to every role, requested once for all tests. */
const answers: Answer[] = [];
beforeAll(async () => {
  const { db } = at.current.database;
  const document = await aDocument(db, await aUser(db));
  // Both servers of this file have the same routes.
  const different = new Map(routes.map((route) => [`${route.method} ${route.url}`, route]));
  for (const { method, url } of different.values())
    for (const role of roles) {
      const address = url.replace(/:\w+/g, url.includes('documents') ? document : randomUUID());
      const answer = await headersOf({
        method: method as 'GET',
        url: address.replace('*', 'nothing'),
        headers: { cookie: await cookieOf(role) },
      });
      answers.push({ ...answer, method, url, role });
    }
}, 240_000);

describe('threat 37 headers of every response', () => {
  test('every route sends them to everybody; only the page of the API does without Trusted Types', async () => {
    expect(answers.length).toBeGreaterThan(400);
    const withoutTypes = POLICY.filter((part) => !part.includes('trusted-types')).join(';');
    const others: Record<string, object> = {};
    for (const { url, headers } of answers) {
      const found = unusual(headers);
      if (Object.keys(found).length > 0) others[url] = found;
    }
    expect(others).toEqual({
      '/api/docs': { 'content-security-policy': withoutTypes },
      '/diagram/frame.html': {
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox allow-scripts$/),
        'x-frame-options': 'SAMEORIGIN',
        'cross-origin-resource-policy': 'cross-origin',
        'origin-agent-cluster': '?0',
      },
      // Shown at any address during an outage.
      '/index.html': { 'referrer-policy': 'no-referrer' },
      '/ocr/worker.js': {
        'content-security-policy':
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
      },
    });
  });

  test('images, including those of a share, cannot do anything', async () => {
    const ann = await at.current.signedIn();
    const id = await aStoredImage(at.current, ann.user.id);
    const documentId = await aDocument(at.current.database.db, ann.user, { content: `![x](/objects/${id})` });
    const { url } = await ann.call(documentShares.create, { params: { id: documentId }, body: {} });
    const token = url.split('/share/')[1];
    // A share link shows images only after it was opened.
    await at.current.anonymous.send({ url: `/api/share/${token}` });
    for (const address of [`/objects/${id}`, `/objects/${id}/shared/${token}`]) {
      const { status, headers } = await headersOf({ url: address, headers: { cookie: ann.cookie } });
      expect(status).toBe(200);
      expect(unusual(headers)).toEqual({ 'content-security-policy': "default-src 'none'; sandbox" });
    }
  });

  test.each<[string, number, InjectOptions]>([
    ['the application', 200, { url: '/knowledge-base' }],
    ['the script of the API page', 200, { url: '/api/docs/start.js' }],
    ['its style sheet', 200, { url: '/api/docs/assets/swagger-ui.css' }],
    ['an unknown path', 404, { url: '/api/nothing' }],
    ['an unknown file', 404, { url: '/assets/old.js' }],
    ['an invalid id', 404, { url: '/api/documents/x' }],
    ['an invalid address', 404, { url: '/api/documents/%' }],
    ['invalid input', 400, { url: '/api/documents?limit=none' }],
    ['another site', 403, { method: 'POST', url: '/api/documents', headers: { origin: 'null' } }],
    [
      'a body too large',
      413,
      { method: 'POST', url: '/api/auth/login', payload: { email: 'x'.repeat(2_000_000) } },
    ],
    [
      'a body that is not JSON',
      400,
      {
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: '{',
      },
    ],
  ])('%s (%i) sends them', async (_, status, request) => {
    const headers = { cookie: (await at.current.signedIn()).cookie, ...request.headers };
    const answer = await headersOf({ ...request, headers });
    expect(answer.status).toBe(status);
    // A mail may link to this page with a secret in the address.
    const usual = request.url === '/knowledge-base' ? { ...USUAL, 'referrer-policy': 'no-referrer' } : USUAL;
    expect(unusual(answer.headers, usual)).toEqual({});
  });

  test('so does an unexpected error', async () => {
    const { cookie } = await at.current.signedIn();
    const { pool } = at.current.database;
    await pool.query('alter table search_entries rename to away');
    const answered = headersOf({ url: '/api/documents', headers: { cookie } });
    await Promise.allSettled([answered]);
    await pool.query('alter table away rename to search_entries');
    const { status, headers } = await answered;
    expect(status).toBe(500);
    expect(unusual(headers)).toEqual({});
  });

  test('only https tells browsers to stay with https', async () => {
    const { headers } = await secure.current.app.inject('/healthz');
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  });
});

test('threat 37 every text names its charset', async () => {
  const screen = { method: 'GET', url: '/knowledge-base' } as const;
  const ofScreen = roles.map(async (role) => ({
    ...screen,
    ...(await headersOf({ ...screen, headers: { cookie: await cookieOf(role) } })),
  }));
  const unnamed: Record<string, unknown> = {};
  for (const { method, url, status, headers } of [...answers, ...(await Promise.all(ofScreen))]) {
    const type = String(headers['content-type'] ?? '');
    if (/^text\/|json|xml|javascript/.test(type) && !/charset=utf-8/i.test(type))
      unnamed[`${method} ${url} ${status}`] = type;
  }
  // Event streams are UTF-8 by definition.
  expect(unnamed).toEqual({
    'GET /api/live 200': 'text/event-stream',
    'HEAD /api/live 200': 'text/event-stream',
  });
});

test('threat 38 no cache stores a response, except files without personal data', () => {
  const kept: Record<string, unknown> = {};
  for (const { method, url, role, headers } of answers)
    if (method === 'GET' && role === 'admin' && headers['cache-control'] !== 'no-store')
      kept[url] = headers['cache-control'];
  expect(kept).toEqual({
    '/index.html': 'no-cache',
    '/sw.js': 'no-cache',
    '/diagram/frame.html': 'no-cache',
    '/ocr/worker.js': 'no-cache',
    '/assets/app-1.js': 'public, max-age=31536000, immutable',
  });
});
