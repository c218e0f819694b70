import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { accountScreens } from './account-screens.ts';
import type { Hub } from './hub.ts';
import { LONG, type Screen } from './screen.ts';
import { send, withoutCopies } from './signed-in.ts';
import { alertScreens } from './alert-screens.ts';
import { editorScreens, workScreens } from './work-screens.ts';

/** Every screen and state that a test looks at. */
export const allScreens: Screen[] = [...accountScreens, ...workScreens, ...alertScreens, ...editorScreens];

/**
 * One browser for visitors and one for the signed-in screens, so that files of a screen are cached for the next. Stores what the
 * screens show.
 */
export async function openBrowsers(browser: Browser, hub: Hub, cookie: string) {
  const outside = await browser.newContext({ baseURL: hub.url });
  const inside = await browser.newContext({ baseURL: hub.url });
  await inside.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  const title = 'Rotate the signing key';
  const document = { title, content: LONG, tags: ['keys'] };
  expect((await send(hub, cookie, '/api/knowledge-base', document)).status).toBe(201);
  await send(hub, cookie, '/api/servers', { name: 'mel-db-01', environment: 'production' });
  return {
    async newPage(screen: Screen): Promise<Page> {
      const page = await (screen.signedOut ? outside : inside).newPage();
      // The screens share a browser. Its copies would take the place of what a screen shows when calls fail.
      if (!screen.keepsCopies) await withoutCopies(page);
      return page;
    },
    close: () => Promise.all([inside, outside].map((context: BrowserContext) => context.close())),
  };
}
