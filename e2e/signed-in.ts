import { test as base, type Page } from '@playwright/test';
import { copyFolder } from '../test/copy-folder.ts';
import { ADMINISTRATOR, openDataDir, PERSON, startHub, type Hub } from './hub.ts';

type Settings = Record<string, string>;
/** A product, and the session of its administrator. */
type Product = { hub: Hub; cookie: string; end(): Promise<void> };

/** A product with an administrator, and in `signedIn` a browser with the administrator's session. */
export const test = base.extend<
  { started: Product; hub: Hub; cookie: string; signedIn: Page },
  { product: 'shared' | 'own'; settings: Settings; startedFor: (files: string) => Promise<Product> }
>({
  /**
   * The files of a worker share its product, including data of earlier files. A file gets its own product if it counts all
   * data, or if it ends or breaks what other files need. Workers and their browsers run file after file either way.
   */
  product: ['shared', { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  startedFor: [
    async ({ settings }, use) => {
      let startedFor: string | undefined;
      let product: Product | undefined;
      await use(async (files) => {
        if (product && startedFor === files) return product;
        await product?.end();
        product = await startProduct(settings);
        startedFor = files;
        return product;
      });
      await product?.end();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  started: [
    async ({ startedFor, product }, use, { file }) => use(await startedFor(product === 'own' ? file : 'all')),
    { timeout: 60_000 },
  ],
  hub: ({ started }, use) => use(started.hub),
  cookie: ({ started }, use) => use(started.cookie),
  signedIn: async ({ page, hub, cookie }, use) => {
    await page.context().addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
    await use(page);
  },
});

/** The browser keeps no offline copies, as where storage is forbidden. */
export const withoutCopies = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));

async function startProduct(settings: Settings): Promise<Product> {
  const { dataDir, remove } = await openDataDir();
  const firstStart = process.env['FIRST_START'];
  if (!firstStart) throw new Error('no first start went before');
  await copyFolder(firstStart, dataDir);
  const hub = await startHub(dataDir, {
    ...ADMINISTRATOR,
    // Checks of the tests use servers on this machine.
    CHECK_ALLOW: '127.0.0.0/8',
    ...settings,
  });
  return { hub, cookie: await signIn(hub), end: () => hub.stop().then(remove) };
}

/** A session of the administrator. */
export async function signIn(hub: Hub): Promise<string> {
  const answer = await send(hub, '', '/api/auth/login', PERSON);
  return answer.headers.getSetCookie()[0]?.split(';')[0]?.slice('sid='.length) ?? '';
}

/** Sends a call as the signed-in administrator. */
export const send = (hub: Hub, cookie: string, path: string, body: object) =>
  fetch(hub.url + path, {
    method: 'POST',
    headers: { cookie: `sid=${cookie}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
