import { expect, type Page } from '@playwright/test';
import { hold } from './hold.ts';
import { THEMES, violationsOn } from './accessible.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

test.describe.configure({ mode: 'serial' });

const box = (page: Page) => page.getByRole('combobox', { name: 'Search servers' });
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
const counted = (page: Page, count: number) =>
  expect(page.getByRole('heading', { name: `Servers (${count})` })).toBeVisible();
const filterOf = (page: Page) => new URL(page.url()).searchParams.get('filter');
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('INFRA-04 conditions become chips by the keyboard alone and are part of the address', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  for (const body of [
    { name: 'mel-db-01', environment: 'production', teamOwner: 'Network Operations' },
    { name: 'mel-db-02', environment: 'staging', teamOwner: 'Network Operations' },
    { name: 'syd-web-01', environment: 'production', teamOwner: 'Storage', status: 'maintenance' },
  ])
    expect((await send(hub, cookie, '/api/servers', body)).status).toBe(201);
  await page.goto(`${hub.url}/infrastructure`);
  await counted(page, 3);

  await box(page).click();
  const help = page.getByRole('definition').filter({ hasText: 'cpu over 80 %' });
  await expect(help).toBeVisible();
  await page.keyboard.type('tea');
  await expect(help).toBeHidden();
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(box(page)).toHaveValue('team:');
  await expect(option(page, 'Network Operations')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(option(page, 'Network Operations')).toHaveAttribute('aria-selected', 'true');
  const lit = await box(page).getAttribute('aria-activedescendant');
  await expect(option(page, 'Network Operations')).toHaveAttribute('id', lit ?? '');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveText(/Team: Network Operations/);
  await counted(page, 2);
  expect(filterOf(page)).toBe('team:"Network Operations"');

  // OR continues the last chip. Escape closes the list before it empties the field.
  await page.keyboard.type('OR status:main');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(box(page)).toHaveValue('OR status:main');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveCount(1);
  await counted(page, 3);
  await page.keyboard.type('-env:stag');
  await page.keyboard.press('Tab');
  await expect(chips(page)).toHaveCount(2);
  await counted(page, 2);

  await page.reload();
  await expect(chips(page)).toHaveCount(2);
  await counted(page, 2);
  await box(page).focus();
  await page.keyboard.press('Backspace');
  await expect(chips(page)).toHaveCount(1);
  await counted(page, 3);
});

