import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { violationsOn } from './accessible.ts';
import { openDataDir, type Hub } from './hub.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
const run = promisify(execFile);

const TEXT = [
  '## Before you begin',
  'On kit-db-01, see [the other one](OTHER#step-2) and ![the rack](IMAGE).',
  '## Step 2: Start it',
  '```sh\nsystemctl start postgresql\n```',
  '## Step 3: Tell the team',
  '## Afterwards',
  '```mermaid\ngraph TD; A[Start] --> B[End]\n```',
].join('\n\n');

/** A picture of one dot, which the product stores and names by an address of its own. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function fill(hub: Hub, cookie: string) {
  const create = async (path: string, body: object) =>
    ((await (await send(hub, cookie, path, body)).json()) as { id: string }).id;
  await create('/api/servers', { name: 'kit-db-01', ipAddress: '10.20.30.40', notes: 'In rack 7' });
  const other = await create('/api/documents', { title: 'Other', content: TEXT.replace('IMAGE', DOT) });
  const content = TEXT.replace('OTHER', `/knowledge-base?doc=${other}`).replace('IMAGE', DOT);
  await create('/api/documents', { title: 'Start the database', content, category: 'Runbooks' });
}

async function makeKit(hub: Hub, cookie: string, ...options: string[]) {
  await fill(hub, cookie);
  const { dataDir: folder, remove } = await openDataDir('kit');
  const kit = join(folder, 'kit');
  const env = { ...process.env, DATA_DIR: hub.dataDir };
  const { stdout } = await run(process.execPath, ['server/commands/kit.ts', kit, ...options], { env });
  return { kit, stdout, remove };
}

/** Addresses that pages ask for beyond their own files, and what the browser complains of. */
function watch(page: Page, kit: string) {
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(pathToFileURL(kit).href)) faults.push(request.url());
  });
  page.on('requestfailed', (request) => faults.push(`failed: ${request.url()}`));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
}

test('OUTAGE-01 a kit opens from a disk without a server and without a script', async ({
  hub,
  cookie,
  browser,
}) => {
  const { kit, stdout, remove } = await makeKit(hub, cookie);
  expect(stdout).toMatch(/2 documents and 1 servers in .* its key is [\da-f]{64}/);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  const page = await context.newPage();
  const faults = watch(page, kit);
  await page.goto(pathToFileURL(join(kit, 'index.html')).href);
  await page.getByRole('link', { name: 'Start the database' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Start the database' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'the rack' })).toHaveJSProperty('naturalWidth', 1);
  await expect(page.getByText('systemctl start postgresql')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.getByText('Contents', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Step 2' }).click();
  expect(page.url()).toMatch(/#doc-step-2/);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'the other one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Other' })).toBeVisible();
  await page.getByRole('link', { name: 'kit-db-01' }).click();
  await expect(page.getByRole('row', { name: 'IP 10.20.30.40' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start the database' })).toBeVisible();
  await page.getByRole('link', { name: 'Servers' }).click();
  await expect(page.getByRole('row', { name: 'kit-db-01' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Search' }).click();
  await expect(page.getByText('The search needs JavaScript.')).toBeVisible();
  expect(faults).toEqual([]);
  await context.close();
  await remove();
});

const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

test('OUTAGE-01 the search of a kit finds titles first, then texts and servers, with its own files alone', async ({
  hub,
  cookie,
  browser,
}) => {
  const { kit, remove } = await makeKit(hub, cookie, '--category', 'Runbooks');
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults = watch(page, kit);
  await page.goto(pathToFileURL(join(kit, 'search.html')).href);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('datábase');
  await expect(page.getByRole('status')).toHaveText(/^\d of \d pages$/);
  await expect(page.getByRole('listitem').first()).toContainText('Start the database');
  await page.getByRole('searchbox').fill('rack 7');
  await page.getByRole('link', { name: 'kit-db-01' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'kit-db-01' })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  const colour = () => page.evaluate(() => getComputedStyle(document.body).color);
  const onLight = await colour();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await colour()).not.toBe(onLight);
  expect(await violationsOn(page, 'colours')).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
  await remove();
});
