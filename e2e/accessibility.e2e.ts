import { expect, type BrowserContext, type Page } from '@playwright/test';
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
  test(`UX axe finds no violation and nothing is covered at 1280 and 320 px, light and dark, on: ${screen.name}`, async () => {
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
      expect(await underAssistant(page), `under the button of the assistant at ${width}`).toEqual([]);
    }
    await page.close();
  });
}

/**
 * Returns texts and fields that stay under the assistant's button although they were scrolled into view. Returns nothing if
 * the screen has no such button, or if something covers the button.
 */
export async function underAssistant(page: Page): Promise<string[]> {
  // So low that nearly every part must be scrolled.
  const window = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ ...window, height: 400 });
  const covered = await page.evaluate(findCovered);
  await page.setViewportSize(window);
  return covered;
}

/** Runs in the page. */
function findCovered(): string[] {
  const button = document.querySelector('[aria-label="Open AI Assistant"]');
  const area = button?.getBoundingClientRect();
  if (!button || !area) return [];
  const isOnTop = button.contains(
    document.elementFromPoint(area.x + area.width / 2, area.y + area.height / 2),
  );
  if (!isOnTop) return [];
  const isUnder = ({ left, right, top, bottom }: DOMRect) =>
    right > left &&
    bottom > top &&
    left < area.right &&
    right > area.left &&
    top < area.bottom &&
    bottom > area.top;
  const main = document.querySelector('main');
  const controls = [...(main?.querySelectorAll('a, button, input, select, textarea') ?? [])];
  const texts: [Element, () => DOMRect[]][] = [];
  const walker = document.createTreeWalker(main ?? document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    if (text.parentElement && text.textContent?.trim())
      texts.push([text.parentElement, () => [...range.getClientRects()]]);
  }
  const all = [...controls.map((one) => [one, () => [one.getBoundingClientRect()]] as const), ...texts];
  const covered = all.filter(([element, areas]) => {
    if (!areas().some((one) => isUnder(one))) return false;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    return areas().some((one) => isUnder(one));
  });
  return covered.map(([element]) => element.outerHTML.slice(0, 200));
}
