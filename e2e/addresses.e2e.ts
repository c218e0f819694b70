import { expect, type Page } from '@playwright/test';
import { PERSON } from './hub.ts';
import { receive } from './outbox.ts';
import { send, test } from './signed-in.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const ALWAYS: [string, string][] = [
  ['/verify-email', 'Invalid Link'],
  ['/approval-pending', 'Approval Pending'],
  ['/forgot-password', 'Forgot password'],
  ['/reset-password', 'Invalid Reset Link'],
];

const SIGNED_IN: [string, string][] = [
  ['/', 'Dashboard'],
  ['/dashboard', 'Dashboard'],
  ['/knowledge-base', 'Knowledge Base'],
  ['/documents', 'Documents'],
  ['/infrastructure', 'Infrastructure'],
  ['/ai', 'Ops AI'],
  ['/team', 'Team Management'],
  ['/settings', 'Settings'],
  ['/admin/approval', 'User Approval Dashboard'],
  ['/admin/users', 'Users'],
  ['/admin/audit', 'Audit'],
  ['/admin/sign-in-policy', 'Sign-in Policy'],
];

test('ROUTE-01 ROUTE-02 every address opens its page; visitors get the public pages, and sign-in for all others', async ({
  page: visitor,
  browser,
  hub,
  cookie,
}) => {
  for (const [path, title] of ALWAYS) {
    await visitor.goto(hub.url + path);
    await expect(heading(visitor)).toHaveText(title);
  }
  await visitor.goto(`${hub.url}/share/nothing`);
  await expect(visitor.getByText('This link is closed')).toBeVisible();
  for (const path of ['/dashboard', '/settings', '/admin/users']) {
    await visitor.goto(hub.url + path);
    await expect(heading(visitor)).toHaveText('Sign in');
  }
  const context = await browser.newContext({ baseURL: hub.url });
  await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  const page = await context.newPage();
  for (const [path, title] of [...ALWAYS, ...SIGNED_IN]) {
    await page.goto(path);
    await expect(heading(page)).toContainText(title);
  }
  await context.close();
});

test('ROUTE-05 shows a plain Loading... and no other screen until the account is known', async ({
  signedIn: page,
  browser,
  hub,
}) => {
  const context = await browser.newContext();
  const visitor = await context.newPage();
  const leave = () => context.clearCookies();
  const comeBack = () =>
    context.addCookies([{ name: 'sid', value: 'of-a-session-that-ended', url: hub.url }]);
  for (const [tab, path, title] of [
    [page, '/', 'Dashboard'],
    [page, '/login', 'Dashboard'],
    [visitor, '/', 'Enterprise Documentation & Knowledge Management'],
    [visitor, '/team', 'Sign in'],
  ] as const) {
    if (tab === visitor) await comeBack();
    let answer = () => undefined as void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await tab.route('**/api/auth/user', async (route) => {
      await answered;
      await route.continue();
    });
    await tab.goto(hub.url + path);
    await expect(tab.getByText('Loading...', { exact: true })).toBeVisible();
    await expect(tab.locator('body')).toHaveText(/^\s*Loading\.\.\.\s*$/);
    answer();
    await expect(heading(tab)).toHaveText(title);
    await tab.unroute('**/api/auth/user');
    await leave();
  }
  // Without a session cookie the page does not ask the server, and the prerendered page does not change.
  await visitor.route('**/api/auth/user', () => undefined);
  await visitor.goto(`${hub.url}/team`);
  await expect(heading(visitor)).toHaveText('Sign in');
  await expect(visitor).toHaveURL(/\/login\?next=%2Fteam$/);
  await context.close();
});

test('ROUTE-03 sign-in leads to the requested address; after sign-out, Back shows no earlier page', async ({
  browser,
  hub,
}) => {
  const context = await browser.newContext({ baseURL: hub.url });
  const page = await context.newPage();
  await page.goto('/team?q=C%2B%2B%20100%2525');
  await page.getByLabel('Email').fill(PERSON.email);
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(heading(page)).toHaveText('Team Management');
  await expect(page.getByPlaceholder('Search members...')).toHaveValue('C++ 100%25');

  // If a screen fails to load, the rest of the page works. The reader can try again, and the page does not retry forever.
  let requests = 0;
  await page.route(/\/assets\/settings-page-/, (route) => {
    requests += 1;
    return route.abort();
  });
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByText('This screen could not be shown')).toBeVisible();
  expect(requests).toBeLessThan(5);
  await page.unroute(/\/assets\/settings-page-/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText('Settings');

  // The browser restores a page from its cache and fires this event.
  await context.clearCookies();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(heading(page)).toHaveText('Sign in');
  await context.close();
});

test('threat 21 removes the secret of a mailed link from the address at once and sends it to nobody', async ({
  page,
  hub,
}) => {
  await send(hub, '', '/api/auth/forgot-password', { email: PERSON.email });
  const { link = '' } = await receive(hub, { to: PERSON.email, subject: /Set a new password/ });
  const { pathname, search, searchParams } = new URL(link);
  const token = searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  const leaks: string[] = [];
  page.on('request', (request) => {
    const { referer = '' } = request.headers();
    if (referer.includes(token) || (request.url().includes(token) && !request.isNavigationRequest()))
      leaks.push(request.url());
  });
  await page.goto(hub.url + pathname + search);
  await expect(page.getByLabel('New password')).toBeVisible();
  await expect(page).toHaveURL(`${hub.url}/reset-password`);
  const history = await page.evaluate(() => window.navigation.entries().map(({ url }) => url));
  expect(history.join(' ')).not.toContain(token);
  await page.goto(`${hub.url}/login`);
  await page.goBack();
  await expect(heading(page)).toHaveText('Invalid Reset Link');
  expect(leaks).toEqual([]);
});

test('ROUTE-01 a link in a document to a page of visitors opens it, and Back returns to the document', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const content = 'Forgotten? [A new password](/forgot-password)';
  const made = await send(hub, cookie, '/api/documents', { title: 'Passwords', content });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}&mode=preview`);
  await page.getByRole('link', { name: 'A new password' }).click();
  await expect(heading(page)).toHaveText('Forgot password');
  await page.goBack();
  await expect(page.getByRole('link', { name: 'A new password' })).toBeVisible();
});
