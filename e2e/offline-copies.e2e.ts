import { expect } from '@playwright/test';
import { expectReadable } from './accessible.ts';
import {
  banner,
  BOB,
  create,
  cutOff,
  follow,
  heading,
  keptKeys,
  waitUntilKept,
  withKept,
} from './kept-copies.ts';
import { registerAndApprove } from './registration.ts';
import type { Hub } from './hub.ts';
import { send, test, withoutCopies } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ timeout: 180_000 });

test('OUTAGE-06 a kept document and a kept server open without the server, with their age', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const server = await create(hub, cookie, '/api/servers', {
    name: 'kept-01',
    status: 'online',
    notes: 'Rack 4',
  });
  const document = await create(hub, cookie, '/api/documents', {
    title: 'Restart kept-01',
    content: '# Restart kept-01\n\nStop the *queue* first.',
    templateType: 'how_to_guide',
  });
  await page.goto(`${hub.url}/dashboard`);
  await waitUntilKept(page, `document:${document}`, 'servers', 'settings', 'user');
  await cutOff(page);
  await follow(page, `/knowledge-base/${document}`);
  await expect(heading(page, 'Restart kept-01')).toBeVisible();
  await expect(page.getByText('Stop the queue first.')).toBeVisible();
  await expect(banner(page)).toContainText(
    /Ops Hub is not reachable\. Copy of \d+:\d\d [ap]m, a moment old\. Server unreachable since \d+:\d\d [ap]m\./,
  );
  await expect(page.getByText(/Next try in \d+ s/)).toBeVisible();
  await expectReadable(page);
  await follow(page, `/infrastructure/${server}`);
  await expect(page.getByText('Rack 4')).toBeVisible();
  const check = page.getByRole('button', { name: 'Run Health Check' });
  await expect(check).toBeDisabled();
  await expect(check).toHaveAttribute('title', 'Not possible while the server is unreachable');
  await expect(page.locator('html')).toHaveAttribute('data-out-of-date', '');
  await expect(banner(page)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(check).toBeEnabled();
});

test('OUTAGE-06 a kept document is on the screen while the server still answers, and then what the server says', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const first = await withKept(page, hub, cookie, 'Fill the pool');
  const id = await withKept(page, hub, cookie, 'Drain the pool');
  const { promise: answering, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/overview', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { document: { content: string } };
    await answering;
    body.document.content = 'Changed by the server.';
    await route.fulfill({ response, json: body });
  });
  // The first document loads the screen.
  await follow(page, `/knowledge-base/${first}`);
  await expect(page.getByText('How to fill the pool.')).toBeVisible();
  await follow(page, '/dashboard');
  await expect(heading(page, 'Dashboard')).toBeVisible();
  const ms = await page.evaluate(async (to) => {
    const begin = performance.now();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    const isThere = () => document.body.innerText.includes('How to drain the pool.');
    while (!isThere()) await new Promise((done) => setTimeout(done, 1));
    return performance.now() - begin;
  }, `/knowledge-base/${id}`);
  console.log(`a kept document is on the screen after ${ms.toFixed(0)} ms`);
  await expect(banner(page)).toContainText('The server has not answered yet. Copy of ');
  answer();
  await expect(page.getByText('Changed by the server.')).toBeVisible();
  await expect(page.getByText('How to drain the pool.')).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
  await page.unrouteAll();
});

