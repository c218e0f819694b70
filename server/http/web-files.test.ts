import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { webFiles } from './web-files.ts';

let app: FastifyInstance;
let remove: () => Promise<void>;

beforeAll(async () => {
  const temporary = await openTemporaryFolder();
  remove = temporary.remove;
  await mkdir(join(temporary.folder, 'assets'));
  await writeFile(join(temporary.folder, 'index.html'), '<title>Ops Hub</title>');
  await writeFile(join(temporary.folder, 'assets/app-1.js'), 'start()');
  await writeFile(join(temporary.folder, 'assets/app-1.js.br'), brotliCompressSync('start()'));
  app = Fastify();
  await webFiles(app, temporary.folder);
});

afterAll(async () => {
  await app.close();
  await remove();
});

test.each([
  '/',
  '/?q=x',
  '/login',
  '/knowledge-base',
  '/knowledge-base/',
  '/assets/',
  '/no-such-page',
  '/a%2fb',
])('OPS-01 %s shows the application', async (url) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
  expect(answer.body).toBe('<title>Ops Hub</title>');
  const head = await app.inject({ method: 'HEAD', url });
  expect(head.statusCode).toBe(200);
  expect(head.body).toBe('');
});

test('SHELL-10 the page names the files of the requested screen, for visitors and for people with a session', async () => {
  const folder = await openTemporaryFolder();
  await writeFile(join(folder.folder, 'index.html'), '<head><title>Ops Hub</title></head>');
  const files = {
    screens: { '/': ['assets/dashboard.js'], '/infrastructure/:': ['assets/server.js', 'assets/server.css'] },
    visitors: { '/': ['assets/landing.js'], '/login': ['assets/login.js'] },
  };
  await writeFile(join(folder.folder, 'preloads.json'), JSON.stringify(files));
  const named = Fastify();
  await webFiles(named, folder.folder);
  const linked = async (url: string, cookie = '') =>
    [...(await named.inject({ url, headers: { cookie } })).body.matchAll(/href="\/assets\/([\w.]+)"/g)].map(
      ([, name]) => name,
    );
  expect(await linked('/')).toEqual(['landing.js']);
  expect(await linked('/', 'a=b; sid=1')).toEqual(['dashboard.js']);
  expect(await linked('/infrastructure/1?x=/', '__Host-sid=1')).toEqual(['server.js', 'server.css']);
  expect(await linked('/no-such-page', 'sid=1')).toEqual([]);
  await named.close();
  await folder.remove();
});

test('SHELL-10 the page of a member preloads the first calls of the screen, and that of nobody else does', async () => {
  const { folder, remove: removeFolder } = await openTemporaryFolder();
  await writeFile(join(folder, 'index.html'), '<head><title>Ops Hub</title></head>');
  const files = {
    screens: {
      '/pages': ['assets/list.js'],
      '/pages?doc': ['assets/editor.js'],
      '/print/:': ['assets/print.js'],
    },
    visitors: { '/login': ['assets/login.js'] },
    reads: {
      '/pages': ['/api/pages?limit=2&sort=a'],
      '/pages?doc': ['/api/pages/:/all'],
      '/print/:': ['/api/pages/:'],
    },
  };
  await writeFile(join(folder, 'preloads.json'), JSON.stringify(files));
  const asking = Fastify();
  await webFiles(asking, folder);
  const head = async (url: string, cookie: string) =>
    (await asking.inject({ url, headers: { cookie } })).body;
  const preloadsOf = async (url: string, cookie = 'sid=1') =>
    [...(await head(url, cookie)).matchAll(/as="fetch" crossorigin="use-credentials" href="([^"]*)"/g)].map(
      ([, address]) => address,
    );
  const frame = ['/api/auth/user', '/api/settings'];
  expect(await preloadsOf('/pages')).toEqual([...frame, '/api/pages?limit=2&amp;sort=a']);
  // A filtered list needs another call.
  expect(await preloadsOf('/pages?q=x')).toEqual(frame);
  expect(await preloadsOf('/pages?view=list&doc=7')).toEqual([...frame, '/api/pages/7/all']);
  expect(await head('/pages?doc=7', 'sid=1')).toContain('assets/editor.js');
  expect(await preloadsOf('/pages?doc=%22%3E%3Cscript%3E')).toEqual([
    ...frame,
    '/api/pages/%22%3E%3Cscript%3E/all',
  ]);
  expect(await preloadsOf('/print/7')).toEqual([...frame, '/api/pages/7']);
  expect(await preloadsOf('/login')).toEqual(['/api/auth/user']);
  expect(await preloadsOf('/login', '')).toEqual([]);
  await asking.close();
  await removeFolder();
});

