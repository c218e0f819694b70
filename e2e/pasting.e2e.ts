import { expect, type Page, type Route } from '@playwright/test';
import sharp from 'sharp';
import { test } from './signed-in.ts';

test.describe.configure({ timeout: 240_000 });

const GOOD =
  'First open the console of dns-01 and check the service. Then restart the server and verify the result. Finally close the ticket.';

const pixel = (colour: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** Writes to the clipboard, as another program would. */
const copy = (page: Page, parts: Record<string, string>) =>
  page.evaluate(async (all) => {
    const blobs = Object.entries(all).map(([type, data]) => {
      if (!type.startsWith('image/')) return [type, new Blob([data], { type })];
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      return [type, new Blob([bytes], { type })];
    });
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs) as Record<string, Blob>)]);
  }, parts);

/** Dispatches a paste event with data that a test cannot write to the clipboard. */
const pasteFile = (
  page: Page,
  file: { name: string; type: string; text?: string; bytes?: number; html?: string },
) =>
  page.getByLabel('Content', { exact: true }).evaluate((area, { name, type, text, bytes, html }) => {
    const clipboardData = new DataTransfer();
    if (html === undefined) {
      clipboardData.items.add(new File([text ?? new Uint8Array(bytes ?? 0)], name, { type }));
    } else {
      clipboardData.setData('text/plain', 'words');
      clipboardData.setData('text/html', html.replace('BIG', 'A'.repeat(bytes ?? 0)));
    }
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, file);

/** Holds a call until the test answers it. */
async function held(page: Page, address: string) {
  let take: (route: Route) => void = () => undefined;
  const requested = new Promise<Route>((resolve) => (take = resolve));
  await page.route(address, (route) => take(route), { times: 1 });
  return { answer: async (answer: Parameters<Route['fulfill']>[0]) => (await requested).fulfill(answer) };
}

const json = (status: number, body: object) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(body),
});

/** The number of lists of pictures that this browser stores. */
const keptImages = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('ops-hub', 1);
        opening.addEventListener('error', () => reject(new Error('The store is closed')));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('pasted-images').objectStore('pasted-images').count();
          counting.addEventListener('success', () => resolve(counting.result));
        });
      }),
  );

