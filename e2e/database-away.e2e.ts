import { execFileSync } from 'node:child_process';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectReadable } from './accessible.ts';
import type { Hub } from './hub.ts';
import { withOwnStream } from './own-streams.ts';
import { send, test, withoutCopies } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ timeout: 180_000 });

/** Kills the PostgreSQL of the product. It cannot start again until the returned function is called. */
async function takeDatabaseAway({ dataDir }: Hub): Promise<() => Promise<void>> {
  const home = join(dataDir, 'postgres/18');
  const control = join(home, 'global/pg_control');
  const postmaster = Number.parseInt(await readFile(join(home, 'postmaster.pid'), 'utf8'), 10);
  await rename(control, `${control}.away`);
  process.kill(postmaster, 'SIGKILL');
  return () => rename(`${control}.away`, control);
}

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'The database is not reachable' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** The look of a status: its border, and the text after it. */
const lookOf = (page: Page) =>
  page
    .locator('[data-as-of]')
    .first()
    .evaluate((element) => {
      const { borderStyle } = getComputedStyle(element);
      return `${borderStyle} ${getComputedStyle(element, '::after').content}`;
    });

test('OPS-03 SHELL-01 open screens show that the database is unavailable and which data is old, and recover without a reload', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/servers', { name: 'away-01', status: 'online' });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByText('away-01')).toBeVisible();
  expect(await lookOf(page)).toBe('solid none');

  const bringBack = await takeDatabaseAway(hub);
  await expect(banner(page)).toContainText(
    /What you see is as of \d\d\/.* and may be out of date\. Trying again…|Copy of \d+:\d\d [ap]m, a moment old\./,
  );
  await expect(page.getByText('away-01')).toBeVisible();
  expect(await lookOf(page)).toMatch(/^dashed "· \d+:\d\d [ap]m"$/);
  await expectReadable(page);
  for (const [link, seen] of [
    ['Dashboard', 'Infrastructure Overview'],
    ['Infrastructure', 'away-01'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).first().click();
    await expect(page.getByText(seen).first()).toBeVisible();
    await expect(banner(page)).toBeVisible();
  }

  await bringBack();
  await expect(banner(page)).toHaveCount(0, { timeout: 60_000 });
  expect(await lookOf(page)).toBe('solid none');
  await page.goto(`${hub.url}/infrastructure/${id}`);
  await expect(heading(page, 'away-01')).toBeVisible();
});

test('F12 a tab that was opened while the database was unavailable shows its lists once it is back', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await send(hub, cookie, '/api/servers', { name: 'late-01', status: 'online' });
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByText('late-01')).toBeVisible();
  const tab = await page.context().newPage();
  await withoutCopies(tab);
  // The lists fail while the server itself says that all is well again, as at the end of an outage.
  const json = { error: 'away', message: 'away', code: 'unavailable' };
  await tab.route('**/api/servers?*', (route) => route.fulfill({ status: 503, json }));
  await tab.route('**/api/servers', (route) => route.fulfill({ status: 503, json }));
  await tab.goto(`${hub.url}/infrastructure`);
  await expect(tab.getByRole('button', { name: /again/i }).first()).toBeVisible();
  await tab.unrouteAll();
  await expect(tab.getByText('late-01')).toBeVisible({ timeout: 60_000 });
});

/** Stops all processes of PostgreSQL, like a machine that hangs. They go on when the returned function is called. */
async function freezeDatabase({ dataDir }: Hub): Promise<() => void> {
  const postmaster = await readFile(join(dataDir, 'postgres/18/postmaster.pid'), 'utf8');
  const pid = Number.parseInt(postmaster, 10);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  const pids = [pid, ...children.trim().split(/\s+/).map(Number)];
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => pids.forEach((each) => process.kill(each, signal));
  send('SIGSTOP');
  return () => send('SIGCONT');
}

