import { expect, type Browser, type Page } from '@playwright/test';
import { PERSON, type Hub } from './hub.ts';
import { receive } from './outbox.ts';
import { registerAndApprove } from './registration.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

/** One red pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const NEW_PASSWORD = 'Qu1et!Lantern#Moss';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

async function signIn(page: Page, hub: Hub, password = PERSON.password): Promise<number> {
  const answer = await page.request.post(`${hub.url}/api/auth/login`, {
    data: { ...PERSON, password },
  });
  return answer.status();
}

/** Another browser of the same person. */
async function otherDevice(browser: Browser, hub: Hub): Promise<Page> {
  const context = await browser.newContext({ userAgent: FIREFOX });
  const page = await context.newPage();
  expect(await signIn(page, hub)).toBe(200);
  return page;
}

const whoAmI = async (page: Page, hub: Hub) => (await page.request.get(`${hub.url}/api/auth/user`)).status();

test.beforeEach(async ({ page, hub }) => {
  // Each test has a session of its own, because the tests end sessions.
  expect(await signIn(page, hub)).toBe(200);
  await page.goto(`${hub.url}/knowledge-base`);
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('AUTH-25 lists the other sessions and ends one or all', async ({ page, browser, hub }) => {
  const other = await otherDevice(browser, hub);
  const third = await otherDevice(browser, hub);
  // There is no reload: the page fetches the list because of the sign-in.
  await page.getByRole('button', { name: 'View Sessions' }).click();
  const rows = page.getByRole('row');
  const here = rows.filter({ hasText: 'This device' });
  await expect(here).toHaveCount(1);
  await expect(here.getByRole('button')).toHaveCount(0);
  const firefox = rows.filter({ hasText: 'Firefox on Linux' });
  await expect(firefox).toHaveCount(2);
  await expect(firefox.first().getByTitle(FIREFOX)).toBeVisible();
  // Sorted by last use: the third device signed in last.
  await firefox.first().getByRole('button', { name: 'End' }).click();
  await expect(firefox).toHaveCount(1);
  expect(await whoAmI(third, hub)).toBe(401);
  expect(await whoAmI(other, hub)).toBe(200);

  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click();
  await expect(firefox).toHaveCount(0);
  await expect(page.getByText('1 active')).toBeVisible();
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0);
  expect(await whoAmI(other, hub)).toBe(401);
  expect(await whoAmI(page, hub)).toBe(200);
});

test('AUTH-26 a token works until it is deleted, and is shown once', async ({ page, hub }) => {
  await expect(page.getByText('You have no API tokens.')).toBeVisible();
  await page.getByRole('button', { name: 'New Token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('inventory-export');
  await dialog.getByLabel('Scope').selectOption('Read');
  await dialog.getByLabel('Expires').selectOption('Never');
  await dialog.getByRole('button', { name: 'Create Token' }).click();
  await expect(dialog.getByText('It is shown only once')).toBeVisible();
  const secret = await dialog.getByLabel('inventory-export').inputValue();

  const call = (method: 'GET' | 'POST', path: string) =>
    fetch(hub.url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ title: 'By script', content: 'Text.' }) }),
    }).then(({ status }) => status);
  expect(await call('GET', '/api/auth/user')).toBe(200);
  expect(await call('POST', '/api/documents')).toBe(403);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Token copied to clipboard').first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'New Token' })).toBeFocused();
  await page.reload();
  await expect(page.getByText('never expires · last used a moment ago')).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Delete inventory-export' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('You have no API tokens.')).toBeVisible();
  expect(await call('GET', '/api/auth/user')).toBe(401);
});

