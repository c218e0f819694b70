import { expect, type Page } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1280, height: 800 } });

const LONG = 'a-server-whose-name-is-longer-than-its-column-by-far-0042';
const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const firstNames = (page: Page) =>
  page.locator('[data-server]').evaluateAll((rows) =>
    rows
      .toSorted((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
      .map((each) => each.querySelector('a')?.textContent ?? '')
      .slice(0, 3),
  );

test('INFRA-14 the list is sorted by every head, by keys and by its address', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  for (let n = 1; n <= 30; n += 1) {
    const environment = n % 2 ? 'staging' : 'production';
    const made = await send(hub, cookie, '/api/servers', { name: `row-${n}`, environment });
    const { id } = (await made.json()) as { id: string };
    await page.request.put(`${hub.url}/api/servers/${id}/metrics`, {
      data: { cpuUsage: n, status: 'online' },
    });
  }
  await send(hub, cookie, '/api/servers', { name: LONG, status: 'offline', environment: 'production' });
  await page.goto(`${hub.url}/infrastructure`);
  await expect.poll(() => firstNames(page)).toEqual([LONG, 'row-1', 'row-2']);
  await expect(row(page, LONG).getByTitle(/^Offline since /)).toHaveText(/a moment|minute/);

  await head(page, 'CPU').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort=-cpu/);
  await expect(head(page, 'CPU')).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => firstNames(page)).toEqual(['row-30', 'row-29', 'row-28']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/sort=cpu/);
  await expect.poll(() => firstNames(page)).toEqual(['row-1', 'row-2', 'row-3']);
  await page.reload();
  await expect.poll(() => firstNames(page)).toEqual(['row-1', 'row-2', 'row-3']);
  await head(page, 'CPU').getByRole('button').click();
  await expect(page).toHaveURL(/\/infrastructure$/);
  for (const name of ['Server', 'Status', 'Environment', 'Offline since', 'Memory', 'Uptime']) {
    await head(page, name).getByRole('button').click();
    await expect(head(page, name)).toHaveAttribute('aria-sort', /ending$/);
  }
});

test('INFRA-02 the heads stay in view, and the heading tells the age of the figures', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/infrastructure`);
  await expect(row(page, 'row-1').first()).toBeVisible();
  await expect(page.getByText(/^Last check .* ago/)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByRole('heading', { name: /^Servers/ })).not.toBeInViewport();
  await expect(head(page, 'Status')).toBeInViewport();
  await expect.poll(async () => (await head(page, 'Status').boundingBox())?.y).toBeLessThan(100);
});

test('INFRA-02 a long name is cut in its middle; columns fill a wide screen', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/infrastructure?q=0042`);
  const link = row(page, LONG).getByRole('link').first();
  await expect(link).toHaveText(LONG);
  const end = link.locator('span').last();
  await expect(end).toHaveText(LONG.slice(-8));
  const inView = async () => {
    const [part, cell] = [await end.boundingBox(), await link.boundingBox()];
    return part && cell && part.x + part.width <= cell.x + cell.width + 1;
  };
  expect(await inView()).toBe(true);
  await page.setViewportSize({ width: 1920, height: 900 });
  const widthOf = async (name: string) => (await head(page, name).boundingBox())?.width ?? 0;
  await expect.poll(() => widthOf('Environment')).toBeGreaterThan(140);
  const actions = await head(page, 'Actions').boundingBox();
  expect((actions?.x ?? 0) + (actions?.width ?? 0)).toBeGreaterThan(1_880);
});

test('INFRA-02 the actions of a row are in view at every width, with all columns chosen', async ({
  hub,
  signedIn: page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'ops-hub-server-columns',
      JSON.stringify(
        'server status environment since cpu memory uptime os serverType location primaryFunction team actions'.split(
          ' ',
        ),
      ),
    ),
  );
  await page.goto(`${hub.url}/infrastructure`);
  await expect(row(page, 'row-1').first()).toBeVisible();
  for (const width of [768, 900, 1024, 1180, 1280, 1536, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const end = () =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .evaluate((button) => button.getBoundingClientRect().right);
    await expect.poll(end, { message: `at ${width}` }).toBeLessThanOrEqual(width);
  }
  await expect(head(page, 'Function')).toBeVisible();
});

test('INFRA-04 names an unknown field and the one that is meant', async ({ hub, signedIn: page }) => {
  await page.goto(`${hub.url}/infrastructure`);
  const box = page.getByRole('combobox', { name: 'Search servers' });
  await box.fill('oss:linux');
  await expect(page.getByText('oss is not a field. Did you mean os?')).toBeVisible();
  await page.getByRole('button', { name: 'os', exact: true }).click();
  await expect(box).toHaveValue('os:linux');
  await expect(page.getByText('is not a field')).toHaveCount(0);
  await box.press('Enter');
  await expect(page).toHaveURL(/filter=os%3Alinux/);
});

test('DASH-04 only a name with db as a word, or at the end of one, gets the icon of a database', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  const isDatabase = { 'icon-db-01': 1, 'icon-mongodb2': 1, 'icon-feedback-01': 0, 'icon-sandbox': 0 };
  for (const name of Object.keys(isDatabase)) await send(hub, cookie, '/api/servers', { name });
  await page.goto(`${hub.url}/infrastructure?q=icon-`);
  for (const [name, count] of Object.entries(isDatabase))
    await expect(row(page, name).locator('svg.lucide-database')).toHaveCount(count);
});

test('INFRA-14 a narrow screen sorts by a choice in the toolbar', async ({ hub, signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${hub.url}/infrastructure`);
  await page.getByLabel('Sort by').selectOption('-cpu');
  await expect.poll(() => firstNames(page)).toEqual(['row-30', 'row-29', 'row-28']);
  await expect(page).toHaveURL(/sort=-cpu/);
});
