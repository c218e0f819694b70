import { expect, type Page } from '@playwright/test';
import { answerBrowser } from './browser-question.ts';
import { openDataDir, PERSON, startHub, type Hub } from './hub.ts';
import { FILES, runbooksZip } from './runbooks.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

/** The main job of the product as one person does it, from an empty folder to the next start. */
test.describe.configure({ mode: 'serial' });

let hub: Hub;
let page: Page;
let remove: () => Promise<void>;
const complaints: string[] = [];

test.beforeAll(async ({ browser }) => {
  const folder = await openDataDir();
  remove = folder.remove;
  hub = await startHub(folder.dataDir);
  page = await browser.newPage({ reducedMotion: 'no-preference' });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});

test.afterAll(async () => {
  await page.close();
  await hub.stop();
  await remove();
});

const cardOf = (title: string) => page.getByRole('link', { name: title, exact: true });
const searchBox = () => page.getByRole('main').getByRole('searchbox');

test('AUTH-23 the printed link creates the first administrator and signs in', async () => {
  await page.goto(hub.setupLink ?? '');
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Smith');
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByLabel('Confirm password').fill(`${PERSON.password}x`);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('Confirm password').fill(PERSON.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
});

test('AUTH-04 AUTH-05 refuses a wrong password and accepts the right one', async () => {
  await page.context().clearCookies();
  await page.goto(`${hub.url}/login`);
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill('Something-else-1!');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login Failed')).toBeVisible();
  await expect(page.getByText('Invalid email or password.').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login Successful')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Knowledge Base', exact: true }).click();
  await expect(page.getByText('No knowledge items yet')).toBeVisible();
});

test('OPS-04 KB-11 imports a zip of runbooks with a report that adds up', async () => {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'runbooks.zip', mimeType: 'application/zip', buffer: await runbooksZip() });
  const start = dialog.getByRole('button', { name: 'Import', exact: true });
  // The page shows the result of the import before anything is stored.
  await expect(dialog.getByText('Nothing is stored yet.', { exact: false }).first()).toBeVisible();
  await expect(dialog.getByText('windows/broken.md')).toBeVisible();
  await start.click();
  await expect(dialog.getByText('This Markdown export brought', { exact: false })).toBeVisible();
  await expect(dialog.getByText('windows/broken.md')).toBeVisible();
  expect(await dialog.getByRole('term').allTextContents()).toEqual([
    'Created',
    'Updated',
    'Skipped',
    'Problems',
  ]);
  const figures = (await dialog.getByRole('definition').allTextContents()).map(Number);
  expect(figures).toEqual([3, 0, 3, 1]);
  expect(figures.reduce((sum, figure) => sum + figure)).toBe(FILES);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(cardOf('Kube Persistent Volume Filling Up')).toBeVisible();
  await expect(page.getByText('3 items')).toBeVisible();
});

test('KB-02 SHELL-07 finds a runbook by a word, a part of a word and by identifiers', async () => {
  const findings: [string, string][] = [
    ['growth', 'Kube Persistent Volume Filling Up'],
    ['umeFill', 'Kube Persistent Volume Filling Up'],
    ['KubePersistentVolumeFillingUp', 'Kube Persistent Volume Filling Up'],
    ['10.20.30.40', 'Kube Persistent Volume Filling Up'],
    ['srv-au-db01', 'Kube Persistent Volume Filling Up'],
    ['0x80070005', 'Access is denied'],
  ];
  for (const [words, title] of findings) {
    await searchBox().fill(words);
    await expect(page.getByText('1 item', { exact: true })).toBeVisible();
    await expect(cardOf(title)).toBeVisible();
  }
  await searchBox().fill('nothing has this');
  await expect(page.getByText('No items found')).toBeVisible();
  await searchBox().fill('');
  await page.getByRole('combobox', { name: /categor/i }).selectOption({ value: 'windows' });
  await expect(page.getByText('1 item', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: /categor/i }).selectOption({ index: 0 });
});

test('SHELL-06 the search field of the top bar opens a document', async () => {
  // In a field the key types a letter, so the focus leaves the field first.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  const box = page.getByPlaceholder('Search docs...');
  await expect(box).toBeFocused();
  await box.fill('persistent');
  await expect(page.getByRole('option', { name: /Kube Persistent Volume/ })).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL(/\/knowledge-base\?.*doc=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Knowledge Base' })).toBeVisible();
});

test('ED-11 the preview shows every image, its links open the imported pages, and nothing in it runs', async () => {
  await page
    .getByRole('button', { name: 'Preview' })
    .or(page.getByRole('radio', { name: 'Preview' }))
    .first()
    .click();
  for (const name of ['Lag of the last hour', 'Plan']) {
    const image = page.getByRole('img', { name });
    await expect(image).toBeVisible();
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await page.getByRole('link', { name: 'Expand the volume' }).click();
  await expect(page.getByRole('heading', { name: 'Steps' })).toBeVisible();
  await page.getByRole('link', { name: 'back to the alert' }).click();
  await expect(page.getByRole('link', { name: 'Expand the volume' })).toBeVisible();
});

test('ED-08 API-01 an edit is previewed and saved as version 2 with its author', async () => {
  // Links in a text lead to the page to read.
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  const content = page.locator('.cm-content');
  await content.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nCall **storage on duty** first.');
  await page
    .getByRole('button', { name: 'Preview' })
    .or(page.getByRole('radio', { name: 'Preview' }))
    .first()
    .click();
  await expect(page.locator('strong', { hasText: 'storage on duty' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page.getByText(/Version 2/)).toBeVisible();
  await expect(page.getByText(/Ann Smith/).first()).toBeVisible();
});

test('OPS-01 a restart keeps all data and the visitor’s session', async () => {
  const { port } = new URL(hub.url);
  await hub.stop();
  hub = await startHub(hub.dataDir, { PORT: port, AGAIN: 'yes' });
  await page.goto(`${hub.url}/knowledge-base`);
  await expect(page.getByText('3 items')).toBeVisible();
  await cardOf('Kube Persistent Volume Filling Up').click();
  await expect(page.getByText(/Version 2/)).toBeVisible();
});

test('KB-07 KB-10 a deleted document can be restored', async () => {
  await page.goto(`${hub.url}/knowledge-base`);
  const deletion = page.getByRole('button', { name: 'Delete "Access is denied"' });
  const question = 'Are you sure you want to delete "Access is denied"? This action cannot be undone.';
  await Promise.all([answerBrowser(page, question, 'Cancel'), deletion.click()]);
  await page.reload();
  await expect(cardOf('Access is denied')).toBeVisible();
  await Promise.all([answerBrowser(page, question, 'OK'), deletion.click()]);
  await expect(page.getByText('Knowledge base item deleted successfully')).toBeVisible();
  await expect(cardOf('Access is denied')).toBeHidden();
  await page.getByRole('button', { name: /Undo/ }).click();
  await expect(cardOf('Access is denied')).toBeVisible();
});

test('SHELL-04 signing out ends the session; sign-in returns to the requested page', async () => {
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
  await page.goto(`${hub.url}/knowledge-base?q=denied`);
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/knowledge-base\?q=denied/);
  expect(complaints).toEqual([]);
});
