import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { PERSON, type Hub } from './hub.ts';
import { withOwnStream } from './own-streams.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

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

test('ED-10 VER-05 typed text survives when another tab saves the same document', async ({
  signedIn,
  hub,
  cookie,
}) => {
  const address = await aDocument(hub, cookie, 'Two tabs');
  const other = await signedIn.context().newPage();
  for (const page of [signedIn, other]) await page.goto(address);
  await write(other, ' Other tab.');
  await other.getByLabel('Change note').fill('Why it changes');
  const kept = () => other.evaluate(() => Object.values(localStorage).join());
  await expect.poll(kept).toContain('Why it changes');
  await expect(other.getByText('Draft kept')).toBeVisible();
  await write(signedIn, ' First tab.');
  await signedIn.keyboard.press('Control+s');
  await expect(signedIn.getByText('Version 2')).toBeVisible();
  // This is the state after a crash of the other tab.
  const later = await signedIn.context().newPage();
  await later.goto(address);
  await later.getByRole('button', { name: 'Restore them' }).click();
  await expect(later.locator('.cm-content')).toContainText('Stored text. Other tab.');
  await expect(later.getByLabel('Change note')).toHaveValue('Why it changes');
});

test('ED-10 two tabs with one document keep separate drafts, and neither deletes the other one', async ({
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
  // The other two tabs are still open, and so the drafts they claim to store are still stored.
  const kept = () => later.evaluate(() => Object.values(localStorage).join());
  for (const text of ['Other tab.', 'First tab.', 'Third tab.']) await expect.poll(kept).toContain(text);
});

test('ED-10 ROUTE-03 a session that ends while typing asks to sign in over the page, and then saves the text', async ({
  page,
  hub,
}) => {
  // This test ends its session, so it uses its own.
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
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toContainText('what you typed is kept where it is');
  // Nobody reads on without a session, and Escape does not open the page.
  const seen = () =>
    page.evaluate(() => document.elementFromPoint(300, 300)?.closest('[role=dialog]') !== null);
  expect(await seen()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await seen()).toBe(true);

  await expect(dialog.getByLabel('Email')).toHaveValue(PERSON.email);
  await dialog.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Version 2')).toBeVisible();
  await expect(page.locator('.cm-content')).toContainText('Stored text. Typed text. More.');
  await expect(page).toHaveURL(new RegExp(`doc=${id}$`));
  await expect(page).not.toHaveTitle(/Sign in/);
});

test('ED-10 saving without a network shows an error, and the preview still opens', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const fetched = page.waitForResponse(/toast-area/);
  // The notice about the network is preloaded a little later.
  const trouble = page.waitForResponse(/assets\/trouble/);
  await withOwnStream(page);
  await page.goto(await aDocument(hub, cookie, 'Offline'));
  await write(page, ' Typed text.');
  // Waits for the module and its imports.
  await page.evaluate((address) => import(address), (await fetched).url());
  await trouble;
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Failed to save document. Please try again.').first()).toBeVisible();
  await page.getByText('Preview', { exact: true }).click();
  await expect(page.locator('[data-markdown]')).toContainText('Stored text. Typed text.');
  await expect(
    page.getByText(/not reachable since \d+:\d\d.*\. Your text is kept and saved when it is back\./).first(),
  ).toBeVisible();
  await page.context().setOffline(false);
  // It is repeated by itself.
  await expect(page.getByText('Version 2')).toBeVisible({ timeout: 30_000 });
});

