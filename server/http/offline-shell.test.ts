import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { webFiles } from './web-files.ts';

let folder: string;
let remove: () => Promise<void>;

const FILES = {
  'index.html': '<html lang="en"><head><script src="/before-paint.js"></script></head></html>',
  'before-paint.js': 'paint()',
  'sw.js': 'keep();',
  'sw-off.js': 'removeAll();',
  'assets/app-1.js': 'start()',
  'assets/app-1.js.br': 'packed',
  'ocr/worker.js': 'read()',
  'preloads.json': JSON.stringify({
    screens: { '/': [], '/infrastructure/:': [], '/documents?doc': [] },
    visitors: { '/': [], '/login': [] },
  }),
};

beforeAll(async () => {
  ({ folder, remove } = await openTemporaryFolder());
  for (const name of ['assets', 'ocr']) await mkdir(join(folder, name));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
});
afterAll(() => remove());

/** What a start with the setting serves. */
async function served(offlineDays: number | undefined) {
  const app = Fastify();
  await webFiles(app, folder, { offlineDays });
  const [worker, shell, screen, visitor] = await Promise.all([
    app.inject('/sw.js'),
    app.inject('/index.html'),
    app.inject({ url: '/', headers: { cookie: 'sid=1' } }),
    app.inject('/login'),
  ]);
  await app.close();
  const facts = Object.fromEntries(
    [...worker.body.matchAll(/^const (\w+) = (.*);$/gm)].map(([, name = '', value = '']) => [
      name,
      JSON.parse(value) as unknown,
    ]),
  );
  return { worker, facts, shell, pages: [shell, screen, visitor].map(({ body }) => body) };
}

test('OUTAGE-03 the worker knows the files and screens of its build, and every page names the same build', async () => {
  const { worker, facts, shell, pages } = await served(7);
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(worker.body).toMatch(/\nkeep\(\);$/);
  expect(facts).toEqual({
    BUILD: expect.stringMatching(/^[0-9a-f]{16}$/),
    FILES: [expect.stringMatching(/^\/before-paint\.js\?[0-9a-f]{16}$/), '/assets/app-1.js'],
    SCREENS: ['/', '/infrastructure/:', '/login'],
  });
  expect(shell.headers['cache-control']).toBe('no-cache');
  for (const page of pages) {
    expect(page).toContain(` data-build="${String(facts['BUILD'])}" data-offline-days="7"`);
    expect(page).toContain(`src="${String((facts['FILES'] as string[])[0])}"`);
  }
  // Nobody's data, and no visitor: a member may be signed in.
  expect(shell.body).not.toMatch(/data-visitor|\/api\//);
});

test('OUTAGE-03 another file, another first script, another worker or another number of days is another build', async () => {
  const buildOf = async (days = 7) => (await served(days)).facts['BUILD'];
  const first = await buildOf();
  expect(await buildOf()).toBe(first);
  const builds = [first, await buildOf(8)];
  await rename(join(folder, 'assets/app-1.js'), join(folder, 'assets/app-2.js'));
  builds.push(await buildOf());
  for (const name of ['before-paint.js', 'sw.js', 'index.html']) {
    await writeFile(join(folder, name), `${FILES[name as keyof typeof FILES]} `);
    builds.push(await buildOf());
  }
  expect(new Set(builds).size).toBe(builds.length);
});

test('OUTAGE-03 OFFLINE=off serves the worker that removes itself, and tells pages not to register one', async () => {
  const { worker, pages } = await served(undefined);
  expect(worker.body).toBe('removeAll();');
  expect(worker.headers['cache-control']).toBe('no-cache');
  for (const page of pages) expect(page).not.toMatch(/data-(build|offline-days)/);
});
