import { brotliCompressSync, constants } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'budget' });

const KIB = 1024;

/** KB of script that travelled since it was asked last; `isMeant` says which addresses count. */
function scriptsOf(page: Page) {
  let scripts: [address: string, bytes: Promise<number>][] = [];
  page.on('response', (response) => {
    if (!/\.js(\?|$)/.test(response.url())) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    const bytes = response.body().then((body) => brotliCompressSync(body, { params }).length);
    scripts.push([response.url(), bytes]);
  });
  return async (isMeant: (address: string) => boolean = () => true): Promise<number> => {
    const counted = new Map(scripts.filter(([address]) => isMeant(address)));
    scripts = [];
    const sizes = await Promise.all(counted.values());
    const kib = sizes.reduce((sum, bytes) => sum + bytes, 0) / KIB;
    console.log(`${kib.toFixed(1)} KB of script in ${counted.size} files`);
    return kib;
  };
}

test('the first screen after sign-in loads at most 150 KB of script, the first document at most 180 more', async ({
  signedIn: page,
  hub,
}) => {
  const loaded = scriptsOf(page);
  // What is fetched ahead of need starts a while later; on a slow machine it would be counted too.
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window) as (run: () => void, ms?: number) => number;
    const isAhead = (ms = 0) => ms >= 1_500;
    Object.assign(window, {
      setTimeout: (run: () => void, ms?: number) => (isAhead(ms) ? 0 : start(run, ms)),
    });
  });
  await page.goto(`${hub.url}/knowledge-base`);
  await expect(page.getByRole('button', { name: 'Create New' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = await loaded();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(150);

  await page.getByRole('button', { name: 'Create New' }).click();
  await page.getByRole('menuitem', { name: 'Knowledge Base' }).click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
  // The preview comes ahead of need as well, when the editor stands.
  const editor = await loaded((address) => !/\/(markdown-view|parts)/.test(address));
  expect(editor).toBeGreaterThan(100);
  expect(editor).toBeLessThanOrEqual(180);
});

/** Once for a visit, whichever screen is the first. */
const OF_THE_SHELL = /^\/api\/(auth\/user|settings|notifications|live)$/;
/** The seed has the dashboard ask for three things, and each part of the settings reads its own. */
const MOST_CALLS: Record<string, number> = { '/': 3, '/settings': 5 };

test('no screen jumps by more than 0.01 while it comes, and none needs more calls than it may', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  expect((await send(hub, cookie, '/api/admin/demo', {})).status).toBe(201);
  await page.addInitScript(() => {
    let shift = 0;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[])
        if (!hadRecentInput) shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shiftSoFar: () => shift });
  });
  const calls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !OF_THE_SHELL.test(pathname)) calls.add(pathname);
  });
  const shiftSoFar = () => (window as unknown as { shiftSoFar(): number }).shiftSoFar();
  for (const [path, seen] of [
    ['/', 'Needs attention first'],
    ['/knowledge-base', 'Create New'],
    ['/infrastructure', 'Servers (200)'],
    ['/ai', 'Ops AI Chat'],
    ['/team', 'Total Members'],
    ['/settings', 'Accounts that wait for approval'],
    ['/admin/approval', 'All caught up!'],
  ] as const) {
    calls.clear();
    await page.goto(hub.url + path);
    await expect(page.getByText(seen).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(calls.size, `${path}: ${[...calls].join(' ')}`).toBeLessThanOrEqual(MOST_CALLS[path] ?? 2);
    expect(await page.evaluate(shiftSoFar), path).toBeLessThanOrEqual(0.01);
  }
});
