import { expect, type Page } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

/** One place to look: the search of every screen, which is the palette on a phone. */

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const options = (page: Page) => palette(page).getByRole('option');

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
}

test('SHELL-04 SHELL-11 the search finds commands and what the screen offers, below everything else', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await send(hub, cookie, '/api/documents', { title: 'Add a disk to the pool', content: 'Text' });
  await page.goto(`${hub.url}/team`);
  await expect(page.getByText('Start by inviting')).toBeVisible();
  const box = page.getByRole('combobox', { name: 'Search docs' });
  const list = page.getByRole('listbox', { name: 'Documents, servers, people and commands' });
  await box.fill('add');
  await expect(list.getByRole('option')).toHaveText([
    /^Add a disk to the pool/,
    'Add Team Member',
    'Add Server',
  ]);
  await box.press('ArrowDown');
  await expect(box).toHaveAttribute('aria-activedescendant', /-1$/);
  await box.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Team Member' })).toBeVisible();
  await page.keyboard.press('Escape');
  await box.fill('health check');
  await expect(list.getByRole('option')).toHaveText(['Run Health Check of All Servers']);
  await box.press('Enter');
  // The list is closed when the work ends, and its result is shown all the same.
  await expect(page.getByText('Nothing to check')).toBeVisible();
});

test('SHELL-11 the palette shows what was opened last, and what the screen offers, which the same keys do', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = async (path: string, body: object) =>
    ((await (await send(hub, cookie, path, body)).json()) as { id: string }).id;
  const documentId = await made('/api/documents', { title: 'Replace a fan', content: 'Slowly.' });
  const serverId = await made('/api/servers', { name: 'fan-01' });
  await page.goto(`${hub.url}/knowledge-base/${documentId}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await page.goto(`${hub.url}/infrastructure/${serverId}`);
  await expect(page.getByRole('button', { name: 'Run Health Check' })).toBeVisible();

  await test.step('a server', async () => {
    await openPalette(page);
    const opened = palette(page).getByRole('group', { name: 'Opened last' }).getByRole('option');
    await expect(opened).toHaveText(['Replace a fan']);
    const offered = palette(page).getByRole('group', { name: 'On this screen' }).getByRole('option');
    await expect(offered).toHaveText([
      'Watch',
      'Run Health Check',
      'Edite',
      'Delete',
      'Link a document',
      'Edit what it needs',
      'Edit limits and days',
    ]);
    await page.keyboard.type('link a');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Find a document to link')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${hub.url}/knowledge-base/${documentId}`);
  });

  await test.step('a document', async () => {
    await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
    await openPalette(page);
    await expect(options(page).first()).toHaveText('fan-01');
    await page.keyboard.type('hist');
    await expect(options(page).first()).toHaveText('Version History v1h');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /Version History/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await openPalette(page);
    await page.keyboard.type('print');
    const printing = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    await expect((await printing).getByRole('heading', { name: 'Replace a fan' })).toBeVisible();
  });

  await test.step('the inventory', async () => {
    await page.goto(`${hub.url}/infrastructure`);
    await expect(page.getByText('fan-01')).toBeVisible();
    await openPalette(page);
    await page.keyboard.type('add ser');
    await expect(options(page)).toHaveText(['Add Servern']);
    await page.keyboard.press('Escape');
    await openPalette(page);
    await page.keyboard.type('import csv');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Import' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog', { name: 'Add New Server' })).toBeVisible();
  });
});

test('SHELL-08 a failure stays until it is closed, and lies in the bell afterwards', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/servers', { name: 'never-well' });
  const { id } = (await made.json()) as { id: string };
  await page.route('**/metrics', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(`${hub.url}/infrastructure/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.getByRole('button', { name: 'Run Health Check' }).click();
  await expect(page.getByText('Health Check Failed')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Health Check Failed')).toHaveCount(0);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('region', { name: 'Earlier messages' })).toContainText('Health Check Failed');
});

test('SHELL-04 on a phone the search is the palette, by its button and by its key', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await send(hub, cookie, '/api/documents', { title: 'Torch in the dark', content: 'Text' });
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto(`${hub.url}/team`);
  await expect(page.getByText('Start by inviting')).toBeVisible();
  await expect(page.getByPlaceholder('Search docs...')).toHaveCount(0);
  await page.getByRole('button', { name: 'Search docs' }).click();
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Search docs' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('torch');
  await expect(options(page).first()).toContainText('Torch in the dark');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/knowledge-base\/[\da-f-]{36}$/);
});
