import { test as base, type Page } from '@playwright/test';
import { copyFolder } from '../test/copy-folder.ts';
import { ADMINISTRATOR, openDataDir, PERSON, startHub, type Hub } from './hub.ts';

/** One product for the tests of a file, with an administrator and, in `page`, her browser signed in. */
export const test = base.extend<
  { signedIn: Page },
  { product: string; settings: Record<string, string>; hub: Hub; cookie: string }
>({
  /** Files that name different products share nothing: what one ends or counts is not another's. */
  product: ['', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  hub: [
    async ({ product, settings }, use) => {
      const { dataDir, remove } = await openDataDir(product);
      const firstStart = process.env['FIRST_START'];
      if (!firstStart) throw new Error('no first start went before');
      await copyFolder(firstStart, dataDir);
      const hub = await startHub(dataDir, {
        ...ADMINISTRATOR,
        // Checks of the tests look at servers on this machine.
        CHECK_ALLOW: '127.0.0.0/8',
        ...settings,
      });
      await use(hub);
      await hub.stop();
      await remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  cookie: [
    async ({ hub }, use) => {
      const answer = await fetch(`${hub.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(PERSON),
      });
      await use(answer.headers.getSetCookie()[0]?.split(';')[0]?.slice('sid='.length) ?? '');
    },
    { scope: 'worker' },
  ],
  signedIn: async ({ page, hub, cookie }, use) => {
    await page.context().addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
    await use(page);
  },
});

/** A call as the signed-in administrator. */
export const send = (hub: Hub, cookie: string, path: string, body: object) =>
  fetch(hub.url + path, {
    method: 'POST',
    headers: { cookie: `sid=${cookie}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
