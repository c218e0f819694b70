import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Hub } from './hub.ts';
import { registerAndApprove } from './registration.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

const BOB = { email: 'bob@example.com', password: 'Br0ken%Lamp?Sun', firstName: 'Bob', lastName: 'Jones' };

test.describe.configure({ mode: 'serial' });

const signIn = (hub: Hub) => send(hub, '', '/api/auth/login', { email: BOB.email, password: BOB.password });

const askAsBob = (hub: Hub, signedIn: Response) =>
  fetch(`${hub.url}/api/auth/user`, {
    headers: { cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
  });

test.beforeAll(({ hub, cookie }) => registerAndApprove(hub, cookie, BOB));

test('API-05 a deactivated account is signed out at once and cannot sign in until it is reactivated', async ({
  signedIn: page,
  hub,
}) => {
  const session = await signIn(hub);
  expect((await askAsBob(hub, session)).status).toBe(200);

  await page.goto(`${hub.url}/admin/users`);
  await page.getByRole('searchbox', { name: 'Search users' }).fill('bob@');
  await expect(page).toHaveURL(/q=bob/);
  const row = page.getByRole('row', { name: BOB.email });
  await row.getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('They are signed out immediately and can no longer sign in.');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row.getByText('Deactivated', { exact: true })).toBeVisible();
  expect((await askAsBob(hub, session)).status).toBe(401);
  expect((await signIn(hub)).ok).toBe(false);

  await row.getByRole('button', { name: 'Let in again' }).click();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  expect((await signIn(hub)).status).toBe(200);
});

test('API-05 a change of role applies at once; the last administrator cannot lose the role', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/users`);
  const bob = page.getByRole('combobox', { name: 'Role of Bob Jones' });
  const ann = page.getByRole('row', { name: 'ann@example.com' }).getByRole('combobox');
  await ann.selectOption('User');
  await expect(page.getByText('This is the last administrator.')).toBeVisible();
  await expect(ann).toHaveValue('admin');
  await bob.selectOption('Administrator');
  await expect(page.getByText('Role Changed')).toBeVisible();
  await expect(bob).toHaveValue('admin');
});

test('API-05 the audit log shows actions and filters them by area, person and day', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/audit`);
  await expect(page.getByText('signed in', { exact: true }).first()).toBeVisible();
  await page.getByLabel('Area').selectOption('Accounts');
  await expect(page).toHaveURL(/area=account/);
  await expect(page.getByText('signed in', { exact: true })).toHaveCount(0);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'deactivated an account' }).filter({ hasText: 'Bob Jones' }),
  ).toBeVisible();

  const role = page.getByRole('listitem').filter({ hasText: 'changed the role of an account' });
  await role.getByText('Changed fields').click();
  await expect(role.getByRole('row', { name: 'role user admin' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Person' }).selectOption('Bob Jones');
  await expect(role).toBeHidden();
  await page.getByRole('combobox', { name: 'Person' }).selectOption('Everybody');
  await expect(role).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('signed in', { exact: true }).first()).toBeVisible();
});

test('API-05 refuses both pages to accounts that are not administrators', async ({
  browser,
  hub,
  cookie,
}) => {
  const carl = { ...BOB, email: 'carl@example.com', firstName: 'Carl' };
  await registerAndApprove(hub, cookie, carl);
  const session = await send(hub, '', '/api/auth/login', { email: carl.email, password: carl.password });
  const sid = session.headers.getSetCookie()[0]?.split(';')[0]?.slice('sid='.length) ?? '';
  const context = await browser.newContext({ baseURL: hub.url });
  await context.addCookies([{ name: 'sid', value: sid, url: hub.url }]);
  const page = await context.newPage();
  for (const path of ['/admin/users', '/admin/audit']) {
    await page.goto(path);
    await expect(page.getByText('Access Denied')).toBeVisible();
  }
  await context.close();
});

