import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { allScreens, openBrowsers } from './all-screens.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

const FOLDER = 'pictures';
const WIDTHS = [320, 768, 1280, 1920];

let browsers: Awaited<ReturnType<typeof openBrowsers>>;
test.beforeAll(async ({ browser, hub, cookie }) => {
  mkdirSync(FOLDER, { recursive: true });
  browsers = await openBrowsers(browser, hub, cookie);
});
test.afterAll(() => browsers.close());

/** `npm run pictures`: every screen and state in both themes and four widths, to be looked at after a change. */
for (const screen of allScreens) {
  test(screen.name, async () => {
    const page = await browsers.newPage(screen);
    await page.emulateMedia({ colorScheme: 'light' });
    await screen.open(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const name = `${screen.name.replaceAll(/[^a-z0-9]+/gi, '-')}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(FOLDER, name), animations: 'disabled' });
      }
    }
    await page.close();
  });
}
