import { expect, type Page } from '@playwright/test';
import { hold } from './hold.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ mode: 'serial' });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

async function choose(page: Page, text: string, option: string) {
  // A page that has just loaded may not handle keys yet.
  await expect(async () => {
    if ((await palette(page).count()) === 0) await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await palette(page).getByRole('combobox').fill(text);
  await palette(page).getByRole('option', { name: option }).first().click();
  await expect(palette(page)).toHaveCount(0);
}

test('SHELL-11 the page below the palette keeps its place and its focus, and Back returns to the place in a list', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  for (let n = 10; n < 40; n++)
    // oxlint-disable-next-line no-await-in-loop -- One after the other.
    await send(hub, cookie, '/api/servers', { name: `place-${n}`, ipAddress: `10.9.8.${n}` });
  await page.goto(`${hub.url}/infrastructure`);
  await page.getByRole('link', { name: 'place-30', exact: true }).focus();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(100);

  await page.keyboard.press('Control+k');
  const box = palette(page).getByRole('combobox');
  await expect(box).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Infrastructure' })).toHaveCount(0);
  await page.mouse.move(20, 500);
  await page.mouse.wheel(0, -300);
  await page.keyboard.press('Tab');
  await page.evaluate(() => document.querySelector('h1')?.focus());
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'place-30', exact: true })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Infrastructure' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'place-30', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'place-30', exact: true })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test('SHELL-11 the palette opens pages, servers, documents, people and actions; shortcuts have a help and can be switched off', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  const name = 'Peter Palette';
  await send(hub, cookie, '/api/servers', { name: 'pal-db-01', ipAddress: '10.44.55.66' });
  await send(hub, cookie, '/api/documents', { title: 'Palette runbook', content: 'Text' });
  await send(hub, cookie, '/api/team-members', { name, email: 'peter@example.com', role: 'Manager' });
  await page.goto(hub.url);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await test.step('results open', async () => {
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('44.55');
    await expect(palette(page).getByRole('option', { name: 'pal-db-01' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/infrastructure\/[\da-f-]{36}$/);
    await choose(page, 'palette run', 'Palette runbook');
    await expect(page).toHaveURL(/\/knowledge-base\/[\da-f-]{36}$/);
    await choose(page, 'peter', name);
    await expect(page).toHaveURL(/\/team/);
    await choose(page, 'audit', 'Audit Log');
    await expect(page).toHaveURL(/\/admin\/audit/);
    await choose(page, 'add ser', 'Add Server');
    const adding = page.getByRole('dialog', { name: 'Add New Server' });
    await expect(adding).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(adding).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('nothing is called so');
    await expect(palette(page).getByText('Nothing found.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
  });

  await test.step('keys open pages and forms, and move between rows', async () => {
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('k');
      await expect(page).toHaveURL(/\/knowledge-base$/, { timeout: 3_000 });
    }).toPass();
    await page.keyboard.press('n');
    await expect(page.getByText('Document Settings').first()).toBeVisible();
    await page.goto(`${hub.url}/team`);
    await expect(page.getByText(name)).toBeVisible();
    const member = page.getByRole('dialog', { name: 'Add Team Member' });
    await expect(async () => {
      await page.keyboard.press('n');
      await expect(member).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(member).toHaveCount(0);
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await expect(page).toHaveURL(/\/admin\/users$/);
    await page.goto(`${hub.url}/infrastructure`);
    await expect(page.getByText('pal-db-01')).toBeVisible();
    // The first key loads the handler of shortcuts. The test presses the next keys faster than people do.
    await expect(async () => {
      await page.keyboard.press('j');
      await expect(page.locator('[data-server]:focus')).toHaveCount(1, { timeout: 500 });
    }).toPass();
    await page.keyboard.press('x');
    await expect(page.getByText('1 selected')).toBeVisible();
  });

  await test.step('keys are listed, changed and switched off', async () => {
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    await expect(help).toContainText('Find pages, documents, servers, people and actions');
    for (const place of ['Documents', 'User Approvals', 'Audit Log', 'Broken Links', 'System'])
      await expect(help.getByText(place, { exact: true })).toBeVisible();
    await expect(help.getByRole('region', { name: 'In every search' })).toContainText('updated:<7d');
    await help.getByLabel('Key x: Select the row').fill('q');
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.keyboard.press('x');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('q');
    await expect(page.getByText('1 selected')).toHaveCount(0);
    await page.keyboard.press('q');
    await expect(page.getByText('1 selected')).toBeVisible();
    await page.keyboard.press('?');
    await help.getByRole('button', { name: 'Reset Keys' }).click();
    await expect(help.getByLabel('Key x: Select the row')).toHaveValue('x');
    await help.getByRole('switch', { name: 'Shortcuts of one character' }).click();
    await help.getByRole('button', { name: 'Close' }).last().click();
    for (const key of ['?', 'g', 't', '/', 'x']) await page.keyboard.press(key);
    await expect(page).toHaveURL(/\/infrastructure$/);
    await expect(help).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Search docs' })).not.toBeFocused();
    await expect(page.getByText('1 selected')).toBeVisible();
    await choose(page, 'keyboard', 'Keyboard Shortcuts');
    await help.getByRole('switch', { name: 'Shortcuts of one character' }).click();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Search docs' })).toBeFocused();
  });
});

test('SHELL-06 SHELL-07 results with similar spelling are separate, and Enter opens none of them', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/team`);
  const box = page.getByRole('combobox', { name: 'Search docs' });
  await box.fill('palete runbok');
  await expect(page.getByText('No documents found.')).toBeVisible();
  const near = page.getByRole('navigation', { name: 'Similar' });
  await expect(near.getByRole('link', { name: 'Palette runbook' })).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL(/\/team$/);
  await box.press('Tab');
  await expect(near.getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/knowledge-base\?doc=/);
  await expect(near).toHaveCount(0);
});

test('SHELL-03 SHELL-05 the sidebar is 256 or 64 pixels wide and stays so; on a phone it covers the page', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/team`);
  await expect(page.getByRole('heading', { name: 'Team Management', level: 1 })).toBeVisible();
  await expect(page.getByPlaceholder('Search docs...')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  const sidebar = page.getByRole('complementary').first();
  const width = () => sidebar.evaluate((element) => element.getBoundingClientRect().width);
  await expect.poll(width).toBe(256);
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBe(64);
  await page.reload();
  await expect.poll(width).toBe(64);
  await choose(page, 'sidebar', 'Collapse or Expand Sidebar');
  await expect.poll(width).toBe(256);

  await page.setViewportSize({ width: 375, height: 700 });
  await expect(page.getByRole('link', { name: 'Infrastructure' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('link', { name: 'Infrastructure' })).toBeVisible();
  await page.mouse.click(360, 400);
  await expect(page.getByRole('link', { name: 'Infrastructure' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Infrastructure' }).click();
  await expect(page.getByRole('heading', { name: 'Infrastructure', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
});

test('SHELL-10 applies light, dark and the system’s theme on every screen before the first paint', async ({
  hub,
  signedIn: page,
}) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(hub.url);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await choose(page, 'light', 'Use Light Theme');
  await expect(page.getByText('Preferences Updated')).toBeVisible();
  await expect.poll(background).toBe(light);
  await choose(page, 'dark', 'Use Dark Theme');
  await expect.poll(background).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  for (const path of ['/', '/knowledge-base', '/infrastructure', '/team', '/ai', '/settings']) {
    await page.goto(hub.url + path, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => getComputedStyle(document.documentElement).backgroundColor !== 'rgba(0, 0, 0, 0)',
    );
    expect([path, await background()]).toEqual([path, dark]);
  }
  await choose(page, 'system', 'Use System Theme');
  await expect.poll(background).toBe(light);
});

test('SHELL-08 shows one message at a time; F8 focuses it, a swipe to the right dismisses it', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByText('pal-db-01')).toBeVisible();
  const messages = page.getByRole('region', { name: /Notifications|Messages/ }).getByRole('listitem');
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.click();
  await expect(page.getByText('Server data has been refreshed').last()).toBeVisible();
  await refresh.click();
  await expect(messages).toHaveCount(1);
  await page.keyboard.press('F8');
  await expect(page.locator(':focus')).toContainText('Refreshed');
  // A focused message stays. It may still be moving to the place of the previous one.
  await expect.poll(() => messages.first().boundingBox()).not.toBeNull();
  const box = (await messages.first().boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 50, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(messages).toHaveCount(1);
  await page.mouse.move(box.x + 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + box.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(messages).toHaveCount(0);

  // A replaced message can still be read in the list.
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('region', { name: 'Earlier messages' })).toContainText(
    'Server data has been refreshed',
  );
});

test('SHELL-08 a message over an open dialog covers nothing of it, is announced, and can be reached', async ({
  hub,
  signedIn: page,
}) => {
  const message = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1000, height: 600 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(size);
    await page.goto(`${hub.url}/infrastructure?create=server`);
    const window = page.getByRole('dialog', { name: 'Add New Server' });
    await window.getByLabel('IP Address').fill('10.0.0.999');
    await window.getByRole('button', { name: 'Add Server' }).click();
    await expect(message).toBeVisible();
    const below = async () => {
      const [over, under] = [(await message.boundingBox())!, (await window.boundingBox())!];
      const isBeside = under.x >= over.x + over.width;
      expect(over.x >= 0 && over.x + over.width <= size.width && under.y + under.height <= size.height).toBe(
        true,
      );
      return isBeside || under.y >= over.y + over.height;
    };
    await expect.poll(below).toBe(true);
    // Screen readers announce the message: none of its ancestors is hidden, unlike the page behind the dialog.
    await expect(page.locator('[aria-hidden=true] [data-toast]')).toHaveCount(0);
    await expect(page.locator('[aria-live=polite] [data-toast]')).toHaveCount(1);
    await page.keyboard.press('F8');
    await expect(page.locator(':focus')).toContainText('Validation Error');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(message).toHaveCount(0);
    await expect(window.locator(':focus')).toHaveCount(1);
    await expect
      .poll(async () =>
        Math.round((await window.boundingBox())!.y * 2 + (await window.boundingBox())!.height),
      )
      .toBe(size.height);
    await page.keyboard.press('Escape');
  }
});

test('SHELL-08 a dialog opens in its place, without moving in from elsewhere', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/infrastructure`);
  await page.getByRole('button', { name: 'Add Server' }).first().waitFor();
  await page.evaluate(() => {
    const seen: number[] = [];
    const look = () => {
      const window = document.querySelector('[role=dialog]');
      if (window) seen.push(window.getBoundingClientRect().left, window.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { seen });
  });
  await page.getByRole('button', { name: 'Add Server' }).first().click();
  const window = page.getByRole('dialog');
  await expect(window.locator(':focus')).toHaveCount(1);
  await expect.poll(() => window.evaluate((element) => element.getAnimations().length)).toBe(0);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
  const { x, y } = (await window.boundingBox())!;
  for (const [number, place] of seen.entries())
    expect(Math.abs(place - (number % 2 ? y : x))).toBeLessThanOrEqual(5);
});

test('SHELL-11 the palette takes what is typed before it is drawn, in order, and no shortcut acts on it', async ({
  signedIn: page,
  hub,
}) => {
  const release = await hold(page, /\/palette-/);
  await page.goto(hub.url);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('node x');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('exp');
  release();
  await expect(palette(page).getByRole('combobox')).toHaveValue('node exp');
  await page.keyboard.type('orter');
  await expect(palette(page).getByRole('combobox')).toHaveValue('node exporter');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('SHELL-04 the search finds servers and people below documents, and Enter opens the first result', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const server = {
    name: 'zeus-db-01',
    ipAddress: '10.77.1.9',
    hostname: 'zeus.example.com',
    status: 'offline',
  };
  const made = await send(hub, cookie, '/api/servers', server);
  const { id } = (await made.json()) as { id: string };
  await page.goto(hub.url);
  const box = page.getByRole('combobox', { name: 'Search docs' });
  for (const part of ['eus-db', '10.77.1.9', 'zeus.example']) {
    await box.fill(part);
    await expect(page.getByRole('option', { name: /zeus-db-01/ })).toContainText('offline · 10.77.1.9');
  }
  await box.press('Enter');
  await expect(page).toHaveURL(`${hub.url}/infrastructure/${id}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('10.77.1.9');
  const found = palette(page).getByRole('option', { name: /zeus-db-01/ });
  await expect(found).toContainText('10.77.1.9 · zeus.example.com');
  await expect(found).toContainText('Offline');
});
