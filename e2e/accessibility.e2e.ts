import { expect } from '@playwright/test';
import { accountScreens } from './account-screens.ts';
import { violationsOn } from './accessible.ts';
import { LONG } from './screen.ts';
import { send, test } from './signed-in.ts';
import { workScreens } from './work-screens.ts';

test.use({ product: 'accessibility' });

test.beforeAll(async ({ hub, cookie }) => {
  const answer = await send(hub, cookie, '/api/knowledge-base', {
    title: 'Rotate the signing key',
    content: LONG,
    tags: ['keys'],
  });
  expect(answer.status).toBe(201);
  await send(hub, cookie, '/api/servers', { name: 'mel-db-01', environment: 'production' });
});

for (const width of [1280, 320]) {
  test.describe(`at ${width}`, () => {
    for (const screen of [...accountScreens, ...workScreens]) {
      test(`UX axe finds nothing in either theme on: ${screen.name}`, async ({ browser, hub, cookie }) => {
        const viewport = { width, height: 800 };
        const context = await browser.newContext({ baseURL: hub.url, viewport, reducedMotion: 'reduce' });
        if (!screen.signedOut) await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
        const page = await context.newPage();
        await screen.open(page);
        for (const theme of ['light', 'dark'] as const) {
          // The product follows the system while it is open, so one visit shows both.
          await page.emulateMedia({ colorScheme: theme });
          await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
          expect(await violationsOn(page), theme).toEqual([]);
        }
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, 'no sideways scroll').toBe(0);
        await context.close();
      });
    }
  });
}
