import { expect } from '@playwright/test';
import { violationsOn } from './accessible.ts';
import { allScreens, openBrowsers } from './all-screens.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

let browsers: Awaited<ReturnType<typeof openBrowsers>>;
test.beforeAll(async ({ browser, hub, cookie }) => {
  browsers = await openBrowsers(browser, hub, cookie);
});
test.afterAll(() => browsers.close());

for (const screen of allScreens) {
  test(`UX axe finds no violation at 1280 and 320 px, light and dark, on: ${screen.name}`, async () => {
    const page = await browsers.newPage(screen);
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