test('ED-04 ED-10 leaving asks while a screenshot uploads, and the screenshot finds its step after the steps move', async ({
  signedIn: page,
  hub,
}) => {
  const arrival = Promise.withResolvers<void>();
  await page.route('**/api/objects/acl', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`${hub.url}/knowledge-base?create=how-to-guide`);
  await page.getByRole('button', { name: 'Add step' }).click();
  const buffer = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();
  await page
    .getByLabel('Image file for step 2')
    .setInputFiles({ name: 'lag.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('Uploading image…')).toBeVisible();
  await page.getByRole('button', { name: 'Remove step 1' }).click();
  await page.getByRole('button', { name: 'Add step' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await expect(dialog).toContainText('the image that is still on its way');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  arrival.resolve();
  await expect(page.getByText('Image Uploaded').first()).toBeVisible();
  await expect(page.getByLabel('Width of image of step 1')).toBeVisible();
  await expect(page.getByLabel('Width of image of step 2')).toBeHidden();
});

test('ED-10 a retried save whose response was lost creates no second document and no conflict', async ({
  signedIn: page,
  hub,
}) => {
  let lost: string | undefined;
  // Set before the page opens: an open page may send its next request past a new route.
  await page.route(/\/api\/knowledge-base(\/[0-9a-f-]{36})?$/, async (route) => {
    if (route.request().method() !== lost) return route.continue();
    // The server stores the document, and the browser gets no response.
    await route.fetch();
    return route.abort();
  });
  const failed = page.getByText('Failed to save document. Please try again.').first();
  await page.goto(`${hub.url}/knowledge-base?create=knowledge-base`);
  await page.getByLabel('Title').fill('Answer got lost');
  await write(page, 'First.');
  lost = 'POST';
  await page.keyboard.press('Control+s');
  await expect(failed).toBeVisible();
  lost = undefined;
  await write(page, ' Second.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 2')).toBeVisible();
  await expect(page).toHaveURL(/doc=/);
  await expect(failed).toBeHidden({ timeout: 20_000 });
  lost = 'PUT';
  await write(page, ' Third.');
  await page.keyboard.press('Control+s');
  await expect(failed).toBeVisible();
  lost = undefined;
  await write(page, ' Fourth.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 4')).toBeVisible();
  const list = await page.request.get(`${hub.url}/api/knowledge-base?q=Answer+got+lost`);
  expect(((await list.json()) as unknown[]).length).toBe(1);
});

test('ED-10 typing continues in the same field while a new document is saved for the first time', async ({
  signedIn: page,
  hub,
}) => {
  const requested = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  // Set before the page opens: an open page may send its next request past a new route.
  await page.route('**/api/knowledge-base', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    requested.resolve();
    await answered.promise;
    return route.continue();
  });
  await page.goto(`${hub.url}/knowledge-base?create=knowledge-base`);
  await page.getByLabel('Title', { exact: true }).fill('Saved while typing');
  await write(page, 'First.');
  await page.keyboard.press('Control+s');
  await requested.promise;
  await page.keyboard.type(' During.');
  answered.resolve();
  // Neither the response nor the new address loses a keystroke.
  const words = Array.from({ length: 40 }, (_, n) => ` word${n}`).join('');
  await page.keyboard.type(words, { delay: 15 });
  await expect(page).toHaveURL(/[?&]doc=/);
  const text = `First. During.${words}`;
  await expect(page.locator('.cm-content')).toHaveText(text);
  await expect(page.locator('.cm-content')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Restore them' })).toBeHidden();
  await expect(page.getByText('Draft kept')).toBeVisible();
  const places = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('draft:')),
  );
  const id = new URL(page.url()).searchParams.get('doc') ?? '';
  expect(places.filter((place) => place.includes('new-knowledge-base'))).toEqual([]);
  expect(places.some((place) => place.includes(id))).toBe(true);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Version 2')).toBeVisible();
  // Another new document starts empty.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Create New' }).click();
  await page.getByRole('menuitem', { name: 'Knowledge Base' }).click();
  await expect(page.locator('.cm-content')).toHaveText('');
  await page.goBack();
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await expect(page.locator('.cm-content')).toHaveText(text);
});

test('ED-10 edits of a document that somebody deletes meanwhile can be saved in two ways', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const address = await aDocument(hub, cookie, 'Deleted meanwhile');
  const id = new URL(address).searchParams.get('doc') ?? '';
  const remove = async () =>
    expect((await page.request.delete(`${hub.url}/api/documents/${id}`)).status()).toBe(204);
  await page.goto(address);
  await write(page, ' Kept words.');
  await expect(page.getByText('Draft kept')).toBeVisible();
  await remove();
  const dialog = page.getByRole('dialog', { name: 'This document was deleted' });
  await page.keyboard.press('Control+s');
  await expect(dialog).toContainText('moved it to the bin');
  await dialog.getByRole('button', { name: 'Restore and save' }).click();
  await expect(page.getByText('Version 2')).toBeVisible();

  await write(page, ' More words.');
  await expect(page.getByText('Draft kept')).toBeVisible();
  await remove();
  await page.keyboard.press('Control+s');
  await expect(dialog).toBeVisible();
  // As after a crash: the page of a deleted document offers the draft.
  const later = await page.context().newPage();
  await later.goto(address);
  await later.getByRole('button', { name: 'Go on as a new document' }).click();
  await later.getByRole('button', { name: 'Restore them' }).click();
  await expect(later.locator('.cm-content')).toContainText('Kept words. More words.');
  await later.close();

  await dialog.getByRole('button', { name: 'Save as a new document' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.getByText('Version 1')).toBeVisible();
  await expect(page.locator('.cm-content')).toContainText('Kept words. More words.');
});

test('SHELL-01 a screen that fails to load replaces only itself, not the whole page', async ({
  signedIn: page,
  hub,
}) => {
  await page.route('**/assets/team-page-*', (route) => route.abort());
  await page.goto(`${hub.url}/knowledge-base`);
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('alert')).toContainText('This screen could not be shown');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.unroute('**/assets/team-page-*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible();
});
