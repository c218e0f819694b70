import { expect, type Page } from '@playwright/test';
import { BOB, cutOff, follow, heading, keptKeys, waitUntilKept, withKept } from './kept-copies.ts';
import { registerAndApprove } from './registration.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ timeout: 180_000 });

const DAY_MS = 86_400_000;
const text = (page: Page) => page.getByText('How to ').first();
const unloaded = (page: Page) => heading(page, 'Ops Hub could not be loaded');

test('OUTAGE-07 a proxy that refuses or answers with its own page signs nobody out, and the copies open', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await withKept(page, hub, cookie, 'Cross the proxy');
  const body = '<!doctype html><title>Proxy</title><h1>Access denied</h1>';
  for (const status of [403, 401, 502, 200]) {
    const answer = { status, contentType: 'text/html', body };
    await page.route(/\/(?:api|readyz)\b/, (route) => route.fulfill(answer));
    // From the first load on: who is signed in is a copy as well.
    await page.goto(`${hub.url}/dashboard`);
    await expect(heading(page, 'Dashboard')).toBeVisible();
    await follow(page, `/knowledge-base/${id}`);
    await expect(heading(page, 'Cross the proxy')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Copy of ' })).toBeVisible();
    expect((await keptKeys(page)).join()).toContain(`document:${id}`);
    await page.unrouteAll();
  }
});

test('OUTAGE-07 copies end when the server says that the session is over', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await withKept(page, hub, cookie, 'Leave the building');
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Team' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => keptKeys(page)).toEqual([]);
});

test('OUTAGE-07 what somebody may no longer read is removed at the next contact', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await registerAndApprove(hub, cookie, BOB);
  const signedIn = await send(hub, '', '/api/auth/login', { email: BOB.email, password: BOB.password });
  const bob = signedIn.headers.getSetCookie()[0]?.split(';')[0]?.slice('sid='.length) ?? '';
  await page.context().addCookies([{ name: 'sid', value: bob, url: hub.url }]);
  const opened = await withKept(page, hub, cookie, 'Opened again');
  const other = await withKept(page, hub, cookie, 'Never opened');
  for (const id of [opened, other])
    expect(
      (
        await fetch(`${hub.url}/api/documents/${id}`, {
          method: 'PUT',
          headers: { cookie: `sid=${cookie}`, 'content-type': 'application/json' },
          body: JSON.stringify({ readers: [] }),
        })
      ).status,
    ).toBe(200);
  await follow(page, `/knowledge-base/${opened}`);
  await expect(heading(page, '404 Page Not Found')).toBeVisible();
  await expect.poll(async () => (await keptKeys(page)).join()).not.toContain(opened);
  await page.goto(`${hub.url}/dashboard`);
  await expect.poll(async () => (await keptKeys(page)).join(), { timeout: 60_000 }).not.toContain(other);
});

test('OUTAGE-07 copies end after days without contact, and a clock that was set back opens none', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await withKept(page, hub, cookie, 'Wait for days');
  await cutOff(page);
  const now = await page.evaluate(() => new Date().getTime());
  for (const [at, isOpen] of [
    [now + 6 * DAY_MS, true],
    [now, false],
    [now + 6.5 * DAY_MS, true],
  ] as const) {
    await page.clock.setFixedTime(at);
    await page.goto(`${hub.url}/dashboard`);
    await expect(isOpen ? heading(page, 'Dashboard') : unloaded(page)).toBeVisible();
    expect((await keptKeys(page)).join()).toContain(id);
  }
  await follow(page, `/knowledge-base/${id}`);
  await expect(text(page)).toBeVisible();
  await page.clock.setFixedTime(now + 7.1 * DAY_MS);
  await page.goto(`${hub.url}/dashboard`);
  await expect(unloaded(page)).toBeVisible();
  expect(await keptKeys(page)).toEqual([]);
  await page.unrouteAll();
  await page.clock.setFixedTime(now);
  await waitUntilKept(page, `document:${id}`);
});
