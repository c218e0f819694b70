import { expect, type Locator, type Page } from '@playwright/test';
import { PERSON } from './hub.ts';
import { register } from './registration.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

/** More steps than any screen needs between two targets of a journey. */
const MOST_STEPS = 150;

/** Presses Tab until the target has the focus. On the way the focus must always be on a visible element. */
async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < MOST_STEPS && !(await isThere()); step++) {
    await page.keyboard.press(key);
    expect(await page.evaluate(whatIsFocused)).toEqual({ isLost: false, isSeen: true });
  }
  await expect(target).toBeFocused();
}

/** Runs in the page. In text fields the cursor shows the focus. */
function whatIsFocused() {
  const focused = document.activeElement;
  // After the last element the focus passes through the browser itself.
  if (!focused || focused === document.body) return { isLost: false, isSeen: true };
  // A link that fills its card shows its outline around the card.
  const isMarked = [null, '::after'].some((part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused, part);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  const isWritten = focused.matches('input, textarea, [contenteditable=true]');
  const { width, height } = focused.getBoundingClientRect();
  return { isLost: !focused.isConnected, isSeen: (isMarked || isWritten) && width > 0 && height > 0 };
}

const press = async (page: Page, target: Locator, key = 'Enter') => {
  await reach(page, target);
  await page.keyboard.press(key);
};

/** The first Escape may close a toast that covers the dialog. */
const escape = (page: Page, dialog: Locator) =>
  expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0, { timeout: 1_000 });
  }).toPass();

/** Opens a screen by its two keys. */
async function goTo(page: Page, key: string, title: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: title });
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(heading).toBeFocused();
}

test('SHELL-11 every journey works without a mouse, and the focus is always visible and never lost', async ({
  page,
  hub,
  cookie,
}) => {
  test.setTimeout(240_000);
  const waiting = {
    email: 'nia@example.com',
    firstName: 'Nia',
    lastName: 'New',
    password: 'Sturdy-Otter-93!x',
  };
  await register(hub, waiting);
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true });
  const toast = (text: string) => page.getByText(text, { exact: true }).last();

  await test.step('sign in', async () => {
    await page.goto(`${hub.url}/login`);
    await reach(page, page.getByLabel('Email'));
    await page.keyboard.type(PERSON.email);
    await reach(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(PERSON.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
  });

  await test.step('a new document from the palette, shared by a link', async () => {
    await page.keyboard.press('Control+k');
    const box = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
    await expect(box).toBeFocused();
    await page.keyboard.type('create knowledge');
    await expect(page.getByRole('option', { name: 'Create Knowledge Base' }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await reach(page, page.getByRole('textbox', { name: 'Title', exact: true }));
    await page.keyboard.type('Without a mouse');
    await reach(page, page.getByRole('textbox', { name: 'Content' }));
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' By keys alone.');
    // The editor uses Tab. Escape releases it.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/doc=/);
    await press(page, button('Share'));
    const dialog = page.getByRole('dialog', { name: 'Share this document' });
    await press(page, button('Create Link', dialog));
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/share\//);
    await escape(page, dialog);
    await expect(button('Share')).toBeFocused();
    await press(page, button('Cancel'));
  });

  await test.step('many documents at once, and back', async () => {
    await send(hub, cookie, '/api/documents', { title: 'A second one', content: 'Text' });
    await expect(page.getByRole('heading', { level: 1, name: 'Knowledge Base' })).toBeVisible();
    await press(page, page.getByRole('checkbox', { name: 'Select "Without a mouse"' }), 'Space');
    await reach(page, page.getByRole('checkbox', { name: 'Select "A second one"' }), 'Shift+Tab');
    await page.keyboard.press('Space');
    const bar = page.getByRole('toolbar', { name: 'Selected documents' });
    await expect(bar.getByText('2 selected')).toBeVisible();
    await press(page, button('Delete', bar));
    const question = page.getByRole('alertdialog');
    await press(page, button('Delete', question));
    await expect(page.getByText('2 documents deleted')).toBeVisible();
    await page.keyboard.press('F8');
    await press(page, button('Undo'));
    await expect(toast('2 documents')).toBeVisible();
  });

  await test.step('a server is added, found, selected and opened', async () => {
    // While the list renders again, it has no row to focus.
    const toRow = () =>
      expect(async () => {
        await page.keyboard.press('j');
        await expect(page.locator('[data-server]:focus')).toHaveCount(1, { timeout: 500 });
      }).toPass();
    await goTo(page, 'i', 'Infrastructure');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Add New Server' });
    await expect(dialog.getByLabel('Server Name')).toBeFocused();
    await page.keyboard.type('key-web-01');
    await press(page, button('Add Server', dialog));
    await expect(page.getByText('Server added successfully')).toBeVisible();
    await expect(page.getByText('key-web-01').first()).toBeVisible();
    await toRow();
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: 'Selected servers' });
    await press(page, button('Clear', bar));
    await expect(bar).toHaveCount(0);
    await toRow();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'key-web-01' })).toBeFocused();
  });

  await test.step('settings, a member, an approval and the assistant', async () => {
    await goTo(page, 's', 'Settings');
    await press(page, page.getByRole('switch', { name: 'Compact view' }), 'Space');
    await press(page, button('Save Preferences'));
    await expect(toast('Preferences Updated')).toBeVisible();
    await goTo(page, 't', 'Team Management');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Add Team Member' });
    await expect(dialog.getByLabel('Full name')).toBeFocused();
    await escape(page, dialog);
    await goTo(page, 'p', 'User Approval Dashboard');
    await press(page, page.getByRole('button', { name: 'Approve' }).first());
    await press(page, button('Approve', page.getByRole('alertdialog')));
    await expect(toast('User Approved')).toBeVisible();
    await goTo(page, 'a', 'Ops AI');
    await reach(page, page.getByPlaceholder(/Ask about/));
    await page.keyboard.type('How many servers are there?');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/1 server/).last()).toBeVisible();
  });

  await test.step('sign out', async () => {
    await press(page, button('Sign Out'));
    await expect(page.getByRole('heading', { level: 1, name: /Enterprise Documentation/ })).toBeVisible();
  });
});
