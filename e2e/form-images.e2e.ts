import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Hub } from './hub.ts';
import { send, test } from './signed-in.ts';

/** Screenshots that are pasted into the fields of the editors. */

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const image = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();

/** Creates a document of its own, so that the editor does not offer a draft of another test. */
async function open(page: Page, hub: Hub, cookie: string, templateType: string | null) {
  const made = await send(hub, cookie, '/api/knowledge-base', {
    title: 'Images',
    content: '## Notes',
    templateType,
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
}

/** Pastes from a clipboard that contains only this image, into the focused field. */
const paste = async (page: Page) =>
  page.evaluate(
    (data) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(data)], 'shot.png', { type: 'image/png' }));
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [...(await image())],
  );

test('ED-07 reports an image that is pasted into a field without images, and changes nothing', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  for (const kind of [null, 'how_to_guide', 'build_document']) {
    await open(page, hub, cookie, kind);
    for (const name of ['Title', 'Excerpt', 'Tags', ...(kind === 'build_document' ? ['Server Name'] : [])]) {
      await field(page, name).fill('As it is');
      await paste(page);
      await expect(page.getByText('Images stand in the text. Paste it there;')).toBeVisible();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(field(page, name)).toHaveValue('As it is');
    }
  }
});

test('ED-07 Ctrl+Z undoes an image that was pasted in a field, then the text that was typed before', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await open(page, hub, cookie, 'how_to_guide');
  const purpose = field(page, 'Purpose');
  await purpose.click();
  await page.keyboard.type('First line');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Last line');
  for (let ups = 0; ups < 2; ups++) await page.keyboard.press('ArrowUp');
  await paste(page);
  await expect(purpose).toHaveValue(
    /^First line\n\n<!-- width=300px height=auto -->\n!\[shot\]\(\/objects\/[\w-]+\)\n\nLast line$/,
  );
  await page.keyboard.press('Control+z');
  await expect(purpose).toHaveValue('First line\nLast line');
  await page.keyboard.press('Control+y');
  await expect(purpose).toHaveValue(/!\[shot\]/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(purpose).not.toHaveValue(/Last line/);
});

test('ED-07 Ctrl+Z undoes an image that was pasted in a step, after the text that was typed later', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  for (const [kind, name] of [
    ['how_to_guide', 'Description of step 1'],
    ['build_document', 'Objective of step 1'],
  ] as const) {
    await open(page, hub, cookie, kind);
    const shown = page.getByRole('button', { name: /Resize image shot/ });
    await field(page, name).click();
    await page.keyboard.type('Look');
    await paste(page);
    await expect(shown).toBeVisible();
    await page.keyboard.type(' twice');
    await page.keyboard.press('Control+z');
    await expect(field(page, name)).not.toHaveValue(/twice/);
    await expect(shown).toBeVisible();
    for (let left = 0; left < 10 && (await shown.isVisible()); left++) await page.keyboard.press('Control+z');
    await expect(shown).toBeHidden();
    await expect(field(page, name)).toHaveValue('Look');
    await page.keyboard.press('Control+z');
    await expect(field(page, name)).not.toHaveValue('Look');
  }
});
