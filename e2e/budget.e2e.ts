import { brotliCompressSync, constants } from 'node:zlib';
import { expect } from '@playwright/test';
import type { Response } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'budget' });

const KIB = 1024;

test('the first screen after sign-in loads at most 150 KB of script', async ({ signedIn: page, hub }) => {
  const scripts = new Map<string, Promise<number>>();
  const sizeOf = async (response: Response) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    return brotliCompressSync(await response.body(), { params }).length;
  };
  page.on('response', (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.set(response.url(), sizeOf(response));
  });
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
  const total = (await Promise.all(scripts.values())).reduce((sum, bytes) => sum + bytes, 0);
  console.log(`script of the first screen: ${(total / KIB).toFixed(1)} KB in ${scripts.size} files`);
  expect(scripts.size).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(150 * KIB);
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
