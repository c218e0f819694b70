import { expect, type Page } from '@playwright/test';
import { hold } from './hold.ts';
import { expectReadable } from './accessible.ts';
import type { Hub } from './hub.ts';
import { article, isOpen, RUNBOOK, runbook, stored } from './reading.ts';
import { test } from './signed-in.ts';

test.describe.configure({ timeout: 120_000 });

/** All files of the application except those that show a text. */
const APPLICATION = /\/assets\/(?!index-|early-text|served-article|rolldown-runtime)[^/]*\.js/;

/** The place of each block of the text by its words. */
const placesOf = (page: Page): Promise<Record<string, number[]>> =>
  page.evaluate(() => {
    const places: Record<string, number[]> = {};
    const blocks = document.querySelectorAll(
      '[data-article] h1, [data-article] time, [data-markdown] :is(h2, h3, p, pre, li)',
    );
    for (const block of blocks) {
      const { x, y, width, height } = block.getBoundingClientRect();
      if (width > 0) places[block.textContent] ??= [x, y, width, height].map(Math.round);
    }
    return places;
  });

test('KB-08 the page of a document can be read as a whole without any script, under its title', async ({
  browser,
  hub,
  cookie,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  await context.addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  const page = await context.newPage();
  const long = `${RUNBOOK}\n\n${'A paragraph of a long text, which a thread renders.\n\n'.repeat(1_500)}Last words.`;
  for (const content of [RUNBOOK, long]) {
    const id = await runbook(hub, cookie, { content });
    const answer = await page.goto(`${hub.url}/knowledge-base/${id}`);
    expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([200, 'no-store']);
    await expect(page).toHaveTitle('Restart the relay · Ops Hub');
    await expect(page.getByRole('heading', { name: 'Restart the relay' })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1, name: 'Restart the relay' })).toBeVisible();
    for (const words of ['queue', 'Version 1', 'Mail', 'Draft'])
      await expect(
        article(page)
          .getByText(words, { exact: words === 'Mail' })
          .first(),
      ).toBeVisible();
    await expect(article(page).locator('strong')).toHaveText('queue');
    await expect(article(page).getByRole('heading', { level: 2, name: 'Section 6' })).toBeAttached();
    if (content === long) await expect(article(page)).toContainText('Last words.');
  }
  const missing = await page.goto(`${hub.url}/knowledge-base/01900000-0000-7000-8000-000000000000`);
  expect(missing?.status()).toBe(404);
  await context.close();
});

