import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { PERSON } from './hub.ts';
import type { Hub } from './hub.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'nothing-lost' });

async function aDocument(hub: Hub, cookie: string, title: string): Promise<string> {
  const answer = await send(hub, cookie, '/api/documents', { title, content: 'Stored text.' });
  const { id } = (await answer.json()) as { id: string };
  return `${hub.url}/knowledge-base?doc=${id}`;
}

async function write(page: Page, text: string) {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
}

test('ED-10 typing survives another tab that saves the same document', async ({ signedIn, hub, cookie }) => {
  const address = await aDocument(hub, cookie, 'Two tabs');
  const other = await signedIn.context().newPage();
  for (const page of [signedIn, other]) await page.goto(address);
  await write(other, ' Other tab.');
  await expect(other.getByText('Draft kept')).toBeVisible();
  await write(signedIn, ' First tab.');
  await signedIn.keyboard.press('Control+s');
  await expect(signedIn.getByText('Version 2')).toBeVisible();
  // What a crash of the other tab would leave behind.
  const later = await signedIn.context().newPage();
  await later.goto(address);
  await later.getByRole('button', { name: 'Restore them' }).click();
  await expect(later.locator('.cm-content')).toContainText('Stored text. Other tab.');
});

test('ED-10 two tabs with one document keep a draft each, and neither takes the other one away', async ({
  signedIn,
  hub,
  cookie,
}) => {
  const address = await aDocument(hub, cookie, 'A draft each');
  const other = await signedIn.context().newPage();
  for (const page of [signedIn, other]) await page.goto(address);
  await write(other, ' Other tab.');
  await expect(other.getByText('Draft kept')).toBeVisible();
  await write(signedIn, ' First tab.');
  await expect(signedIn.getByText('Draft kept')).toBeVisible();

  const later = await signedIn.context().newPage();
  await later.goto(address);
  await expect(later.getByText('There is one older draft too')).toBeVisible();
  const discard = later.getByRole('button', { name: 'Discard them' });
  await discard.click();
  await expect(later.getByText('There is one older draft too')).toBeHidden();
  await discard.click();
  await write(later, ' Third tab.');
  await expect(later.getByText('Draft kept')).toBeVisible();
  // The two others are open yet, so what they say is kept still is.
  const kept = () => later.evaluate(() => Object.values(localStorage).join());
  for (const text of ['Other tab.', 'First tab.', 'Third tab.']) await expect.poll(kept).toContain(text);
});

test('ED-10 ROUTE-03 a session that ended while typing leads to sign-in and back to the text', async ({
  page,
  hub,
}) => {
  // A session of its own, since this one ends.
  await page.request.post(`${hub.url}/api/auth/login`, { data: PERSON });
  const answer = await page.request.post(`${hub.url}/api/documents`, {
    data: { title: 'Ends', content: 'Stored text.' },
  });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await write(page, ' Typed text.');
  await page.request.get(`${hub.url}/api/logout`, { maxRedirects: 0 });
  await page.keyboard.type(' More.');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();

  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Restore them' }).click();
  await expect(page.locator('.cm-content')).toContainText('Stored text. Typed text. More.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 2')).toBeVisible();
});

test('ED-10 saving without a network says so, and the preview still opens', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const fetched = page.waitForResponse(/toast-area/);
  await page.goto(await aDocument(hub, cookie, 'Offline'));
  await write(page, ' Typed text.');
  await fetched;
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Failed to save document. Please try again.').first()).toBeVisible();
  await page.getByText('Preview', { exact: true }).click();
  await expect(page.locator('[data-markdown]')).toContainText('Stored text. Typed text.');
  await page.context().setOffline(false);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 2')).toBeVisible();
});

test('SHELL-01 a part that cannot be fetched takes the place of its screen, not of the whole page', async ({
  signedIn: page,
  hub,
}) => {
  await page.route('**/assets/open-menu-*', (route) => route.abort());
  await page.goto(`${hub.url}/knowledge-base`);
  await page.getByRole('button', { name: 'Create New' }).click();
  await expect(page.getByRole('alert')).toContainText('This screen could not be shown');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.unroute('**/assets/open-menu-*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Create New' }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
});
