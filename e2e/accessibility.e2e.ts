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

for (const screen of [...accountScreens, ...workScreens]) {
  test(`UX axe finds nothing at 1280 and 320, light and dark, on: ${screen.name}`, async ({
    browser,
    hub,
    cookie,
  }) => {
    const context = await browser.newContext({
      baseURL: hub.url,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    if (!screen.signedOut) await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
    const page = await context.newPage();
    await screen.open(page);
    // The product follows window and system while it is open, so one visit shows all four.
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await violationsOn(page), `light at ${width}`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      expect(await violationsOn(page, 'colours'), `dark at ${width}`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `no sideways scroll at ${width}`).toBe(0);
    }
    await context.close();
  });
}
