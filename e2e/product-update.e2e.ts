import { expect, type Page } from '@playwright/test';
import { expectReadable } from './accessible.ts';
import { type Front, openFront, waiting } from './front-proxy.ts';
import { ADMINISTRATOR, type Hub, startHub } from './hub.ts';
import { isOfSecondBuild, secondBuild } from './second-build.ts';
import { test as base } from './signed-in.ts';

/** The product behind a proxy, and what replaces it by its next release. */
const test = base.extend<{ front: Front; update: () => Promise<void> }>({
  front: async ({ hub }, use) => {
    const front = await openFront(hub);
    await use(front);
    await front.end();
  },
  update: async ({ hub, front }, use) => {
    const { sources, remove } = await secondBuild();
    let next: Hub | undefined;
    await use(async () => {
      await hub.stop();
      next = await startHub(hub.dataDir, { ...ADMINISTRATOR, AGAIN: 'yes' }, sources);
      front.leadTo(next);
    });
    await next?.stop();
    await remove();
    // The next test updates again.
    Object.assign(hub, await startHub(hub.dataDir, { ...ADMINISTRATOR, AGAIN: 'yes' }));
  },
});
test.use({ serviceWorkers: 'allow', product: 'own' });
test.describe.configure({ timeout: 240_000 });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'A new version of Ops Hub is ready.' });
const go = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(heading(page, name === 'Team' ? 'Team Management' : name)).toBeVisible();
};

/** The release whose files the page of a tab has loaded so far: 1 or 2, or both if they mix. */
const releasesOf = async (page: Page): Promise<number[]> => {
  const files = await page.evaluate(() => [
    ...performance.getEntriesByType('resource').map(({ name }) => name),
    ...[...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src),
  ]);
  const built = files.filter((address) => address.includes('/assets/'));
  expect(built.length).toBeGreaterThan(5);
  return [...new Set(built.map((address) => (isOfSecondBuild(address) ? 2 : 1)))].toSorted((a, b) => a - b);
};

/** Reloads a tab until the server was fast enough to answer instead of the shell that the browser keeps. */
const reloadIntoSecond = (tab: Page) =>
  expect(async () => {
    await tab.reload();
    await expect(heading(tab, 'Infrastructure')).toBeVisible();
    expect(await releasesOf(tab)).toEqual([2]);
  }).toPass();

/** How many builds the browser keeps, and whether one of them waits for the tabs to let go. */
const builds = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const names = await caches.keys();
    const kept = names.filter((name) => name.startsWith('shell-')).length;
    return { kept, isWaiting: Boolean(registration?.waiting), isActive: registration?.active?.state };
  });

/** Stops the workers, so that the one that waits would take over now if it wanted to. */
async function letGo(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await page.waitForTimeout(2_000);
  await session.detach();
}

/** Tabs of the first release, which the browser keeps. */
async function openTabs(first: Page, front: Front, count: number): Promise<Page[]> {
  const tabs = [first];
  while (tabs.length < count) tabs.push(await first.context().newPage());
  for (const tab of tabs) {
    await tab.goto(`${front.url}/infrastructure`);
    await expect(heading(tab, 'Infrastructure')).toBeVisible();
  }
  await expect
    .poll(() => builds(first), { timeout: 60_000 })
    .toEqual({ kept: 1, isWaiting: false, isActive: 'activated' });
  return tabs;
}

test('OUTAGE-03 an update with three open tabs mixes no builds, and a click opens the new one', async ({
  signedIn,
  front,
  update,
}) => {
  const [first, second, third] = (await openTabs(signedIn, front, 3)) as [Page, Page, Page];
  // A worker that still waits for an answer would not let go.
  await front.be('silent');
  await second.reload();
  await front.be('open');
  await update();
  // Its server lacks the files of this tab.
  await go(first, 'Team');
  expect(await releasesOf(first)).toEqual([1]);

  await reloadIntoSecond(second);
  await expect(notice(first)).toBeVisible({ timeout: 60_000 });
  await expect(notice(third)).toBeVisible();
  await expectReadable(third);
  await letGo(first);
  expect(await builds(first)).toEqual({ kept: 2, isWaiting: true, isActive: 'activated' });
  await go(second, 'Team');
  await expect(notice(second)).toHaveCount(0);
  expect([await releasesOf(first), await releasesOf(second)]).toEqual([[1], [2]]);

  await notice(first).getByRole('button', { name: 'Reload' }).click();
  await expect(notice(first)).toHaveCount(0);
  await expect(heading(first, 'Team Management')).toBeVisible();
  await expect
    .poll(() => builds(second), { timeout: 60_000 })
    .toEqual({ kept: 2, isWaiting: false, isActive: 'activated' });
  // The other tab goes on where it is, with the files of its build.
  await go(third, 'Settings');
  expect([await releasesOf(first), await releasesOf(third)]).toEqual([[2], [1]]);
  await front.be('gone');
  await second.reload();
  await expect(waiting(second)).toBeVisible();
  expect(await releasesOf(second)).toEqual([2]);
  await front.be('open');

  await notice(third).getByRole('button', { name: 'Reload' }).click();
  await expect(notice(third)).toHaveCount(0);
  await expect(heading(third, 'Settings')).toBeVisible();
  expect(await releasesOf(third)).toEqual([2]);
});

test('OUTAGE-03 without a click the new build takes over when the last tab closes, and the old one goes', async ({
  signedIn,
  front,
  update,
}) => {
  const [first, second] = (await openTabs(signedIn, front, 2)) as [Page, Page];
  await update();
  await reloadIntoSecond(second);
  await expect(notice(first)).toBeVisible({ timeout: 60_000 });
  await first.close();
  await second.waitForTimeout(2_000);
  expect(await builds(second)).toEqual({ kept: 2, isWaiting: true, isActive: 'activated' });
  const other = await second.context().newPage();
  await second.close();
  // Browsers start the new one some moments later.
  await other.waitForTimeout(2_000);
  await other.goto(`${front.url}/team`);
  await expect(heading(other, 'Team Management')).toBeVisible();
  await expect.poll(() => builds(other)).toEqual({ kept: 1, isWaiting: false, isActive: 'activated' });
  expect(await releasesOf(other)).toEqual([2]);
});
