import { brotliCompressSync, constants } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from './signed-in.ts';

test.use({ product: 'budget' });

const KIB = 1024;

test('the first screen after sign-in loads at most 150 KB of script', async ({ signedIn: page, hub }) => {
  const scripts = new Map<string, number>();
  page.on('response', async (response) => {
    if (!/\.js(\?|$)/.test(response.url())) return;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    scripts.set(response.url(), brotliCompressSync(await response.body(), { params }).length);
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
  const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(`script of the first screen: ${(total / KIB).toFixed(1)} KB in ${scripts.size} files`);
  expect(scripts.size).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(150 * KIB);
});
