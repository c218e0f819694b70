import { expect, type BrowserContext } from '@playwright/test';
import { accountScreens } from './account-screens.ts';
import { violationsOn } from './accessible.ts';
import { editorScreens, workScreens } from './work-screens.ts';
import { LONG } from './screen.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

/** One browser for visitors and one for the signed-in screens, so that files of a screen are cached for the next. */
let inside: BrowserContext;
let outside: BrowserContext;

test.beforeAll(async ({ browser, hub, cookie }) => {
  outside = await browser.newContext({ baseURL: hub.url });
  inside = await browser.newContext({ baseURL: hub.url });
  await inside.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  const answer = await send(hub, cookie, '/api/knowledge-base', {
    title: 'Rotate the signing key',
    content: LONG,
    tags: ['keys'],
  });
  expect(answer.status).toBe(201);
  await send(hub, cookie, '/api/servers', { name: 'mel-db-01', environment: 'production' });
});
test.afterAll(() => Promise.all([inside.close(), outside.close()]));

for (const screen of [...accountScreens, ...workScreens, ...editorScreens]) {
  test(`UX axe finds no violation at 1280 and 320 px, light and dark, on: ${screen.name}`, async () => {
    const page = await (screen.signedOut ? outside : inside).newPage();
    await page.emulateMedia({ colorScheme: 'light' });
    await screen.open(page);
    // An open page follows the size of the window and the theme of the system, so one visit covers all four states.
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
    await page.close();
  });
}