test('SET-01 SET-02 SET-03 profile and preferences are stored and apply before the first paint', async ({
  page,
  browser,
  hub,
}) => {
  await page.getByLabel('First name').fill('Annabel');
  await page.getByLabel('Department').selectOption('IT Security');
  await page.getByLabel('Timezone').selectOption('UTC');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Profile Updated')).toBeVisible();
  await expect(page.getByText('Annabel').first()).toBeVisible();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('switch', { name: 'Compact view' }).click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences Updated')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await page.getByRole('switch', { name: 'Push notifications' }).click();
  await expect(page.getByRole('switch', { name: 'Push notifications' })).toBeChecked();

  const shared = page.getByRole('checkbox', { name: 'Someone shared a document with me: By mail' });
  await expect(shared).toBeChecked();
  await shared.click();
  await expect(shared).not.toBeChecked();
  await page.getByRole('switch', { name: 'Email notifications' }).click();
  await expect(shared).toBeDisabled();
  await page.getByRole('switch', { name: 'Email notifications' }).click();
  await expect(shared).toBeEnabled();

  await page
    .getByLabel('Avatar file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByRole('img', { name: 'Your avatar' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('img', { name: 'Your avatar' })).toBeHidden();

  // The first document of the next visit is dark before any response of the server.
  await page.route('**/api/**', () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.unroute('**/api/**');

  const other = await otherDevice(browser, hub);
  await other.goto(`${hub.url}/settings`);
  await expect(other.getByLabel('Department')).toHaveValue('IT Security');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await other.getByRole('button', { name: 'System' }).click();
  await other.getByRole('switch', { name: 'Compact view' }).click();
  await other.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(other.getByText('Preferences Updated')).toBeVisible();
  await other.context().close();
});

test('SET-02 shows times in the chosen zone, and sends drafts to the server only with auto-save', async ({
  page,
  hub,
}) => {
  const change = async (data: object) =>
    expect((await page.request.put(`${hub.url}/api/settings`, { data })).status()).toBe(200);
  const when = page.locator('time').first();
  const titleIn = async (timezone: string) => {
    await change({ profile: { timezone } });
    await page.goto(`${hub.url}/admin/audit`);
    await expect(when).toBeVisible();
    const at = (await when.getAttribute('datetime')) ?? '';
    const hour = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: 'numeric', hour12: true });
    const [number = ''] = hour.format(new Date(at)).split(' ');
    await expect(when).toHaveAttribute('title', new RegExp(`, 0?${Number(number) || 12}:`));
    return when.getAttribute('title');
  };
  expect(await titleIn('Australia/Perth')).not.toBe(await titleIn('Etc/GMT+5'));

  const pushed: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/api/drafts/')) pushed.push(request.url());
  });
  await change({ preferences: { autoSave: false } });
  await page.clock.install();
  await page.goto(`${hub.url}/knowledge-base?create=knowledge-base`);
  await page.getByLabel('Title').fill('Kept here');
  await expect(page.getByText('Draft kept')).toBeVisible();
  await page.clock.fastForward(30_000);
  await expect(page.getByText('Draft kept')).toBeVisible();
  expect(pushed).toEqual([]);
  await change({ preferences: { autoSave: true } });
  await page.goto(`${hub.url}/knowledge-base?create=work-instruction`);
  const push = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/api/drafts/'),
  );
  await page.getByLabel('Title').fill('Kept there');
  await push;
});

const BOB = { email: 'bob@example.com', password: 'Br0ken%Lamp?Sun', firstName: 'Bob', lastName: 'Jones' };

test('SET-04 SET-05 exports the data, changes the address by a link, deletes the account', async ({
  page: admin,
  browser,
  hub,
}) => {
  // This test's session. Another session ends all others.
  const cookies = await admin.context().cookies();
  await registerAndApprove(hub, cookies.find(({ name }) => name === 'sid')?.value ?? '', BOB);
  const page = await (await browser.newContext({ baseURL: hub.url })).newPage();
  const { email, password } = BOB;
  expect((await page.request.post('/api/auth/login', { data: { email, password } })).status()).toBe(200);
  await page.goto('/settings');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Data' }).click();
  expect((await saved).suggestedFilename()).toBe('ops-hub-export.zip');

  await page.getByRole('button', { name: 'Change Email' }).click();
  await page.getByRole('dialog').getByLabel('New email').fill('bob.moved@example.com');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByText('Check Your Email')).toBeVisible();
  const { link } = await receive(hub, { to: 'bob.moved@example.com', subject: /new e-mail address/ });
  const { pathname, search } = new URL(link ?? '');
  await page.goto(pathname + search);
  await expect(page.getByRole('heading', { name: 'Verification Complete' })).toBeVisible();

  await page.goto('/settings');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('bob.moved@example.com');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByText('Enter your password to confirm')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.context().close();
});

async function fillPasswords(page: Page, current: string, next: string, again = next) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(current);
  await dialog.getByLabel('New password', { exact: true }).fill(next);
  await dialog.getByLabel('Confirm new password').fill(again);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
}

test('AUTH-17 shows errors of a password change at their fields', async ({ page }) => {
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog');
  await fillPasswords(page, '', NEW_PASSWORD);
  await expect(dialog.getByText('Current password is required')).toBeVisible();
  await fillPasswords(page, PERSON.password, PERSON.password);
  await expect(dialog.getByText('New password must be different from current password')).toBeVisible();
  await fillPasswords(page, PERSON.password, NEW_PASSWORD, 'other');
  await expect(dialog.getByText("Passwords don't match")).toBeVisible();
  await fillPasswords(page, 'wrong', NEW_PASSWORD);
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await expect(page.getByText('Password Change Failed').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByLabel('Current password')).toHaveValue('');
});

// This test is last, because the others sign in with the first password.
test('AUTH-17 a changed password ends the other sessions and works for sign-in', async ({
  page,
  browser,
  hub,
}) => {
  const other = await otherDevice(browser, hub);
  await page.getByRole('button', { name: 'Change Password' }).click();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/auth/change-password', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await fillPasswords(page, PERSON.password, NEW_PASSWORD);
  await expect(page.getByRole('button', { name: 'Changing...' })).toBeDisabled();
  answered.resolve();
  await expect(page.getByText('Your password has been updated successfully.').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await whoAmI(page, hub)).toBe(200);
  expect(await whoAmI(other, hub)).toBe(401);
  expect(await signIn(other, hub)).toBe(401);
  expect(await signIn(other, hub, NEW_PASSWORD)).toBe(200);
});
