import { expect, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { PERSON, type Hub } from './hub.ts';
import { registerAndApprove } from './registration.ts';
import { send, test } from './signed-in.ts';

test.describe.configure({ timeout: 120_000 });

const BEA = { email: 'bea@example.com', password: 'Br0ken%Lamp?Sun', firstName: 'Bea', lastName: 'Jones' };
test.beforeAll(({ hub, cookie }) => registerAndApprove(hub, cookie, BEA));

const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Another signed-in browser. */
async function elsewhere(
  browser: Browser,
  hub: Hub,
  { email, password }: { email: string; password: string },
) {
  const page = await (await browser.newContext()).newPage();
  await page.request.post(`${hub.url}/api/auth/login`, { data: { email, password } });
  return page;
}

const write = async (page: Page, text: string) => {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(text);
};

test('ED-10 two people with one document see each other, and their edits merge', async ({
  signedIn: ann,
  browser,
  hub,
  cookie,
}) => {
  const lines = ['First line.', 'Second line.', 'Third line.', 'Fourth line.'];
  const made = await send(hub, cookie, '/api/documents', { title: 'Together', content: lines.join('\n') });
  const { id } = (await made.json()) as { id: string };
  const address = `${hub.url}/knowledge-base?doc=${id}`;
  const other = await elsewhere(browser, hub, BEA);
  await ann.goto(address);
  await other.goto(address);
  await write(ann, ' Added below.');

  await test.step('separate edits merge without a question', async () => {
    await other.locator('.cm-content').click();
    await other.keyboard.press('Control+Home');
    await other.keyboard.type('Added above. ');
    await other.keyboard.press('Control+s');
    await expect(other.getByText('Version 2')).toBeVisible();
    await expect(ann.getByText('You started from version 1')).toBeVisible();
    await ann.keyboard.press('Control+s');
    await expect(ann.getByText('Version 3')).toBeVisible();
    const text = ann.locator('.cm-content');
    await expect(text).toContainText('Added above. First line.');
    await expect(text).toContainText('Fourth line. Added below.');
  });

  await test.step('overlapping edits are both shown for a choice', async () => {
    await expect(other.getByText('Version 3')).toBeVisible();
    await write(other, ' Other end.');
    await write(ann, ' Own end.');
    // The document changes while Ann resolves the conflict.
    const arrival = Promise.withResolvers<void>();
    await ann.route('**/api/objects/acl', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    await ann
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'rack.png', mimeType: 'image/png', buffer: await picture() });
    await other.keyboard.press('Control+s');
    await expect(other.getByText('Version 4')).toBeVisible();
    await ann.keyboard.press('Control+s');
    const dialog = ann.getByRole('dialog', { name: 'Somebody else saved this document' });
    await expect(dialog.getByText('Fourth line. Added below. Own end.')).toBeVisible();
    await expect(dialog.getByText('Fourth line. Added below. Other end.')).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Both, yours first' })).toBeFocused();
    await dialog.getByRole('radio', { name: 'Both, yours first' }).check();
    arrival.resolve();
    await expect(ann.getByText('Image Uploaded').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Save merged' }).click();
    await expect(ann.getByText('Version 5')).toBeVisible();
    await expect(ann.locator('.cm-content')).toContainText('Own end.');
    await expect(ann.locator('.cm-content')).toContainText('Other end.');
    await expect(ann.locator('.cm-content')).toContainText('![rack]');
  });
  await other.context().close();
});

test('ED-10 a draft of one browser is offered in another, and disappears once it is saved', async ({
  signedIn: ann,
  browser,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/documents', { title: 'Elsewhere', content: 'Stored.' });
  const { id } = (await made.json()) as { id: string };
  const address = `${hub.url}/knowledge-base?doc=${id}`;
  await ann.goto(address);
  const pushed = ann.waitForResponse(
    (response) => response.url().endsWith('/draft') && response.request().method() === 'PUT' && response.ok(),
  );
  await write(ann, ' Typed at the desk.');
  await pushed;

  const phone = await elsewhere(browser, hub, PERSON);
  await phone.goto(address);
  await expect(phone.getByText('You typed them in another browser')).toBeVisible();
  await phone.getByRole('button', { name: 'Restore them' }).click();
  await expect(phone.locator('.cm-content')).toContainText('Typed at the desk.');
  const removed = phone.waitForResponse((response) => response.request().method() === 'DELETE');
  await phone.locator('.cm-content').click();
  await phone.keyboard.press('Control+s');
  await expect(phone.getByText('Version 2')).toBeVisible();
  await removed;
  await phone.context().close();
});

test('ED-10 an offered draft stays above the editor, and typing something else does not change it', async ({
  signedIn: ann,
  browser,
  hub,
}) => {
  const address = `${hub.url}/knowledge-base?create=knowledge-base`;
  const pushedBy = (page: Page) =>
    page.waitForResponse(
      (response) =>
        response.url().includes('/api/drafts/') && response.request().method() === 'PUT' && response.ok(),
    );
  await ann.goto(address);
  const first = pushedBy(ann);
  await ann.getByLabel('Title').fill('Begun at the desk');
  await first;

  const phone = await elsewhere(browser, hub, PERSON);
  await phone.goto(address);
  await expect(phone.getByText('You typed them in another browser')).toBeVisible();
  const second = pushedBy(phone);
  await phone.getByLabel('Title').fill('Begun on the phone');
  await second;
  await phone.getByRole('button', { name: 'Restore them' }).click();
  await expect(phone.getByLabel('Title')).toHaveValue('Begun at the desk');
  await expect(phone.getByText('You have unsaved changes')).toBeHidden();

  const later = await phone.context().newPage();
  await later.goto(address);
  await expect(later.getByText('There is one older draft too')).toBeVisible();
  const kept = await later.evaluate(() => Object.values(localStorage).join());
  for (const text of ['Begun at the desk', 'Begun on the phone']) expect(kept).toContain(text);
  await phone.context().close();
});

test('ED-10 shows the name of a colleague who edits, until she leaves', async ({
  signedIn: ann,
  browser,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/documents', { title: 'Present', content: 'Text.' });
  const { id } = (await made.json()) as { id: string };
  const other = await elsewhere(browser, hub, BEA);
  await ann.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await expect(ann.locator('.cm-content')).toBeVisible();
  await other.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await expect(ann.getByText('Bea is editing')).toBeVisible();
  // A new reader sees who else is present.
  await expect(other.getByText(/^\S+ is editing$/)).toBeVisible();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await expect(ann.getByText('Bea is editing')).toBeHidden();
  await other.context().close();
});

test('SHELL-09 ED-12 an @ mention notifies the person and is marked in the text; SET-02 on the desktop if enabled', async ({
  signedIn: ann,
  browser,
  hub,
  cookie,
}) => {
  const bea = await elsewhere(browser, hub, BEA);
  // A desktop that allows notifications while its window is in the background.
  await bea.addInitScript(() => {
    const shown: string[] = [];
    class Desktop extends EventTarget {
      static permission = 'granted';
      constructor(_title: string, { body }: { body: string }) {
        super();
        shown.push(body);
      }
    }
    document.hasFocus = () => false;
    Object.assign(window, { Notification: Desktop, shown });
  });
  await bea.goto(`${hub.url}/team`);
  await expect(bea.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await ann.goto(`${hub.url}/knowledge-base?create=knowledge-base`);
  await ann.getByLabel('Title').fill('On call');
  await write(ann, 'Not ann@example.com but @be');
  await ann.getByRole('option', { name: '@Bea Jones' }).click();
  await expect(ann.locator('.cm-content')).toContainText('[@Bea Jones](/team?person=');
  await ann.getByRole('button', { name: 'Preview' }).click();
  await expect(ann.locator('.mention')).toHaveText('@Bea Jones');
  await ann.getByRole('button', { name: 'Save' }).click();
  await bea.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await bea.getByRole('button', { name: /named you in "On call"/ }).click();
  await expect(bea).toHaveURL(/\/knowledge-base\/[\da-f-]{36}$/);

  const shown = () => bea.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(await shown()).toEqual([]);
  const mark = await ann.evaluate(async () => {
    const people = (await (await fetch('/api/shares/people?q=bea')).json()) as { id: string }[];
    return `[@Bea](/team?person=${people[0]?.id})`;
  });
  for (const push of [true, false]) {
    const data = { notifications: { push } };
    expect((await bea.request.put(`${hub.url}/api/settings`, { data })).status()).toBe(200);
    await bea.goto(`${hub.url}/team`);
    await expect(bea.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    const title = push ? 'Loud' : 'Quiet';
    // The code of notifications loads on demand, so the first one may arrive too early for it.
    await expect(async () => {
      await send(hub, cookie, '/api/documents', { title, content: mark });
      if (push) await expect.poll(shown, { timeout: 3_000 }).toContainEqual(expect.stringContaining(title));
    }).toPass();
    await send(hub, cookie, '/api/documents', { title: `${title} again`, content: mark });
    await bea.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
    await expect(bea.getByText(`${title} again`)).toBeVisible();
    if (!push) expect(await shown()).toEqual([]);
  }
  await bea.context().close();
});