test('OUTAGE-06 the search and the lists show what is kept', async ({ signedIn: page, hub, cookie }) => {
  await create(hub, cookie, '/api/servers', { name: 'search-01', ipAddress: '10.1.2.3' });
  await withKept(page, hub, cookie, 'Rotate certificates');
  await waitUntilKept(page, 'servers');
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByText('search-01')).toBeVisible();
  await page.getByRole('link', { name: 'Knowledge Base' }).first().click();
  await expect(page.getByText('Rotate certificates').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(4_000);
  await cutOff(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('certificate');
  await expect(page.getByRole('option', { name: /Rotate certificates/ })).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('10.1.2');
  await expect(page.getByRole('option', { name: /search-01/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search' }).last().fill('rotate');
  await expect(page.getByText('1 item', { exact: false }).first()).toBeVisible();
  await expect(page.getByText('Rotate certificates').first()).toBeVisible();
  await page.unrouteAll();
});

test('OUTAGE-07 nobody else in the same browser sees the copies, and sign-out removes them', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await registerAndApprove(hub, cookie, BOB);
  const id = await withKept(page, hub, cookie, 'Of Ann');
  const [before = ''] = await keptKeys(page);
  // Bob signs in without Ann signing out, as after an expired session.
  const signedIn = await send(hub, '', '/api/auth/login', { email: BOB.email, password: BOB.password });
  const value = signedIn.headers.getSetCookie()[0]?.split(';')[0]?.slice('sid='.length) ?? '';
  await page.context().addCookies([{ name: 'sid', value, url: hub.url }]);
  await page.goto(`${hub.url}/dashboard`);
  await waitUntilKept(page, 'user');
  const account = before.slice(0, 36);
  await expect.poll(async () => (await keptKeys(page)).join()).not.toContain(account);
  await waitUntilKept(page, `document:${id}`);
  const rows = page.evaluate(() => JSON.stringify(localStorage));
  expect(await rows).not.toContain('Of Ann');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${hub.url}/`);
  expect(await keptKeys(page)).toEqual([]);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
});

/** The smallest PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(hub: Hub, cookie: string): Promise<string> {
  const asked = await send(hub, cookie, '/api/objects/upload', {});
  const { uploadURL } = (await asked.json()) as { uploadURL: string };
  const headers = { cookie: `sid=${cookie}`, 'content-type': 'image/png' };
  expect((await fetch(new URL(uploadURL, hub.url), { method: 'PUT', headers, body: PNG })).status).toBe(200);
  const published = await fetch(`${hub.url}/api/objects/acl`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ imageURL: uploadURL, visibility: 'public' }),
  });
  return ((await published.json()) as { objectPath: string }).objectPath;
}

test('OUTAGE-06 pictures of kept documents are shown without the server', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const picture = await upload(hub, cookie);
  const id = await create(hub, cookie, '/api/documents', {
    title: 'With a picture',
    content: `![The rack](${picture})`,
    templateType: 'how_to_guide',
  });
  await page.goto(`${hub.url}/dashboard`);
  await waitUntilKept(page, `document:${id}`, `image:${picture}`);
  await cutOff(page);
  await follow(page, `/knowledge-base/${id}`);
  const shown = page.getByRole('img', { name: 'The rack' });
  await expect(shown).toHaveAttribute('src', /^blob:/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
});

test('OUTAGE-08 a page shows what the browser keeps and what protects it, and removes it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await withKept(page, hub, cookie, 'Count the copies');
  await page.goto(`${hub.url}/settings`);
  await page.getByRole('link', { name: 'Show Copies' }).click();
  await expect(heading(page, 'Offline Copies')).toBeVisible();
  await expect(page.getByText(/^(\d+) of \1 documents are on this device$/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^\d+\.\d MB of at most 200 MB$/)).toBeVisible();
  await expect(page.getByText('What protects them')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Remove Copies' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Copies' }).click();
  await expect(page.getByText('There are no copies in this browser')).toBeVisible();
  expect(await keptKeys(page)).toEqual([]);
  await page.goto(`${hub.url}/dashboard`);
  await page.waitForTimeout(8_000);
  expect(await keptKeys(page)).toEqual([]);
  await page.goto(`${hub.url}/settings/offline`);
  await expectReadable(page);
  await page.getByRole('button', { name: 'Keep Copies' }).click();
  await waitUntilKept(page, 'document:', 'user');
});

test('OUTAGE-08 a browser that keeps nothing says why, and the screens work', async ({
  signedIn: page,
  hub,
}) => {
  await withoutCopies(page);
  await page.goto(`${hub.url}/settings/offline`);
  await expect(page.getByText('This browser lets Ops Hub store nothing.')).toBeVisible();
  await page.goto(`${hub.url}/infrastructure`);
  await expect(heading(page, 'Infrastructure')).toBeVisible();
});

test('OUTAGE-08 a browser whose storage is full works without copies', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const title = 'Too large to keep';
  const content = `Begin here.\n\n${'word '.repeat(100_000)}`;
  const id = await create(hub, cookie, '/api/documents', { title, content, templateType: 'how_to_guide' });
  await page.goto(`${hub.url}/dashboard`);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: hub.url, quotaSize: 1_000 });
  await follow(page, `/knowledge-base/${id}`);
  await expect(heading(page, title)).toBeVisible();
  await page.waitForTimeout(8_000);
  expect((await keptKeys(page)).join()).not.toContain(id);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await follow(page, '/settings/offline');
  await expect(heading(page, 'Offline Copies')).toBeVisible();
  const none = page.getByText('The storage of this browser is full');
  await expect(none.or(page.getByText('What protects them'))).toBeVisible();
});
