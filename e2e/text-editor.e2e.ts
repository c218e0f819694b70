import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, THEMES, violationsOn } from './accessible.ts';
import { send, test } from './signed-in.ts';

test.describe.configure({ timeout: 120_000 });

const picture = async () =>
  (
    await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  ).toString('base64');

/** Dispatches a drop or a paste of files, as a browser does. */
const hand = (page: Page, what: 'paste' | 'drop', file: { base64: string; name: string; type: string }) =>
  page.locator('.cm-content').evaluate(
    (content, { event, base64, name, type }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name, { type }));
      const { left, top } = content.getBoundingClientRect();
      const at = { clientX: left + 5, clientY: top + 5, bubbles: true, cancelable: true };
      if (event === 'paste') {
        content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, ...at }));
        return;
      }
      content.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer, ...at }));
      content.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, ...at }));
    },
    { event: what, ...file },
  );

test('ED-01 ED-07 ED-12 a runbook is written with toolbar, keys, slash commands, tables, links and screenshots', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const other = await send(hub, cookie, '/api/documents', { title: 'Fail over the pool', content: 'x' });
  const { id: otherId } = (await other.json()) as { id: string };
  const made = await send(hub, cookie, '/api/documents', { title: 'Written', content: 'Start.' });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  const text = page.locator('.cm-content');
  const line = (words: string) => page.locator('.cm-line', { hasText: words });

  await test.step('ED-01 the elements above the text', async () => {
    for (const name of ['Edit', 'Preview', 'Enhance with AI', 'Cancel']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeEnabled();
    }
    await expect(page.getByRole('button', { name: /^Version History/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Save/ })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Document Settings' })).toBeVisible();
  });

  await test.step('keys and toolbar', async () => {
    await text.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+b');
    await expect(text).toHaveText(/\*\*Start\.\*\*/);
    await page
      .getByRole('toolbar', { name: 'Formatting' })
      .getByRole('button', { name: 'Task list' })
      .click();
    await expect(text).toHaveText(/- \[ \] \*\*Start\.\*\*/);
    await page.keyboard.press('Control+End');
  });

  await test.step('slash command, and a table by Tab', async () => {
    // Enter continues the list. Enter in an empty item ends it.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('\n\n/tabl');
    await expect(page.getByRole('option', { name: '/table' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('option', { name: '/table' }).click();
    await page.keyboard.type('Host');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Role');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('db1');
    await expect(line('| Host | Role | Column 3 |')).toBeVisible();
    await expect(line('db1')).toHaveText(/^\| ?db1/);
    // The keyboard's way out of the table.
    await page.keyboard.press('Control+End');
  });

  await test.step('a link to another document by its name', async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('See [[fail over');
    await page.getByRole('option', { name: 'Fail over the pool' }).click();
    await expect(line('See [Fail over the pool]')).toHaveText(
      `See [Fail over the pool](/knowledge-base?doc=${otherId})`,
    );
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
  });

  await test.step('a pasted screenshot, made smaller by its corner and larger by keys', async () => {
    await hand(page, 'paste', { base64: await picture(), name: 'image.png', type: 'image/png' });
    await expect(page.getByText('Image Uploaded').first()).toBeVisible();
    await expect(page.getByText('Screenshot has been attached to your document.').first()).toBeVisible();
    await expect(line('<!-- width=300px height=auto -->')).toBeVisible();
    const image = page.locator('.cm-image img');
    await expect(image).toHaveJSProperty('naturalWidth', 600);
    const corner = page.getByRole('button', { name: /^Resize image/ });
    await corner.scrollIntoViewIfNeeded();
    const box = (await corner.boundingBox())!;
    await page.mouse.move(box.x + 12, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x - 400, box.y + 12, { steps: 4 });
    await page.mouse.up();
    // The image is twice as wide as high, and the minimum height is 60 pixels.
    await expect(line('<!-- width=120px height=auto -->')).toBeVisible();
    expect((await image.boundingBox())!.height).toBeGreaterThanOrEqual(60);
    await corner.focus();
    await page.keyboard.press('ArrowRight');
    await expect(line('<!-- width=140px height=auto -->')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resize image.* 140 pixels wide/ })).toBeFocused();
  });

  await test.step('it is accessible in both themes', async () => {
    for (const [colorScheme, only] of THEMES) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      expect(await violationsOn(page, only)).toEqual([]);
    }
  });

  await test.step('on a narrow screen the settings open over the text', async () => {
    await page.setViewportSize({ width: 1000, height: 800 });
    const opener = page.getByRole('button', { name: 'Document Settings' });
    const drawer = page.getByRole('dialog', { name: 'Document Settings' });
    await opener.click();
    await drawer.getByLabel('Excerpt', { exact: true }).fill('How the pool is drained');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await expect(drawer.getByLabel('Excerpt', { exact: true })).toHaveValue('How the pool is drained');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(page.getByRole('complementary', { name: 'Document Settings' })).toBeVisible();
  });

  await test.step('a drop accepts images only', async () => {
    const file = { base64: btoa('notes'), name: 'notes.txt', type: 'text/plain' };
    await hand(page, 'drop', file);
    await expect(page.getByText('Please drop image files only.').first()).toBeVisible();
    await hand(page, 'drop', { ...file, name: 'fake.png', type: 'image/png' });
    await expect(page.getByText('Upload Error').first()).toBeVisible();
    await hand(page, 'drop', { base64: await picture(), name: 'rack.png', type: 'image/png' });
    await expect(line('![rack](/objects/')).toBeVisible();
    await expect(page.locator('.cm-drop-here')).toHaveCount(0);
  });

  await test.step('readers see the image in that size, and the contents of the document', async () => {
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Version 2')).toBeVisible();
    await page.getByText('Preview', { exact: true }).click();
    const shown = page.locator('[data-markdown]');
    await expect(shown.locator('img[alt=image]')).toHaveCSS('width', '140px');
    await expect(shown.getByRole('cell', { name: 'db1' })).toBeVisible();
    await expect(shown.getByRole('link', { name: 'Fail over the pool' })).toBeVisible();
  });
});

