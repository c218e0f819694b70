import { expect, type Page } from '@playwright/test';
import { receive } from './outbox.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

/** The team directory from empty to invited, on one page, step by step. */
test.describe.configure({ mode: 'serial' });

let page: Page;

test.beforeAll(async ({ browser, hub, cookie }) => {
  const context = await browser.newContext({ baseURL: hub.url });
  await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  page = await context.newPage();
  await page.goto('/knowledge-base');
  await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
});
test.afterAll(() => page.context().close());

const figure = (label: string) => page.locator('dl > div').filter({ hasText: label }).getByRole('definition');
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = () => page.getByRole('dialog');

test('TEAM-01 TEAM-03 TEAM-04 adds the first member, and shows missing fields', async () => {
  await expect(page.getByRole('heading', { level: 1, name: 'Team Management' })).toBeVisible();
  await expect(page.getByText('Start by inviting your first team member')).toBeVisible();
  await page.getByRole('button', { name: 'Add Team Member' }).click();
  await dialog().getByLabel('Full name').fill('Hana Whitford');
  await dialog().getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Missing Information')).toBeVisible();
  await expect(page.getByText('Please fill in all required fields.').first()).toBeVisible();
  await expect(dialog().getByText('Role is required')).toBeVisible();
  await dialog().getByLabel('Email').fill('ann@example.com');
  await dialog().getByLabel('Role').fill('Senior Systems Administrator');
  await dialog().getByLabel('Department').fill('IT Security');
  await dialog().getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByText('Team Member Added')).toBeVisible();
  await expect(row('Hana Whitford')).toContainText('Last active');
  for (const label of ['Total Members', 'Active Now', 'Departments', 'Administrators'])
    await expect(figure(label)).toHaveText('1');
});

test('TEAM-04 TEAM-05 a member is edited; an address can be used once', async () => {
  await page.getByRole('button', { name: 'Edit Hana Whitford' }).click();
  await dialog().getByLabel('Status').selectOption('Inactive');
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Team Member Updated')).toBeVisible();
  await expect(row('Hana Whitford')).toContainText('Inactive');
  await expect(figure('Active Now')).toHaveText('0');

  await page.getByRole('button', { name: 'Add Team Member' }).click();
  await expect(dialog().getByLabel('Status')).toHaveCount(0);
  await dialog().getByLabel('Full name').fill('Another One');
  await dialog().getByLabel('Email').fill('ANN@example.com');
  await dialog().getByLabel('Role').fill('VIP');
  await dialog().getByRole('button', { name: 'Add Member' }).click();
  await expect(
    page.getByText('A team member with the e-mail ann@example.com exists already.').first(),
  ).toBeVisible();
  await dialog().getByLabel('Email').fill('another@example.com');
  await dialog().getByRole('button', { name: 'Add Member' }).click();
  await expect(row('Another One')).toContainText('Never');
});

test('TEAM-02 TEAM-03 the search filters the list and is part of the address', async () => {
  await page.getByRole('searchbox', { name: 'Search members' }).fill('it sec');
  await expect(row('Another One')).toBeHidden();
  await expect(row('Hana Whitford')).toBeVisible();
  await expect(page).toHaveURL(/q=it/);
  await page.getByRole('searchbox', { name: 'Search members' }).fill('zzzz');
  await expect(page.getByText('Try adjusting your search criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row('Another One')).toBeVisible();
});

test('TEAM-04 TEAM-05 a member is deleted after a confirmation and restored', async () => {
  await page.getByRole('button', { name: 'Delete Another One' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to delete Another One? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Team Member Deleted')).toBeVisible();
  await expect(row('Another One')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row('Another One')).toBeVisible();
});

test('TEAM-02 a link opens the member and highlights the row', async () => {
  const id = (await row('Another One').getAttribute('id'))?.replace('member-', '');
  await page.goto(`/team?member=${id}`);
  await expect(row('Another One')).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(/\/team$/, { timeout: 20_000 });
  await expect(row('Another One')).not.toHaveAttribute('aria-current', 'true');
});

test('TEAM-06 an invited person finds the registration form filled and can sign in', async ({
  browser,
  hub,
}) => {
  await page.getByRole('button', { name: 'Invite Member' }).click();
  await dialog().getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Missing Information')).toBeVisible();
  await dialog().getByLabel('Email').fill('gil@example.com');
  await dialog().getByLabel('First name').fill('Gil');
  await dialog().getByLabel('Last name').fill('Ost');
  await dialog().getByLabel('Role').fill('Manager');
  await dialog().getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation Sent')).toBeVisible();
  await expect(page.getByText('gil@example.com gets a link to register.').first()).toBeVisible();

  const { link } = await receive(hub, { to: 'gil@example.com', subject: /invites you/ });
  const context = await browser.newContext({ baseURL: hub.url });
  const gil = await context.newPage();
  const { pathname, search } = new URL(link ?? '');
  await gil.goto(pathname + search);
  await expect(gil.getByLabel('Email')).toHaveValue('gil@example.com');
  await expect(gil.getByLabel('First name')).toHaveValue('Gil');
  await expect(gil).toHaveURL(/\/register$/);
  const password = 'Th1mble!River#Oak';
  await gil.getByLabel('Password', { exact: true }).fill(password);
  await gil.getByLabel('Confirm password').fill(password);
  await gil.getByRole('button', { name: 'Create account' }).click();
  await expect(gil.getByText('Account created successfully!')).toBeVisible();
  await gil.getByLabel('Email').fill('gil@example.com');
  await gil.getByLabel('Password', { exact: true }).fill(password);
  await gil.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(gil.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await context.close();
  await expect(row('Gil Ost')).toContainText('Manager');
});