test('F12 open screens show that the database is frozen, and recover when it goes on', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/infrastructure`);
  await expect(heading(page, 'Infrastructure')).toBeVisible();
  const goOn = await freezeDatabase(hub);
  await expect(banner(page)).toBeVisible();
  goOn();
  await expect(banner(page)).toHaveCount(0, { timeout: 60_000 });
});

test('OUTAGE-02 pages that are opened while the database is away show the copy, its age, and later the database', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const create = async (path: string, body: object) =>
    ((await (await send(hub, cookie, path, body)).json()) as { id: string }).id;
  await create('/api/servers', { name: 'copied-01', status: 'online' });
  const id = await create('/api/documents', { title: 'Copied runbook', content: 'Stop copied-01 first.' });
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await expect(heading(page, 'Copied runbook').first()).toBeVisible();
  // The copy follows the changes within a second, and notes sessions every 15 seconds.
  const copiedAt = new Date();
  await page.waitForTimeout(20_000);
  const bringBack = await takeDatabaseAway(hub);
  const response = await page.goto(`${hub.url}/knowledge-base/${id}`);
  expect(Date.parse(response?.headers()['x-copy-of'] ?? '')).toBeGreaterThan(copiedAt.getTime());
  await expect(heading(page, 'Copied runbook').first()).toBeVisible();
  await expect(page.getByText('first.').first()).toBeVisible();
  await expect(banner(page)).toContainText(/Copy of \d+:\d\d [ap]m, .* old\./);
  await expectReadable(page);
  await page.goto(`${hub.url}/infrastructure?q=copied`);
  await expect(page.getByText('copied-01')).toBeVisible();
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('runbook');
  await expect(page.getByRole('option', { name: /Copied runbook/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await bringBack();
  await expect(banner(page)).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText('copied-01')).toBeVisible();
});

test('OPS-03 SHELL-01 a reload while the database is unavailable shows a page that later opens the same address', async ({
  signedIn: page,
  hub,
}) => {
  const address = `${hub.url}/infrastructure?q=away#end`;
  const bringBack = await takeDatabaseAway(hub);
  // As without a copy, or by a session that it does not know yet.
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    if (!response.headers()['x-copy-of']) return route.fulfill({ response });
    const json = { error: 'away', message: 'The database is not reachable', code: 'unavailable' };
    return route.fulfill({ status: 503, json });
  });
  await page.goto(address);
  await expect(heading(page, 'Ops Hub could not be loaded')).toBeVisible();
  await expect(page.getByText('The database is not reachable. Trying again…')).toBeVisible();
  await expectReadable(page);
  await bringBack();
  await expect(heading(page, 'Infrastructure')).toBeVisible({ timeout: 60_000 });
  expect(page.url()).toBe(address);
});

test('OPS-03 open screens show that a full disk refuses changes, and why the database stopped', async ({
  signedIn: page,
  hub,
}) => {
  const problem = 'The disk of Ops Hub is full, so nothing can be saved now.';
  const event = { type: 'database', isWell: false };
  await withOwnStream(page);
  await page.route('**/api/live', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(event)}\n\n` }),
  );
  await page.route('**/readyz', (route) => route.fulfill({ json: { status: 'ready', problem } }));
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByText(problem)).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-out-of-date');
  const full = { error: problem, message: problem, code: 'disk_full' };
  await page.route('**/api/servers', (route) => route.fulfill({ status: 507, json: full }));
  await page.getByRole('button', { name: 'Add Server' }).click();
  await page.getByRole('dialog').getByLabel('Name').first().fill('full-01');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Server' }).click();
  await expect(page.getByText(problem)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expectReadable(page);
  const why = 'The database is not reachable: its disk is full';
  const json = { error: why, message: why, code: 'unavailable' };
  await page.unroute('**/readyz');
  await page.route('**/readyz', (route) => route.fulfill({ status: 503, json }));
  await expect(banner(page)).toContainText('its disk is full');
  await page.unrouteAll();
});

test('SHELL-01 open screens show when the machine is offline, and when it is online again', async ({
  signedIn: page,
  hub,
}) => {
  const fetched = page.waitForResponse(/assets\/trouble-/);
  await withOwnStream(page);
  await page.goto(`${hub.url}/infrastructure`);
  // The whole script: going offline cuts the rest off.
  await (await fetched).finished();
  await page.context().setOffline(true);
  const offline = page.getByRole('status').filter({ hasText: 'You are offline. What you see is as of ' });
  await expect(offline).toBeVisible();
  await page.context().setOffline(false);
  await expect(offline).toHaveCount(0);
});

test('SHELL-01 a script or a screen that failed to load loads once the server responds', async ({
  signedIn: page,
  hub,
}) => {
  await page.route(/\/application-/, (route) => route.abort());
  await page.goto(`${hub.url}/infrastructure?q=x#end`);
  await expect(heading(page, 'Ops Hub could not be loaded')).toBeVisible();
  await page.unroute(/\/application-/);
  await expect(heading(page, 'Infrastructure')).toBeVisible();
  expect(page.url()).toBe(`${hub.url}/infrastructure?q=x#end`);

  await page.route(/\/assets\/settings-page-/, (route) => route.abort());
  await page.route('**/readyz', (route) => route.abort());
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByText('This screen could not be shown')).toBeVisible();
  await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/readyz'));
  await page.unrouteAll();
  await expect(heading(page, 'Settings')).toBeVisible();
});
