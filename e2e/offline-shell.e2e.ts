import { chromium, expect, type Page } from '@playwright/test';
import { copyFolder } from '../test/copy-folder.ts';
import { expectReadable } from './accessible.ts';
import { type Front, openFront, waiting } from './front-proxy.ts';
import { ADMINISTRATOR, type Hub, openDataDir, startHub } from './hub.ts';
import { send, test as base } from './signed-in.ts';

const test = base.extend<{ front: Front }>({
  front: async ({ hub }, use) => {
    const front = await openFront(hub);
    await use(front);
    await front.end();
  },
});
test.use({ serviceWorkers: 'allow' });
test.describe.configure({ timeout: 180_000 });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The state of the worker, and the names of what the browser keeps. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return { state: registration?.active?.state, caches: await caches.keys() };
  });

/** Opens the dashboard and waits until the shell is kept. */
async function openAndKeep(page: Page, front: Front): Promise<void> {
  await page.goto(`${front.url}/`);
  await expect(heading(page, 'Dashboard')).toBeVisible();
  // A busy machine fetches its files slowly.
  await expect.poll(() => kept(page), { timeout: 60_000 }).toMatchObject({ state: 'activated' });
}

async function aDocument(hub: Hub, cookie: string, title: string): Promise<string> {
  const made = await send(hub, cookie, '/api/documents', { title, content: 'Restart *kelp-01* first.' });
  return ((await made.json()) as { id: string }).id;
}

test('OUTAGE-03 a reload while the server is gone, silent or behind a failing proxy shows the product, which goes on by itself', async ({
  signedIn: page,
  hub,
  cookie,
  front,
}) => {
  const id = await aDocument(hub, cookie, 'Kelp runbook');
  await openAndKeep(page, front);
  for (const way of ['gone', 'silent', 502, 503, 504, 403, 404] as const) {
    for (const path of ['/', `/knowledge-base/${id}`, '/infrastructure?q=kelp#end']) {
      await front.be(way);
      const shown = await page.goto(front.url + path);
      expect(shown?.fromServiceWorker(), `${way} ${path}`).toBe(true);
      expect(await shown?.text()).toContain('data-build=');
      // Without an answer the application still waits for who is signed in.
      if (way !== 'silent') await expect(waiting(page), `${way} ${path}`).toBeVisible();
      await expect(page.getByText('A page of the proxy')).toHaveCount(0);
      expect(page.url()).toBe(front.url + path);
    }
    if (way === 'gone') await expectReadable(page);
    await front.be('open');
    await expect(heading(page, 'Infrastructure'), `after ${way}`).toBeVisible({ timeout: 60_000 });
  }
});

