import { expect, type Page } from '@playwright/test';
import { test } from './signed-in.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('AUTH-01 only the password has the label Password, and it can be shown', async ({ page, hub }) => {
  await page.goto(`${hub.url}/login`);
  const password = page.getByLabel('Password');
  await password.fill('typed');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('AUTH-01 a password can be pasted, and password managers know its field', async ({ page, hub }) => {
  await page.goto(`${hub.url}/login`);
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })];
  // The application takes over early input once, and the selection to copy is lost then.
  await expect(async () => {
    await email.fill('Pasted&Kept-2291');
    await email.press('ControlOrMeta+a');
    await email.press('ControlOrMeta+c');
    await password.press('ControlOrMeta+v');
    await expect(password).toHaveValue('Pasted&Kept-2291', { timeout: 1_000 });
  }).toPass();
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(email).toHaveAttribute('autocomplete', 'username');
});

test('AUTH-04 visitor pages are readable before any script runs, and no early input is lost', async ({
  browser,
  hub,
}) => {
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const read = await bare.newPage();
  await read.goto(`${hub.url}/login`);
  await expect(heading(read, 'Sign in')).toBeVisible();
  await bare.close();

  const context = await browser.newContext({ baseURL: hub.url });
  const page = await context.newPage();
  const faults: Error[] = [];
  page.on('pageerror', (error) => faults.push(error));
  const begun = await hold(page, /\/assets\/index-.*js$/);
  const arrived = await hold(page, /\/application-/);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('nobody@example.com');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('Not-The-Password-1!');
  await password.press('Enter');
  // Before the script runs, the browser's own submit would put the password into the address.
  expect(new URL(page.url()).search).toBe('');
  begun();
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  const isKept = () =>
    button.evaluate((it) => !it.dispatchEvent(new Event('click', { bubbles: true, cancelable: true })));
  await expect.poll(isKept).toBe(true);
  arrived();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com');
  expect(faults).toEqual([]);

  // If the script fails to load, the page offers to try again.
  await page.route(/\/application-/, (route) => route.abort());
  await page.goto('/login');
  await expect(heading(page, 'Ops Hub could not be loaded')).toBeVisible();
  await page.unroute(/\/application-/);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  await context.close();
});

/** Holds a file back until the returned function is called. */
async function hold(page: Page, file: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(file, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
