import { expect } from '@playwright/test';
import type { Hub } from './hub.ts';
import { registerAndApprove } from './registration.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'administration' });

const BOB = { email: 'bob@example.com', password: 'Br0ken%Lamp?Sun', firstName: 'Bob', lastName: 'Jones' };

test.describe.configure({ mode: 'serial' });

const signIn = (hub: Hub) => send(hub, '', '/api/auth/login', { email: BOB.email, password: BOB.password });

const askAsBob = (hub: Hub, signedIn: Response) =>
  fetch(`${hub.url}/api/auth/user`, {
    headers: { cookie: signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
  });

test.beforeAll(({ hub, cookie }) => registerAndApprove(hub, cookie, BOB));

test('API-05 a deactivated account is out at once and cannot sign in, until it is let in again', async ({
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
  await expect(dialog).toContainText('They are signed out at once and cannot sign in any more.');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row.getByText('Deactivated', { exact: true })).toBeVisible();
  expect((await askAsBob(hub, session)).status).toBe(401);
  expect((await signIn(hub)).ok).toBe(false);

  await row.getByRole('button', { name: 'Let in again' }).click();
  await expect(row.getByText('Active', { exact: true })).toBeVisible();
  expect((await signIn(hub)).status).toBe(200);
});

test('API-05 a role is changed at once; the last administrator keeps hers', async ({
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

test('API-05 the audit log shows what was done, narrowed by area and day', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/audit`);
  await expect(page.getByText('session.start').first()).toBeVisible();
  await page.getByLabel('Area').selectOption('Accounts');
  await expect(page).toHaveURL(/area=account/);
  await expect(page.getByText('session.start')).toHaveCount(0);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'account.deactivate' }).filter({ hasText: 'Bob Jones' }),
  ).toBeVisible();

  const role = page.getByRole('listitem').filter({ hasText: 'account.role' });
  await role.getByText('Changed fields').click();
  await expect(role.getByRole('row', { name: 'role user admin' })).toBeVisible();

  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('No entries found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('session.start').first()).toBeVisible();
});

test('API-05 who is no administrator is refused on both pages', async ({ browser, hub, cookie }) => {
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