test('OUTAGE-03 what the product answers is shown as it is: its text, its refusals, its redirects and its sign-in', async ({
  signedIn: page,
  hub,
  cookie,
  front,
}) => {
  const id = await aDocument(hub, cookie, 'Coral runbook');
  await openAndKeep(page, front);
  // On a busy machine the server may take longer than the worker waits.
  await expect(async () => {
    const opened = await page.goto(`${front.url}/knowledge-base/${id}`);
    expect(opened?.fromServiceWorker()).toBe(true);
    expect(await opened?.text()).toContain('<em>kelp-01</em>');
    const missing = await page.goto(`${front.url}/knowledge-base/${crypto.randomUUID()}`);
    expect(missing?.status()).toBe(404);
  }).toPass();
  // Calls and what the server itself shows do not pass by the worker.
  const call = await page.goto(`${front.url}/api/auth/user`);
  expect(call?.fromServiceWorker()).toBe(false);
  await front.be(403);
  await page.goto(`${front.url}/api/docs`);
  await expect(page.getByText('A page of the proxy')).toBeVisible();
  // A proxy that asks who somebody is, and one that leads to a page for that.
  await front.be(401);
  await expect(async () => {
    await page.goto(`${front.url}/infrastructure`);
    await expect(page.getByText('A page of the proxy')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await front.be('open');
  await page.context().clearCookies();
  await page.goto(`${front.url}/infrastructure?q=a`);
  await expect(page).toHaveURL(`${front.url}/login?next=%2Finfrastructure%3Fq%3Da`);
});

test('OUTAGE-03 the worker keeps the files of one build, and nothing that a call or a document says', async ({
  signedIn: page,
  hub,
  cookie,
  front,
}) => {
  const id = await aDocument(hub, cookie, 'Secret runbook');
  await openAndKeep(page, front);
  for (const [path, seen] of [
    [`/knowledge-base/${id}`, 'Secret runbook'],
    [`/print/${id}`, 'Secret runbook'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(front.url + path);
    await expect(heading(page, seen).first()).toBeVisible();
  }
  const addresses = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return found.map((url) => new URL(url).pathname);
  });
  expect(addresses.length).toBeGreaterThan(100);
  expect(
    addresses.filter((path) => !/^\/(assets\/[\w-]+\.\w+|before-paint\.js|index\.html|build)$/.test(path)),
  ).toEqual([]);
  const shell = await page.evaluate(async () => (await caches.match('/index.html'))?.text());
  expect(shell).not.toMatch(/Secret|kelp|Ann/);
});

test('OUTAGE-03 the first visit has finished before the browser fetches what it keeps', async ({
  signedIn: page,
  front,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${front.url}/infrastructure`);
  await expect(heading(page, 'Infrastructure')).toBeVisible();
  expect(asked.filter((path) => path === '/sw.js')).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  // A busy machine fetches its files slowly.
  await expect.poll(() => kept(page), { timeout: 60_000 }).toMatchObject({ state: 'activated' });
});

/** Answers everything with nothing, also the pages. */
const BROKEN = `
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('fetch', (event) => event.respondWith(new Response('broken')));`;

test('OUTAGE-03 OFFLINE=off removes a worker that is broken, and all that it kept', async ({
  signedIn: page,
  front,
}) => {
  front.replace('/sw.js', BROKEN);
  await openAndKeep(page, front);
  await page.evaluate(async () => (await caches.open('shell-left')).put('/x', new Response('x')));
  await page.goto(`${front.url}/infrastructure`);
  await expect(page.getByText('broken')).toBeVisible();

  const { dataDir, remove } = await openDataDir('off-');
  await copyFolder(process.env['FIRST_START'] ?? '', dataDir);
  const off = await startHub(dataDir, { ...ADMINISTRATOR, OFFLINE: 'off' });
  front.replace('/sw.js', undefined);
  front.leadTo(off);
  await expect
    .poll(() => page.goto(`${front.url}/login`).then((answer) => answer?.text()), { timeout: 60_000 })
    .toContain('Ops Hub');
  await expect.poll(() => kept(page)).toEqual({ state: undefined, caches: [] });
  // Nothing registers again.
  await page.waitForTimeout(6_000);
  expect(await kept(page)).toEqual({ state: undefined, caches: [] });
  await off.stop();
  await remove();
});

test('OUTAGE-03 a browser without room keeps nothing, says nothing, and shows every screen', async ({
  signedIn: page,
  front,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: front.url, quotaSize: 100_000 });
  await page.goto(`${front.url}/`);
  await expect(heading(page, 'Dashboard')).toBeVisible();
  // The worker is installed and fails.
  await page.waitForTimeout(8_000);
  expect(await kept(page)).toEqual({ state: undefined, caches: [] });
  for (const [link, seen] of [
    ['Infrastructure', 'Infrastructure'],
    ['Settings', 'Settings'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(heading(page, seen)).toBeVisible();
  }
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(errors).toEqual([]);
  // With room again, the next visit keeps it.
  await session.send('Storage.overrideQuotaForOrigin', { origin: front.url });
  await page.reload();
  // A busy machine fetches its files slowly.
  await expect.poll(() => kept(page), { timeout: 60_000 }).toMatchObject({ state: 'activated' });
});

for (const name of ['serviceWorker', 'caches', 'indexedDB'])
  test(`OUTAGE-03 a browser that forbids ${name} shows every screen and no error`, async ({
    signedIn: page,
    front,
  }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.addInitScript((forbidden) => {
      const owner = forbidden === 'serviceWorker' ? Navigator.prototype : globalThis;
      Object.defineProperty(owner, forbidden, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
    }, name);
    await page.goto(`${front.url}/infrastructure`);
    await expect(heading(page, 'Infrastructure')).toBeVisible();
    await page.waitForTimeout(6_000);
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await expect(heading(page, 'Settings')).toBeVisible();
    expect(errors).toEqual([]);
  });

// Contexts of Playwright are private windows.
test('OUTAGE-03 a private window keeps the shell until it is closed', async ({
  signedIn: page,
  browser,
  front,
}) => {
  await openAndKeep(page, front);
  await front.be('gone');
  await page.reload();
  await expect(waiting(page)).toBeVisible();
  const next = await (await browser.newContext()).newPage();
  await expect(next.goto(front.url)).rejects.toThrow('ERR_CONNECTION_REFUSED');
  await next.context().close();
});

type Icon = { src: string; sizes: string; purpose?: string };

/** Runs in the page. The width and height of a picture. */
async function sizeOf(address: string): Promise<string> {
  const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
  return `${width}x${height}`;
}

test('OUTAGE-03 the product can be installed as an application, and its window opens during an outage', async ({
  hub,
  cookie,
  front,
}, info) => {
  // A window that is not private, with a profile on the disk.
  const executablePath = info.project.use.launchOptions?.executablePath;
  const open = () =>
    chromium.launchPersistentContext(info.outputPath('profile'), {
      channel: undefined,
      ...(executablePath && { executablePath }),
    });
  const first = await open();
  await first.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  const page = await first.newPage();
  await openAndKeep(page, front);
  const session = await first.newCDPSession(page);
  const manifest = await session.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  const { icons, ...application } = JSON.parse(manifest.data ?? '') as { icons: Icon[] };
  expect(application).toMatchObject({ name: 'Ops Hub', display: 'standalone', start_url: '/', scope: '/' });
  // What Chromium needs for an installation. A Chromium without a window does not report it itself.
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 undefined', '512x512 undefined', '512x512 maskable']),
  );
  for (const { src, sizes } of icons.filter(({ sizes: each }) => each !== 'any'))
    expect(await page.evaluate(sizeOf, src), src).toBe(sizes);
  expect(await page.evaluate(sizeOf, '/icons/apple-touch.png')).toBe('180x180');
  await first.close();

  await front.be('gone');
  const later = await open();
  const tab = await later.newPage();
  await tab.goto(`${front.url}/`);
  await expect(waiting(tab)).toBeVisible();
  await later.close();
});
