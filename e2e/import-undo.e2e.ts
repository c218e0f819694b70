import { expect } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expectReadable } from './accessible.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

const ZIP = {
  name: 'runbooks.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from(
    zipSync({
      'Restart the spooler.md': strToU8('# Restart the spooler\n\nStop it, then start it.'),
      'Clear the queue.md': strToU8('---\nowner: Ann\n---\n\n# Clear the queue\n\nRemove what waits.'),
      'empty.md': strToU8(''),
      'blank.md': strToU8(' '),
    }),
  ),
};

test('KB-11 shows what an import will create, imports it, and undoes it later except for changed documents', async ({
  signedIn: page,
  hub,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Import documents' });
  const open = async () => {
    await page.goto(`${hub.url}/knowledge-base`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
  };
  await open();
  await dialog.locator('input[type=file]').setInputFiles(ZIP);
  // The check before the import lists what is imported, what is lost and why.
  await expect(dialog.getByText('Restart the spooler')).toBeVisible();
  await expect(dialog.getByText('2 files: It has no text')).toBeVisible();
  for (const name of ['empty.md', 'blank.md'])
    await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  await expect(
    dialog.getByText('Front matter field owner was left out: documents have no such field'),
  ).toBeVisible();
  await expectReadable(page);
  expect(await (await page.request.get(`${hub.url}/api/knowledge-base`)).json()).toEqual([]);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Undo import' })).toBeVisible();
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('link', { name: 'Clear the queue' }).click();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Tell the desk.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Version 2/)).toBeVisible();

  await open();
  await expect(dialog.getByRole('heading', { name: 'Earlier imports' })).toBeVisible();
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Undo import of runbooks.zip' }).click();
  await expect(dialog.getByText('Undone: 1 document is in the bin.')).toBeVisible();
  await expect(dialog.getByText('Changed since the import, so kept:')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: /^Clear the queue$/ })).toBeVisible();
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Undo these as well' }).click();
  await expect(dialog.getByText(/· undone$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('link', { name: 'Clear the queue' })).toBeHidden();
});

test('OPS-04 an import groups what it left out, publishes by a choice, and is undone in its foot', async ({
  signedIn: page,
  hub,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Import documents' });
  const pages = ['one', 'two', 'three'].map((name): [string, Uint8Array] => [
    `grouped/${name}.md`,
    strToU8(`---\nweight: 3\n---\n\n# Grouped ${name}\n\nText.`),
  ]);
  await page.goto(`${hub.url}/knowledge-base`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'grouped.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(Object.fromEntries(pages))),
  });
  const group = dialog.getByText('3 files: Front matter field weight was left out', { exact: false });
  await group.click();
  await expect(dialog.getByText('grouped/two.md')).toBeVisible();
  await dialog.getByLabel('Imported documents are').selectOption('All published');
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const undo = dialog.getByRole('button', { name: 'Undo import' });
  await expect(undo).toBeInViewport();
  const stored = await page.request.get(`${hub.url}/api/knowledge-base?q=grouped`);
  const states = ((await stored.json()) as { isPublished: boolean }[]).map(({ isPublished }) => isPublished);
  expect(states).toEqual([true, true, true]);
  await undo.click();
  await expect(dialog.getByText('Undone: 3 documents are in the bin.')).toBeVisible();
});