test('ROUTE-03 ROUTE-04 the page of a document asks a visitor to sign in and come back, and is a 404 page without a document', async ({
  page,
  hub,
  cookie,
}) => {
  const id = await runbook(hub, cookie);
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await expect(page).toHaveURL(new RegExp(`/login\\?next=%2Fknowledge-base%2F${id}$`));
  await page.context().addCookies([{ name: 'sid', value: cookie, url: hub.url }]);
  for (const unknown of ['01900000-0000-7000-8000-000000000000', 'no-id', '%00']) {
    const answer = await page.goto(`${hub.url}/knowledge-base/${unknown}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
  }
});

for (const width of [1280, 320]) {
  test(`KB-08 nothing of a text moves when the application arrives, and what is read and focused stays, at ${width} pixels`, async ({
    signedIn: page,
    hub,
    cookie,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    for (const content of [
      RUNBOOK,
      `${RUNBOOK}\n\n${'One more paragraph of a long text.\n\n'.repeat(600)}`,
    ]) {
      const id = await runbook(hub, cookie, { content });
      const letGo = await hold(page, APPLICATION);
      await page.goto(`${hub.url}/knowledge-base/${id}`, { waitUntil: 'commit' });
      await expect(article(page).getByRole('heading', { name: 'Section 3' })).toBeAttached();
      await page.evaluate(() => document.fonts.ready);
      await page.waitForFunction(() => [...document.styleSheets].length > 1);
      await page.mouse.move(width / 3, 400);
      await page.mouse.wheel(0, 900);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
      await page.getByRole('group', { name: 'Code' }).nth(2).focus();
      const before = await placesOf(page);
      letGo();
      await isOpen(page);
      const after = await placesOf(page);
      for (const words of Object.keys(before)) expect([words, after[words]]).toEqual([words, before[words]]);
      await expect(page.getByRole('group', { name: 'Code' }).nth(2)).toBeFocused();
      await page.unroute(APPLICATION);
    }
  });
}

test('KB-08 the page of a document has no fault of accessibility, and scrolls sideways at no width', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await runbook(hub, cookie);
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await isOpen(page);
  await expectReadable(page);
});

test('KB-08 ED-12 links that the lists do not fix lead to the page to read', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await runbook(hub, cookie, { title: 'Flush the mailbox spool' });
  const links = `Read [the runbook](/knowledge-base?doc=${id}#section-2), or [both](/documents?doc=${id}).`;
  const pointing = await stored(hub, cookie, { title: 'Spool overview', content: links });
  await page.goto(`${hub.url}/knowledge-base/${pointing}`);
  await isOpen(page);
  await article(page).getByRole('link', { name: 'the runbook' }).click();
  await expect(page).toHaveURL(`${hub.url}/knowledge-base/${id}#section-2`);
  await expect(page.getByRole('heading', { level: 1, name: 'Flush the mailbox spool' })).toBeVisible();
  await expect(article(page).getByRole('heading', { name: 'Section 2', exact: true })).toBeInViewport();
  // Documents that link here.
  await page
    .getByRole('region', { name: 'Linked from' })
    .getByRole('link', { name: 'Spool overview' })
    .click();
  await expect(page).toHaveURL(`${hub.url}/knowledge-base/${pointing}`);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search pages, documents').fill('flush the mailbox');
  await page.getByRole('option', { name: /Flush the mailbox spool/ }).click();
  await expect(page).toHaveURL(`${hub.url}/knowledge-base/${id}`);
});

/** Opens the document from the list and from the search; returns where each led. */
async function openedFrom(page: Page, hub: Hub, title: string): Promise<string[]> {
  const opened = async () => {
    await expect(
      page
        .getByRole('heading', { name: title })
        .or(page.getByLabel('Title', { exact: true }))
        .first(),
    ).toBeVisible();
    return page
      .url()
      .replace(hub.url, '')
      .replace(/[\da-f-]{36}/, 'ID');
  };
  await page.goto(`${hub.url}/knowledge-base?q=${encodeURIComponent(title)}`);
  await page.getByRole('main').getByRole('link', { name: title }).first().click();
  await expect(
    page.getByRole('link', { name: 'Edit' }).or(page.getByRole('button', { name: 'Cancel' })),
  ).toBeVisible();
  const places = [await opened()];
  await page.goto(`${hub.url}/team`);
  await expect(page.getByRole('heading', { name: 'Team Management' })).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search docs' });
  if (await search.isVisible()) await search.fill(title);
  else {
    await page.getByRole('button', { name: 'Search docs' }).click();
    await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(title);
  }
  await page.getByRole('option', { name: title }).first().click();
  await expect(
    page.getByRole('link', { name: 'Edit' }).or(page.getByRole('button', { name: 'Cancel' })),
  ).toBeVisible();
  return [...places, await opened()];
}

test('SET-02 lists and the search open documents as the setting says, and for reading on a phone', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const title = 'Reboot the tape robot';
  await runbook(hub, cookie, { title });
  const q = `q=${title.replaceAll(' ', '+')}`;
  expect(await openedFrom(page, hub, title)).toEqual([
    `/knowledge-base?${q}&doc=ID`,
    '/knowledge-base?doc=ID',
  ]);
  await page.setViewportSize({ width: 760, height: 700 });
  const toRead = ['/knowledge-base/ID', '/knowledge-base/ID'];
  expect(await openedFrom(page, hub, title)).toEqual(toRead);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(`${hub.url}/settings`);
  await page.getByRole('group', { name: 'Open documents for' }).getByText('Reading').click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences Updated').first()).toBeVisible();
  expect(await openedFrom(page, hub, title)).toEqual(toRead);
  const reset = { preferences: { openDocuments: 'editing' } };
  await page.request.put(`${hub.url}/api/settings`, { data: reset, headers: { origin: hub.url } });
});

test('KB-08 a text stays while the server is away, and says when somebody deletes it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await runbook(hub, cookie);
  // The text is in the page, and the application cannot read it.
  await page.route('**/api/knowledge-base/*/overview', (route) => route.abort());
  await page.route(`**/api/knowledge-base/${id}`, (route) => route.abort());
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Drain the queue first.').first()).toBeVisible();
  await page.unroute('**/api/knowledge-base/*/overview');
  await page.unroute(`**/api/knowledge-base/${id}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await isOpen(page);
  expect(
    (await page.request.delete(`${hub.url}/api/documents/${id}`, { headers: { origin: hub.url } })).ok(),
  ).toBe(true);
  await expect(page.getByText('This document was deleted.')).toBeVisible();
  await expect(article(page).getByText('Drain the queue first.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
});