test('AC-01 AC-02 AC-03 AC-04 QC-03 accepts a real clipboard, shows what is wrong with it, and shows the toasts', async ({
  signedIn: page,
  hub,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: hub.url });
  const toasts = page.getByRole('region', { name: /Notifications/ });
  const expectToast = async (title: string, text?: string) => {
    await expect(toasts.getByText(title, { exact: true })).toBeVisible();
    if (text) await expect(toasts.getByText(text, { exact: true })).toBeVisible();
  };
  const text = page.getByLabel('Content', { exact: true });
  const generate = page.getByRole('button', { name: 'Generate Preview' });
  const processing = page.getByRole('button', { name: 'Processing...' });
  const pictures = page.getByRole('list', { name: 'Pasted images' }).getByRole('img');
  const paste = async (parts: Record<string, string>) => {
    await text.focus();
    await copy(page, parts);
    await page.keyboard.press('Control+v');
  };
  const png = (await pixel('teal')).toString('base64');

  await test.step('AC-03 text, a screenshot, and text with an image in it', async () => {
    await page.goto(`${hub.url}/knowledge-base?autocreate=true`);
    await expect(text).toBeFocused();
    await paste({ 'text/plain': 'Just words. ' });
    await expectToast('Text pasted');
    await expect(text).toHaveValue('Just words. ');
    await paste({ 'image/png': png });
    await expectToast('Images extracted', '1 image was added.');
    await expect(pictures).toHaveCount(1);
    const html = `<p>More words</p><img src="data:image/png;base64,${png}"><img src="https://other.example/a.png">`;
    await paste({ 'text/plain': 'More words', 'text/html': html });
    await expectToast('Content pasted');
    await expect(toasts).toContainText('1 image was added. 1 image of another site was left out');
    await expect(text).toHaveValue(/Just words\. More words/);
    await expect(pictures).toHaveCount(2);
    await expect(pictures.last()).toHaveAttribute('src', /^data:image\/png;base64,/);
    await page.getByRole('button', { name: 'Remove Screenshot 1' }).click();
    await expect(pictures).toHaveCount(1);
  });

  await test.step('AC-03 threat 66 images that are too large, files that are no images, drawings', async () => {
    await pasteFile(page, { name: 'big.png', type: 'image/png', bytes: 10 * 1024 * 1024 + 1 });
    await expectToast('Image too large', 'Please use images smaller than 10MB.');
    await pasteFile(page, {
      name: '',
      type: '',
      html: '<img src="data:image/png;base64,BIG">',
      bytes: 13_981_020,
    });
    await expectToast('Image too large', 'Skipping image larger than 10MB.');
    await pasteFile(page, { name: 'junk.png', type: 'image/png', text: 'no picture at all' });
    await expectToast('junk.png is not a readable image', 'Failed to process the image. Please try again.');
    await pasteFile(page, { name: 'notes.pdf', type: 'application/pdf', text: '%PDF' });
    await expectToast('Invalid File', 'Please drop image files only.');
    await expect(pictures).toHaveCount(1);
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><script>alert(1)</script><rect ' +
      'width="80" height="40" fill="red"/></svg>';
    await pasteFile(page, { name: 'plan.svg', type: 'image/svg+xml', text: drawing });
    await expectToast('Images extracted');
    await expect(pictures.last()).toHaveAttribute('src', /^data:image\/png;base64,/);
    await pasteFile(page, { name: 'really-a-gif.png', type: 'image/png', text: 'GIF89a' });
    await expectToast('really-a-gif.png is not a readable image');
    await expect(pictures).toHaveCount(2);
  });

  await test.step('AC-01 Cancel removes the text and the stored images', async () => {
    await expect.poll(() => keptImages(page)).toBe(1);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(text).toBeHidden();
    await expect.poll(() => keptImages(page)).toBe(0);
    await page.goto(`${hub.url}/knowledge-base?autocreate=true`);
    await expect(text).toHaveValue('');
    await expect(pictures).toHaveCount(0);
  });

  await test.step('AC-01 reports text beyond the limit instead of cutting it silently', async () => {
    await paste({ 'text/plain': 'x'.repeat(100_050) });
    await expect(page.getByText('100000/5000 characters')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'at most 100,000 characters' })).toContainText(
      'the last 50 were left out',
    );
    await text.fill(GOOD);
    await expect(page.getByText('were left out')).toBeHidden();
  });

  await test.step('QC-03 AC-04 the quality check of the server fails, and warns', async () => {
    await text.fill(`Ann\nBob\n${'y'.repeat(300)}`);
    await page.route(
      '**/api/ai/validate-content',
      (route) => route.fulfill(json(500, { message: 'Broken' })),
      { times: 1 },
    );
    await generate.click();
    await expectToast(
      'Validation Error',
      'Unable to validate content quality. Please try again or contact support.',
    );
    const medium = {
      type: 'structure',
      severity: 'medium',
      message: 'Content lacks procedural structure...',
      detected: '',
    };
    const low = { ...medium, severity: 'low', message: 'It could say more.' };
    await page.route(
      '**/api/ai/validate-content',
      (route) =>
        route.fulfill(
          json(200, { isValid: false, score: 45, issues: [medium, low], suggestions: ['Say more.'] }),
        ),
      { times: 1 },
    );
    await generate.click();
    const warning = page.getByRole('dialog', { name: 'Content Quality Warning' });
    await expect(
      warning.getByText('Content could be improved but may still work. (Score: 45/100)'),
    ).toBeVisible();
    await expect(warning.getByText(`${'y'.repeat(192)}...`)).toBeVisible();
    await expect(warning.getByRole('heading', { name: 'Suggestions', exact: true })).toBeVisible();
    await expect(warning.getByRole('button', { name: 'Continue with Warnings' })).toBeVisible();
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await expect(warning).toBeHidden();
  });

  await test.step('AC-04 the preview fails, is too large, and opens', async () => {
    await text.fill(GOOD);
    const first = await held(page, '**/api/ai/auto-create-kb-preview');
    await generate.click();
    await expect(processing).toBeDisabled();
    await first.answer(json(500, { message: 'Broken' }));
    await expectToast('Error', 'Failed to generate preview. Please try again.');
    const second = await held(page, '**/api/ai/auto-create-kb-preview');
    await generate.click();
    await second.answer(json(413, { message: 'The body is too large' }));
    await expectToast('Error', 'Images are too large. Please use smaller images or fewer images.');
    await generate.click();
    await expectToast('Preview generated', 'Your knowledge base preview is ready for review.');
    await page.getByRole('button', { name: 'Back to Edit' }).click();
  });

  await test.step('AC-01 AC-05 the preview waits for the text recognition of a screenshot, and can continue without it', async () => {
    // The text recognition waits as long as its files are held back.
    const files: (() => Promise<void>)[] = [];
    let isOpen = false;
    await page.route('**/ocr/**', (route) =>
      isOpen ? route.continue() : void files.push(() => route.continue()),
    );
    await paste({ 'image/png': (await pixel('navy')).toString('base64') });
    await expect(page.getByRole('progressbar', { name: 'Reading the text in Screenshot 1' })).toBeVisible();
    await generate.click();
    await expect(processing).toBeVisible();
    await expect(
      page.getByText('The preview waits until the text of the screenshots is read.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Continue without it' }).click();
    const preview = page.getByRole('dialog');
    await expect(preview.getByRole('button', { name: 'Save Document' })).toBeVisible();
    isOpen = true;
    await Promise.all(files.map((file) => file().catch(() => undefined)));
    const saving = await held(page, '**/api/ai/auto-create-kb');
    await preview.getByRole('button', { name: 'Save Document' }).click();
    await expect(preview.getByRole('button', { name: 'Saving...' })).toBeDisabled();
    await saving.answer(json(500, { message: 'Broken' }));
    await expectToast('Error', 'Failed to save knowledge base document. Please try again.');
    await expect.poll(() => keptImages(page)).toBe(1);
    await preview.getByRole('button', { name: 'Save Document' }).click();
    await expectToast('Success', 'Knowledge base document created successfully!');
    await expect(page).toHaveURL(/doc=/);
    await expect.poll(() => keptImages(page)).toBe(0);
  });
});