test('ED-11 a long text is previewed to its end, and as safely as a short one', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const steps = Array.from({ length: 800 }, (_, n) => `Step ${n} &amp; what it needs.`);
  const content = [...steps, '<img src=x onerror="document.title = 1">', '## Last words'].join('\n\n');
  const made = await send(hub, cookie, '/api/documents', { title: 'Long', content });
  const { id } = (await made.json()) as { id: string };
  const worker = page.waitForEvent('worker');
  await page.goto(`${hub.url}/knowledge-base?doc=${id}&mode=preview`);
  await worker;
  const shown = page.locator('[data-markdown]');
  await expect(shown.getByText('Step 0 & what it needs.')).toBeVisible();
  await expect(shown.getByRole('heading', { name: 'Last words' })).toBeAttached({ timeout: 30_000 });
  await expect(shown).toHaveAttribute('aria-busy', 'false');
  await expect(shown.getByText('Step 799 & what it needs.')).toBeAttached();
  await expect(shown.locator('img')).toHaveCount(0);
});

test('threat 94 a text that takes minutes to render is shown as source, and blocks no other', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const addressOf = async (title: string, content: string) => {
    const made = await send(hub, cookie, '/api/documents', { title, content });
    return `/knowledge-base?doc=${((await made.json()) as { id: string }).id}&mode=preview`;
  };
  const usual = await addressOf('Usual', `${'Some words.\n\n'.repeat(1_000)}## Last words`);
  const slow = await addressOf('Slow', `[Leave](${usual})\n\n${'[a](<'.repeat(40_000)}`);
  await page.clock.install();
  const shown = page.locator('[data-markdown]');
  const afterTheLimit = async (expected: () => Promise<void>) =>
    expect(async () => {
      await page.clock.fastForward(16_000);
      await expected();
    }).toPass();
  const worker = page.waitForEvent('worker');
  await page.goto(hub.url + slow);
  await worker;
  await shown.getByRole('link', { name: 'Leave' }).click();
  await afterTheLimit(() => expect(shown.getByText('Last words')).toBeAttached({ timeout: 500 }));
  await page.goBack();
  await afterTheLimit(() =>
    expect(shown.getByText('takes too long to lay out')).toBeVisible({ timeout: 500 }),
  );
  await expect(shown.locator('pre')).toContainText('[a](<[a](<');
});
