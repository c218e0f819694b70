import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessible.ts';
import { test } from './signed-in.ts';

test.describe.configure({ timeout: 180_000 });

const TICKET = `Subject: RE: dns lookups fail in Melbourne

Symptoms:
• Outlook shows Disconnected and clients cannot resolve any name

Resolution:
First open the console on mel-dc-02 and check the DNS service. Then restart the service and verify the result.`;

test('AC-01 AC-02 AC-03 AC-05 QC-03 ED-09 a ticket is pasted, checked, previewed, saved and improved', async ({
  signedIn: page,
  hub,
}) => {
  const toast = (title: string) =>
    page.getByRole('region', { name: /Notifications/ }).getByText(title, { exact: true });
  const text = page.getByLabel('Content', { exact: true });
  /** Hosts of the page's requests. Embedded data needs no request. */
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol)) hosts.add(host);
  });
  const generate = page.getByRole('button', { name: 'Generate Preview' });

  await test.step('KB-08 the dashboard opens the panel', async () => {
    await page.goto(`${hub.url}/dashboard`);
    await page.getByRole('button', { name: 'Auto Create KB' }).click();
    await expect(page).toHaveURL(/knowledge-base\?autocreate=true/);
    await expect(text).toBeFocused();
    await expect(page.getByText('0/5000 characters')).toBeVisible();
    await text.fill('  ');
    await expect(generate).toBeDisabled();
  });

  await test.step('QC-03 problems that the check finds can be fixed or overridden', async () => {
    await text.fill('Ann\nBob');
    await expect(page.getByText('7/5000 characters')).toBeVisible();
    await generate.click();
    const dialog = page.getByRole('dialog', { name: 'Content Quality Issues Detected' });
    await expect(dialog.getByRole('heading', { name: 'Critical Issues' })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Warnings' })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Suggestions for Improvement' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Proceed Anyway' }).click();
    await expect(page.getByRole('dialog', { name: 'Ann' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to Edit' }).click();
    await expect(text).toHaveValue('Ann\nBob');
  });

  await test.step('AC-01 the text is restored after leaving, and deleted after Cancel', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(text).toBeHidden();
    await page.goBack();
    await expect(text).toHaveValue('Ann\nBob');
    await page.reload();
    await expect(text).toHaveValue('Ann\nBob');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(text).toBeHidden();
    await page.goto(`${hub.url}/knowledge-base?autocreate=true`);
    await expect(text).toHaveValue('');
  });

  await test.step('AC-03 adds a large screenshot at a smaller size', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const picture = await sharp({
      create: { width: 900, height: 500, channels: 3, background: 'teal', noise },
    })
      .png()
      .toBuffer();
    await text.fill('');
    await text.evaluate((area) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', '<p>Disk <b>full</b></p><p>on web-01</p><script>no()</script>');
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(text).toHaveValue('Disk full\non web-01');
    await expect(toast('Text pasted')).toBeVisible();
    await text.fill(TICKET);
    await text.evaluate((area, base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, picture.toString('base64'));
    await expect(toast('Images extracted')).toBeVisible();
    const shown = page.getByRole('list', { name: 'Pasted images' }).getByRole('img');
    await expect(shown).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
    expect(await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(600);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(text).toBeHidden();
    await page.goBack();
    await expect(shown).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
    await page.reload();
    await expect(shown).toHaveAttribute('src', /^data:image\/jpeg;base64,/);
    await expect(text).toHaveValue(TICKET);
  });

  await test.step('AC-05 the product itself reads the text of a screenshot', async () => {
    const words = ['Setup failed with ERROR 1935', 'Restart the installer service first'];
    const lines = words.map((line, n) => `<text x="20" y="${50 + n * 50}">${line}</text>`).join('');
    const drawn =
      '<svg xmlns="http://www.w3.org/2000/svg" width="700" height="140" font-family="Liberation ' +
      'Sans, sans-serif" font-size="30">' +
      `<rect width="100%" height="100%" fill="white"/>${lines}</svg>`;
    const screenshot = (await sharp(Buffer.from(drawn)).png().toBuffer()).toString('base64');
    await text.evaluate((area, base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, screenshot);
    // The first image has only a pattern. The test cancels its text recognition.
    const stop = page.getByRole('button', { name: 'Stop reading Screenshot 1' });
    if (await stop.isVisible()) await stop.click();
    await expect(page.getByRole('progressbar', { name: 'Reading the text in Screenshot 2' })).toBeVisible();
    await expect(text).toHaveValue(/Setup failed with ERROR 1935\s+Restart the installer service first$/, {
      timeout: 120_000,
    });
    await expect(page.getByText('The text in Screenshot 2 was added')).toBeVisible();
    expect([...hosts]).toEqual([new URL(hub.url).host]);
    await page.getByRole('button', { name: 'Remove Screenshot 2' }).click();
    await text.fill(TICKET);
  });

  await test.step('AC-03 on a narrow screen the toast covers no button of the preview, and Escape closes the preview', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await generate.click();
    const preview = page.getByRole('dialog', { name: 'DNS lookups fail in Melbourne' });
    const generated = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
    await expect(preview).toBeVisible();
    await expect(generated).toContainText('Preview generated');
    // Timers of messages stop while the window is in the background.
    await page.evaluate(() => dispatchEvent(new Event('blur')));
    const coveredButtons = async () => {
      const over = (await generated.count()) > 0 ? await generated.boundingBox() : null;
      const buttons = await preview
        .getByRole('button', { name: /^(Close|Back to Edit|Save Document)$/ })
        .all();
      const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
      const free = boxes.filter((box) => {
        if (!box || !over) return true;
        const isBeside = box.x >= over.x + over.width || box.x + box.width <= over.x;
        return isBeside || box.y >= over.y + over.height || box.y + box.height <= over.y;
      });
      return [buttons.length, buttons.length - free.length];
    };
    await expect.poll(coveredButtons).toEqual([3, 0]);
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('AC-02 the preview is saved and opens', async () => {
    await generate.click();
    const preview = page.getByRole('dialog', { name: 'DNS lookups fail in Melbourne' });
    await expect(preview.getByRole('heading', { name: 'Symptoms' })).toBeVisible();
    await expect(preview.getByRole('img')).toBeVisible();
    await preview.getByRole('button', { name: 'Save Document' }).click();
    await expect(page).toHaveURL(/doc=/);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('DNS lookups fail in Melbourne');
    await expect(page.locator('.cm-content')).toContainText('Outlook shows Disconnected');
  });

  await test.step('ED-09 improves a title and undoes it; a good title stays', async () => {
    const title = page.getByRole('textbox', { name: 'Title' });
    const enhance = page.getByRole('button', { name: 'Enhance title with AI' });
    await title.fill('');
    await expect(enhance).toBeDisabled();
    await title.fill('restart dns');
    await enhance.click();
    await expect(title).toHaveValue('Restart DNS');
    await expect(toast('Title Enhanced')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(title).toHaveValue('restart dns');
    await enhance.click();
    await expect(title).toHaveValue('Restart DNS');
    await page.getByRole('button', { name: 'Review title change' }).click();
    const review = page.getByRole('dialog', { name: 'Review enhancements' });
    await expect(review.locator('del')).toContainText('restart dns');
    await expect(review.locator('ins')).toContainText('Restart DNS');
    await review.getByRole('button', { name: 'Take all back' }).click();
    await expect(title).toHaveValue('restart dns');
    await title.fill('Restart DNS');
    await enhance.click();
    await expect(toast('No Enhancement')).toBeVisible();
  });

  await test.step('ED-09 improves the whole document, and reports a failure', async () => {
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n\n\n• last');
    const enhance = page.getByRole('button', { name: 'Enhance with AI', exact: true });
    await enhance.click();
    await expect(toast('Content Enhanced')).toBeVisible();
    await expect(page.locator('.cm-content')).toContainText('- last');
    // Text that is typed later stays, and does not change the review.
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' one');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog', { name: 'Review enhancements' });
    const last = review.getByRole('checkbox', { name: /^Text, change/ }).last();
    await expectAccessible(page);
    await last.uncheck();
    await review.getByRole('button', { name: /^Keep \d+ of \d+$/ }).click();
    await expect(page.locator('.cm-content')).toContainText('• last one');
    await enhance.click();
    await expect(page.locator('.cm-content')).toContainText('- last');
    await page.route('**/api/ai/enhance-content', (route) => route.abort());
    await enhance.click();
    await expect(toast('Enhancement Failed')).toBeVisible();
  });
});
