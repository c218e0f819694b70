import { expect, type Page } from '@playwright/test';
import { registerAndApprove } from './registration.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ mode: 'serial' });

const BOB = { email: 'bob@example.com', password: 'Br0ken%Lamp?Sun', firstName: 'Bob', lastName: 'Jones' };

let bob: Page;
test.beforeAll(async ({ hub, cookie, browser }) => {
  await registerAndApprove(hub, cookie, BOB);
  const signedIn = await send(hub, '', '/api/auth/login', { email: BOB.email, password: BOB.password });
  const value = signedIn.headers.getSetCookie()[0]?.split(';')[0]?.slice('sid='.length) ?? '';
  const context = await browser.newContext();
  await context.addCookies([{ name: 'sid', value, url: hub.url }]);
  bob = await context.newPage();
});
test.afterAll(() => bob.context().close());

test('ACCESS-21 a new document is restricted before its first save, and opened again by keyboard', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/knowledge-base?create=knowledge-base`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Vault keys');
  await page.locator('.cm-content').fill('In the safe.');
  await page.getByRole('button', { name: 'Change who may read this' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who may read this' });
  await dialog.getByRole('switch', { name: 'Restricted' }).click();
  await expect(dialog.getByRole('status')).toContainText(
    '1 person may read it. 1 person loses access now: Bob Jones.',
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/doc=/);
  const id = new URL(page.url()).searchParams.get('doc');
  await page.goto(`${hub.url}/knowledge-base`);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Vault keys' }).getByRole('img', { name: 'Restricted' }),
  ).toBeVisible();

  await bob.goto(`${hub.url}/knowledge-base`);
  await expect(bob.getByText('No knowledge items yet')).toBeVisible();
  await bob.goto(`${hub.url}/knowledge-base/${id}`);
  await expect(bob.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(bob.getByRole('button', { name: 'Take Access' })).toHaveCount(0);

  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await page.getByRole('button', { name: 'Change who may read this' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Add a person or group').selectOption({ label: 'Bob Jones' });
  await dialog.getByRole('button', { name: 'Add' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('2 people may read it.');
  await dialog.getByRole('button', { name: 'Save' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Who may read this' })).toContainText('Bob Jones');
  await bob.reload();
  await expect(bob.getByText('In the safe.')).toBeVisible();
});

test('ACCESS-14 an administrator takes access on the page of a document that others restricted', async ({
  signedIn: page,
  hub,
}) => {
  const made = await bob.request.post(`${hub.url}/api/documents`, {
    data: { title: 'Of Bob', content: 'Mine alone.', readers: [] },
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await page.getByRole('button', { name: 'Take Access' }).click();
  await expect(page.getByText('Mine alone.')).toBeVisible();
  const news = await bob.request.get(`${hub.url}/api/notifications`);
  expect(await news.text()).toContain('took access to');
});

test('ACCESS-02 an administrator makes a group and chooses its members', async ({ signedIn: page, hub }) => {
  await page.goto(`${hub.url}/admin/groups`);
  await expect(page.getByText('No groups yet')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Storage');
  await dialog.getByRole('button', { name: 'Create Group' }).click();
  await page.getByRole('button', { name: 'Members of Storage' }).click();
  await dialog.getByRole('searchbox').fill('bob');
  await dialog.getByRole('checkbox', { name: /Bob Jones/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Groups' })).toContainText('Bob Jones');
});

test('ACCESS-53 an administrator chooses the readers of new documents of a category', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/groups`);
  await page.getByLabel('Category').fill('Finance');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Readers of new documents in Finance' });
  await dialog.getByLabel('Add a person or group').selectOption({ label: 'Administrators' });
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Default readers' })).toContainText('FinanceAdministrators');
  await bob.goto(`${hub.url}/knowledge-base?create=knowledge-base`);
  await bob.getByRole('textbox', { name: 'Title' }).fill('Invoices');
  await bob.locator('.cm-content').fill('Paid.');
  await bob.getByLabel('Category').selectOption({ label: '+ Add New Category' });
  await bob.getByLabel('New category').fill('Finance');
  await bob.keyboard.press('Enter');
  const field = bob.getByRole('group', { name: 'Who may read this' });
  await expect(field).toContainText('Everybody, unless its category has default readers');
  await bob.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field).toContainText('Administrators, Bob Jones');
  await page.getByRole('button', { name: 'Remove the default readers of Finance' }).click();
  await expect(page.getByRole('list', { name: 'Default readers' })).toHaveCount(0);
});

test('ACCESS-01 a viewer reads, and no screen offers to change anything', async ({ signedIn: page, hub }) => {
  await page.goto(`${hub.url}/admin/users`);
  await page.getByRole('row', { name: BOB.email }).getByRole('combobox').selectOption({ label: 'Viewer' });
  await expect(page.getByText('Bob Jones is now a viewer.')).toBeVisible();
  const offers = /Create|Add|Import|Edit|Delete|Invite|Run Health Check|Bin|Share$|Restore/;
  const shown = {
    '/': 'Recent Knowledge Base',
    '/knowledge-base': 'Vault keys',
    '/infrastructure': 'Refresh',
    '/team': 'Team Management',
  };
  for (const [path, text] of Object.entries(shown)) {
    await bob.goto(hub.url + path);
    await expect(bob.getByText(text).first()).toBeVisible();
    await expect(bob.getByRole('main').getByRole('button', { name: offers }), path).toHaveCount(0);
  }
  await bob.goto(`${hub.url}/knowledge-base`);
  await bob.getByRole('link', { name: 'Vault keys' }).click();
  await expect(bob.getByText('In the safe.')).toBeVisible();
  await expect(bob).toHaveURL(/\/knowledge-base\/[\da-f-]+$/);
  await expect(bob.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await bob.goto(bob.url().replace('/knowledge-base/', '/knowledge-base?doc='));
  await expect(bob.getByText('In the safe.')).toBeVisible();
  await expect(bob).toHaveURL(/\/knowledge-base\/[\da-f-]+$/);
});