test('INFRA-12 broken links: lists missing targets of texts and how to restore them', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = async (path: string, body: object) =>
    (await (await send(hub, cookie, path, body)).json()) as { id: string };
  const { id } = await made('/api/servers', { name: 'old-db-01', ipAddress: '10.7.7.7' });
  await page.goto(`${hub.url}/admin/broken-links`);
  await expect(page.getByText('No broken links')).toBeVisible();
  const content = `Fail over [it](/infrastructure?server=${id}), not lost-7.corp.example.com.`;
  await made('/api/documents', { title: 'Fail over', content });
  await fetch(`${hub.url}/api/servers/${id}`, { method: 'DELETE', headers: { cookie: `sid=${cookie}` } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Broken Links (2)' })).toBeVisible();
  const names = page.getByRole('listitem').filter({ hasText: 'Names lost-7.corp.example.com' });
  await expect(names).toContainText('which no server of the inventory has');
  await expect(page.getByText('Links to the server old-db-01')).toBeVisible();
  await page.getByRole('button', { name: 'Restore old-db-01' }).click();
  await expect(page.getByRole('heading', { name: 'Broken Links (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Set aside: lost-7.corp.example.com in Fail over' }).click();
  await expect(page.getByText('No broken links', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Broken Links (1)' })).toBeVisible();
  await page.getByRole('button', { name: /^Set aside/ }).click();
  await page.getByLabel('State').selectOption('Set aside');
  await expect(page.getByRole('heading', { name: 'Links Set Aside (1)' })).toBeVisible();
  await expect(page.getByText(/^Set aside by /)).toBeVisible();
  await page.getByRole('button', { name: /^List again/ }).click();
  await expect(page.getByText('No broken links found')).toBeVisible();
  await page.getByLabel('State').selectOption('To be mended');
  await page.getByLabel('Leads to').selectOption('Documents');
  await expect(page.getByText('No broken links found')).toBeVisible();
});

test('OPS-04 the checklist sends a test mail, adds demo data and removes it', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/system`);
  await expect(page.getByText('For a model set')).toBeVisible();
  await page.getByRole('button', { name: 'Send Test Mail' }).click();
  await expect(page.getByText('It is in the outbox, for ann@example.com.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Demo Data' }).click();
  await expect(page.getByText('200 servers, 60 documents, 25 people.')).toBeVisible({ timeout: 60_000 });
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByRole('heading', { name: 'Servers (201)' })).toBeVisible();
  await page.goto(`${hub.url}/admin/system`);
  // The state of the backups arrives later, and its length moves what is below.
  await expect(page.getByText('There is no backup yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Demo Data' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Everything that people created is still there.')).toBeVisible({
    timeout: 60_000,
  });
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByRole('heading', { name: 'Servers (1)' })).toBeVisible();
});

test('F2 OPS-04 the checklist has the reason why the server was started again', async ({
  signedIn: page,
  hub,
}) => {
  await page.route('**/api/admin/status', async (route) => {
    const response = await route.fetch();
    const last = { at: '2026-05-04T10:20:30.000Z', reason: 'killed (out of memory or kill -9)' };
    const restarts = { count: 3, since: '2026-05-04T08:00:00.000Z', last };
    await route.fulfill({ response, json: { ...((await response.json()) as object), restarts } });
  });
  await page.goto(`${hub.url}/admin/system`);
  const item = page.getByRole('listitem').filter({ hasText: 'Restarts' });
  await expect(item).toContainText(
    /Restarted 3 times since the start .+\. Last reason: killed \(out of memory or kill -9\), .+\./,
  );
});

test('OPS-04 makes a backup on request, verifies it, and lists it with its contents', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/system`);
  const backups = page.getByRole('listitem').filter({ hasText: 'Backups' });
  await expect(backups.getByText('There is no backup yet.')).toBeVisible();
  await expect(backups.getByText(/One is made every day at \d\d:\d\d UTC/)).toBeVisible();
  await backups.getByRole('button', { name: 'Back Up Now' }).click();
  await expect(backups.getByRole('button', { name: 'Back Up Now' })).toBeDisabled();
  await expect(backups.getByText('and restored for a trial with all its rows.')).toBeVisible({
    timeout: 90_000,
  });
  await backups.getByText(/^1 kept, \d+ KB$/).click();
  await expect(backups.getByText(/^ops-hub-[0-9a-f]{8}-\d{4}-\d\d-\d\d-\d{6}\.zip/)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test('KB-11 exports everything with its progress, and the import screen names the contents of such an export', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await send(hub, cookie, '/api/documents', { title: 'Goes along', content: 'Text' });
  await send(hub, cookie, '/api/team-members', { name: 'Zoë Quill', email: 'zoe@example.com', role: 'VIP' });
  await page.goto(`${hub.url}/admin/system`);
  const section = page.getByRole('region', { name: 'Export' });
  await expect(
    section.getByText(/It would hold 2 documents with 2 versions, 0 images, 1 server/),
  ).toBeVisible();
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Export' }).click();
  const buffer = await readFile(await (await download).path());
  await expect(section.getByText('Exported. The file is among the downloads of this browser.')).toBeVisible();

  await page.goto(`${hub.url}/knowledge-base`);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'everything.zip', mimeType: 'application/zip', buffer });
  await expect(
    dialog.getByText('This Ops Hub export would bring 0 new documents', { exact: false }),
  ).toBeVisible();
  const rows = dialog.getByRole('listitem').filter({ hasText: 'already' });
  await expect(rows).toHaveText([
    /old-db-01 Server\s*Is here already/,
    /Zoë Quill Team member\s*Is here already/,
  ]);
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
});