test('ROUTE-04 a page without a session contains its prerendered text, and redirects a screen to sign-in and back', async () => {
  const { folder, remove: removeFolder } = await openTemporaryFolder();
  await writeFile(
    join(folder, 'index.html'),
    '<html lang="en"><head></head><body><div id="root">\n<main>Loading...</main>\n</div></body></html>',
  );
  const files = { screens: { '/team': ['assets/team.js'] }, visitors: { '/login': ['assets/login.js'] } };
  await writeFile(join(folder, 'preloads.json'), JSON.stringify(files));
  await writeFile(
    join(folder, 'prerendered.json'),
    JSON.stringify({ '/login': '<h1>Sign in for $& $1</h1>' }),
  );
  const drawn = Fastify();
  await webFiles(drawn, folder);
  const open = async (url: string, cookie = '') => (await drawn.inject({ url, headers: { cookie } })).body;
  const markup = '<div id="root" data-prerendered><h1>Sign in for $& $1</h1></div>';
  expect(await open('/login')).toContain(markup);
  expect(await open('/login')).toContain('<html data-visitor lang="en">');
  expect(await open('/login?next=%2Fteam')).toContain(markup);
  // The page shows this error, which the prerendered page does not contain.
  expect(await open('/login?error=invalid_state')).toContain('Loading...');
  expect(await open('/login', 'sid=1')).toContain('Loading...');
  expect(await open('/login', 'sid=1')).not.toContain('data-visitor');
  const led = await drawn.inject('/team?q=a&member=b');
  expect([led.statusCode, led.headers.location]).toEqual([302, '/login?next=%2Fteam%3Fq%3Da%26member%3Db']);
  await drawn.close();
  await removeFolder();
});

test('F1 no address becomes markup of the page or another site to go to', async () => {
  const { folder, remove: removeFolder } = await openTemporaryFolder();
  await writeFile(join(folder, 'index.html'), '<html><head></head><body><div id="root"></div></body></html>');
  const pages = ['/knowledge-base', '/knowledge-base?doc', '/infrastructure/:'];
  const files = Object.fromEntries(pages.map((page) => [page, ['assets/a.js']]));
  const reads = Object.fromEntries(pages.map((page) => [page, ['/api/documents/:']]));
  await writeFile(join(folder, 'preloads.json'), JSON.stringify({ screens: files, reads }));
  const built = Fastify();
  await webFiles(built, folder);
  for (const text of [
    '"><script>alert(1)</script>',
    "'><img src=x onerror=a>",
    '$&$`',
    '%22%3E%3Cscript%3E',
  ]) {
    for (const url of [`/knowledge-base?doc=${text}`, `/infrastructure/${encodeURIComponent(text)}`]) {
      const { body } = await built.inject({ url, headers: { cookie: 'sid=1' } });
      expect(body).not.toMatch(/<script>|<img|<body>.*<body>/);
      const { headers } = await built.inject({ url });
      expect(headers.location).toMatch(/^\/login\?next=[\w.%~!*'()-]+$/);
    }
  }
  await built.close();
  await removeFolder();
});

test('OPS-01 browsers keep built files permanently and revalidate the page itself', async () => {
  const built = await app.inject('/assets/app-1.js');
  expect(built.body).toBe('start()');
  expect(built.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await app.inject('/')).headers['cache-control']).toBe('no-cache');
});

test.each(['/api/nothing', '/api', '/objects/x', '/assets/old-2.js', '/..%2f..%2fpackage.json'])(
  'API-01 %s is no page: 404 with the error body',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  },
);

test('OPS-01 sends precompressed files to browsers that accept them', async () => {
  const packed = await app.inject({ url: '/assets/app-1.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching(/javascript/),
  });
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('start()');
});