test('INFRA-04 a chip is edited in the field and removed by its button, including those of the toolbar', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/infrastructure?filter=team:storage+name:syd`);
  await counted(page, 1);
  await page.getByRole('button', { name: 'Edit Team: storage' }).click();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('team:storage');
  // The filter applies until another text replaces it.
  await page.keyboard.press('Escape');
  await expect(chips(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit Team: storage' }).click();
  await box(page).fill('team:network');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No servers found')).toBeVisible();
  expect(filterOf(page)).toBe('team:network name:syd');
  await page.getByRole('button', { name: 'Remove Name: syd' }).click();
  await expect(box(page)).toBeFocused();
  await counted(page, 2);

  await page.getByLabel('Environment', { exact: true }).selectOption('production');
  await box(page).fill('mel');
  await counted(page, 1);
  await expect(chips(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove Environment: production' }).click();
  await expect(page.getByLabel('Environment', { exact: true })).toHaveValue('');
  await expect(box(page)).toHaveValue('mel');
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await counted(page, 2);
  await page.getByRole('button', { name: 'Show all' }).click();
  await counted(page, 3);
  expect(new URL(page.url()).search).toBe('');
});

test('INFRA-04 a saved view has a link, can be renamed, opens by default, and can be left and deleted', async ({
  hub,
  signedIn: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${hub.url}/infrastructure?environment=production&filter=team:network`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save current as…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Network');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog).toBeHidden();
  expect(filterOf(page)).toBe('env:production team:network');
  const menu = page.getByRole('button', { name: 'View: Network' });
  await expect(menu).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Save current as…' }).click();
  await dialog.getByLabel('Name').fill('Network');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('You have a view called “Network” already')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  await dialog.getByRole('button', { name: 'Rename Network' }).click();
  await dialog.getByLabel('New name').fill('Network live');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Make Network live the default' }).click();
  await expect(dialog.getByText('Default', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy link to Network live' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${hub.url}/infrastructure?filter=env%3Aproduction+team%3Anetwork`);
  await dialog.getByRole('button', { name: 'Done' }).click();

  // Without a filter in the address the default view applies, and the page shows its name.
  await page.goto(`${hub.url}/infrastructure`);
  await counted(page, 1);
  await expect(page.getByRole('button', { name: 'View: Network live' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await counted(page, 3);
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
  await page.reload();
  await counted(page, 3);
  await page.goto(`${hub.url}/infrastructure?status=maintenance`);
  await counted(page, 1);
  await expect(chips(page)).toHaveText(/Status: maintenance/);

  // A link to a server opens it, even if the default view hides it.
  const all = (await (await page.request.get(`${hub.url}/api/servers`)).json()) as {
    id: string;
    name: string;
  }[];
  const hidden = all.find(({ name }) => name === 'syd-web-01');
  await page.goto(`${hub.url}/infrastructure?server=${hidden?.id}`);
  await counted(page, 3);

  await page.goto(`${hub.url}/infrastructure`);
  await page.getByRole('button', { name: 'View: Network live' }).click();
  await page.getByRole('menuitem', { name: 'Manage views…' }).click();
  await dialog.getByRole('button', { name: 'No longer open Network live by default' }).click();
  await expect(dialog.getByText('Default', { exact: true })).toBeHidden();
  await dialog.getByRole('button', { name: 'Delete Network live' }).click();
  await expect(dialog.getByText('No saved views.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('Network live', { exact: true })).toBeVisible();
});

test('INFRA-04 reports values and views that do not load', async ({ hub, signedIn: page }) => {
  let areViewsDown = true;
  await page.route(/\/api\/server-views/, (route) =>
    areViewsDown ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await page.route(/field-values/, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${hub.url}/infrastructure`);
  await counted(page, 3);
  await box(page).fill('location:');
  await expect(page.getByText('The values could not be loaded. Type one yourself.')).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  const again = page.getByRole('menuitem', { name: 'Views could not be loaded. Try again' });
  await expect(again).toBeVisible();
  // Failed reads are also repeated by themselves, so the item is there only until the click: it brings them back.
  await page.exposeFunction('bringViewsBack', () => (areViewsDown = false));
  await page.evaluate(() => {
    const { bringViewsBack } = window as unknown as { bringViewsBack: () => void };
    document.addEventListener('click', bringViewsBack, { capture: true, once: true });
  });
  await again.click();
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Network live' })).toBeVisible();
});

test('INFRA-04 input before the filter bar loads continues in it', async ({ hub, signedIn: page }) => {
  const release = await hold(page, /\/filter-bar-/);
  await page.goto(`${hub.url}/infrastructure`);
  await page.getByRole('textbox', { name: 'Search servers' }).click();
  await page.keyboard.type('env:st');
  release();
  await expect(box(page)).toHaveValue('env:st');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(chips(page)).toHaveText(/Environment: staging/);

  await page.unroute(/\/filter-bar-/);
  await page.goto(`${hub.url}/infrastructure`);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Save current as…' })).toBeVisible();

  await page.route(/\/filter-bar-/, (route) => route.abort());
  await page.goto(`${hub.url}/infrastructure`);
  await page.getByRole('textbox', { name: 'Search servers' }).click();
  await expect(page.getByText('The filters could not be loaded')).toBeVisible();
});

test('UX the filter field and the views are accessible at 320 px in both themes', async ({
  hub,
  signedIn: page,
}) => {
  const long = 'team:"A team whose name is longer than any screen of a phone is wide"';
  const filter = encodeURIComponent(`${long} OR os:ubuntu cpu>80`);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const [colorScheme, only] of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${hub.url}/infrastructure?status=online&filter=${filter}`);
    await expect(chips(page)).toHaveCount(3);
    const expectFine = async () => {
      expect(await violationsOn(page, only)).toEqual([]);
      expect(await sideways(page)).toBe(0);
    };
    await expectFine();
    await box(page).click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await expectFine();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectFine();
    await page.getByRole('menuitem', { name: 'Manage views…' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFine();
    await page.keyboard.press('Escape');
  }
});
