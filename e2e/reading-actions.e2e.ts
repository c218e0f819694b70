import { expect, type Page } from '@playwright/test';
import { article, isOpen, RUNBOOK, runbook } from './reading.ts';
import { send, test } from './signed-in.ts';

test.describe.configure({ timeout: 120_000 });

const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));
const contents = (page: Page) => page.getByRole('navigation', { name: 'Contents' });
const current = (page: Page) => contents(page).locator('[aria-current=location]');

test('KB-08 the contents have two levels, stay in view, mark the current heading and lead to it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await runbook(hub, cookie);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await isOpen(page);
  await expect(contents(page).getByRole('link')).toHaveCount(12);
  await expect(current(page)).toHaveCount(0);
  await contents(page).getByRole('link', { name: 'Details of 4' }).click();
  await expect(page).toHaveURL(/#details-of-4$/);
  await expect(article(page).getByRole('heading', { name: 'Details of 4' })).toBeInViewport();
  await expect(current(page)).toHaveText('Details of 4');
  await expect(contents(page).getByRole('link', { name: 'Section 1' })).toBeInViewport();
  await page.goBack();
  await expect.poll(() => scrollTop(page)).toBe(0);
  // A heading has its own link.
  await article(page).getByRole('heading', { name: 'Section 2' }).hover();
  await page.getByRole('link', { name: 'Link to this section' }).nth(2).click();
  await expect(page).toHaveURL(/#section-2$/);
  await expect(current(page)).toHaveText('Section 2');

  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto(`${hub.url}/knowledge-base/${id}#section-3`);
  await isOpen(page);
  await expect(article(page).getByRole('heading', { name: 'Section 3' })).toBeInViewport();
  const fold = contents(page).locator('summary');
  await expect(fold).toHaveText('ContentsSection 3');
  await expect(fold).toBeInViewport();
  await fold.click();
  await contents(page).getByRole('link', { name: 'Section 6' }).click();
  await expect(article(page).getByRole('heading', { name: 'Section 6' })).toBeInViewport();
  await expect(contents(page).getByRole('link', { name: 'Section 6' })).toBeHidden();
  await expect(fold).toHaveText('ContentsSection 6');
});

test('KB-08 the position is kept when going back, editing and reloading, also in a long text', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const other = await runbook(hub, cookie, { title: 'Another' });
  const link = `[Another](/knowledge-base?doc=${other})`;
  for (const rest of [
    link,
    `${Array.from({ length: 900 }, (_, n) => `Line ${n}.`).join('\n\n')}\n\n${link}`,
  ]) {
    const id = await runbook(hub, cookie, { content: `${RUNBOOK}\n\n${rest}` });
    await page.goto(`${hub.url}/knowledge-base/${id}`);
    await isOpen(page);
    const at = article(page).getByRole('link', { name: 'Another', exact: true });
    const kept = () => page.evaluate(() => sessionStorage.getItem('reading-positions') ?? '');
    const earlier = await kept();
    await at.scrollIntoViewIfNeeded();
    const place = async () => Math.round((await at.boundingBox())?.y ?? -1);
    // The place at the top is kept as well, so this waits for the one after the scrolling.
    await expect.poll(kept).not.toBe(earlier);
    expect(await kept()).toContain(id);
    // On a busy machine the text is still laid out after the scrolling.
    let before = -1;
    await expect
      .poll(async () => {
        const last = before;
        before = await place();
        return before - last;
      })
      .toBe(0);
    await page.reload();
    await isOpen(page);
    await expect.poll(place).toBe(before);
    await at.click();
    await expect(page).toHaveURL(`${hub.url}/knowledge-base/${other}`);
    await expect.poll(() => scrollTop(page)).toBe(0);
    await page.goBack();
    await expect.poll(place).toBe(before);
    await page.keyboard.press('e');
    await expect(page.locator('.cm-content')).toBeVisible();
    await page.goBack();
    await expect.poll(place).toBe(before);
  }
});

test('SHELL-11 e edits at the heading in view, h opens the history and p prints; reading goes on at the heading', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const id = await runbook(hub, cookie);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(`${hub.url}/knowledge-base/${id}#section-4`);
  await isOpen(page);
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog', { name: 'Version History' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const printed = page.waitForEvent('popup');
  await page.keyboard.press('p');
  await expect(await printed).toHaveURL(`${hub.url}/print/${id}`);
  await page.keyboard.press('e');
  await expect(page).toHaveURL(`${hub.url}/knowledge-base?doc=${id}#section-4`);
  await expect(page.locator('.cm-line', { hasText: '## Section 4' })).toBeInViewport();
  await page.keyboard.type('!');
  await expect(page.locator('.cm-line', { hasText: '!## Section 4' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.getByRole('link', { name: 'Read' }).click();
  await expect(page).toHaveURL(`${hub.url}/knowledge-base/${id}#section-4`);
  await expect(article(page).getByRole('heading', { name: 'Section 4' })).toBeInViewport();
  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog').getByText('Edit a server, or a document at the heading in view'),
  ).toBeVisible();
});

test('N7 N8 code is copied as one types it, by block, by line and by selection, and no button covers it', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: hub.url });
  const wide = `$ journalctl -u relay --since ${'yesterday '.repeat(30)}now`;
  const content = `\`\`\`console\n$ uname\u00a0-r\n6.1.0\n# reboot\n${wide}\n\`\`\``;
  const id = await runbook(hub, cookie, { content });
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await isOpen(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const commands = `uname -r\nreboot\n${wide.slice(2)}`;
  await page.getByRole('button', { name: 'Copy code' }).click();
  await expect.poll(copied).toBe(commands);
  const line = page.getByRole('button', { name: /^Copy line/ });
  await article(page)
    .locator('pre')
    .hover({ position: { x: 60, y: 55 } });
  await expect(line).toHaveAccessibleName('Copy line 3 of 4');
  await line.click();
  await expect.poll(copied).toBe('reboot');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(copied).toBe('uname -r');
  await page.evaluate(() =>
    getSelection()?.selectAllChildren(document.querySelector('pre') ?? document.body),
  );
  await page.keyboard.press('Control+c');
  await expect.poll(copied).toBe(`uname -r\n6.1.0\nreboot\n${wide.slice(2)}`);
  const boxes = await Promise.all(
    [page.getByRole('group', { name: 'Code' }), page.getByRole('button', { name: 'Copy code' })].map((each) =>
      each.boundingBox(),
    ),
  );
  const [code, button] = boxes;
  expect((code?.x ?? 0) + (code?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
});

test('KB-08 a server that a text names shows its state on hover and focus, and leads to its page', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/servers', {
    name: 'relay-77',
    environment: 'production',
    status: 'offline',
  });
  expect(made.status).toBe(201);
  const { id: serverId } = (await made.json()) as { id: string };
  const id = await runbook(hub, cookie, { content: 'Restart relay-77 and `relay-77`, not relay-778.' });
  await page.goto(`${hub.url}/knowledge-base/${id}`);
  await isOpen(page);
  const names = article(page).getByRole('paragraph').getByRole('link');
  await expect(names).toHaveText(['relay-77', 'relay-77']);
  await names.first().hover();
  await expect(page.locator('[data-tooltip-box]')).toHaveText('Offline');
  await page.mouse.move(0, 0);
  await expect(page.locator('[data-tooltip-box]')).toHaveCount(0);
  await names.first().focus();
  await page.keyboard.press('Tab');
  await expect(names.nth(1)).toBeFocused();
  await expect(page.locator('[data-tooltip-box]')).toHaveText('Offline');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${hub.url}/infrastructure/${serverId}`);
});
