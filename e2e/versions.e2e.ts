import { expect } from '@playwright/test';
import { send, test } from './signed-in.ts';

test('VER-01 VER-02 VER-03 VER-04 VER-05 versions are listed, compared and restored', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const text = Array.from({ length: 12 }, (_, n) => `Line ${n}`).join('\n\n');
  const made = await send(hub, cookie, '/api/knowledge-base', {
    title: 'Fail over',
    content: `${text}\n\nPromote mel-db-02.`,
    category: 'DNS',
  });
  const { id } = (await made.json()) as { id: string };
  let requests = 0;
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/versions$/, async (route) => {
    requests++;
    await held;
    await route.continue();
  });
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type(' at once.');
  await page.getByLabel('Change note').fill('Hurry up');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Version 2 · saved by/)).toBeVisible();
  await expect(page.getByLabel('Change note')).toHaveValue('');
  // The list loads only when the dialog opens.
  expect(requests).toBe(0);

  await page.getByRole('button', { name: 'Version History' }).click();
  const dialog = page.getByRole('dialog', { name: 'Version History' });
  await expect(dialog.locator('[data-placeholders] > div')).toHaveCount(3);
  answer();
  const versions = dialog.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toHaveText(
    /^Version 2Current.* · \d\d\/\d\d\/\d{4}, \d{1,2}:\d\d [ap]mHurry up$/,
  );
  await expect(versions.last()).not.toContainText('Current');
  await expect(dialog.getByText('Select a version to preview its content')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Restore Version' })).toBeDisabled();
  const box = await dialog.boundingBox();
  const { width, height } = page.viewportSize()!;
  expect(Math.round(box!.height)).toBe(Math.round(height * 0.8));
  expect(box!.width).toBeLessThanOrEqual(Math.min(896, width));

  await versions.first().getByRole('button').click();
  await dialog.getByRole('button', { name: 'Changes' }).click();
  const changes = dialog.getByRole('list', { name: 'Changes' });
  await expect(changes.locator('ins')).toHaveText(' at once');
  await expect(changes.getByText(/\d+ unchanged lines/)).toBeVisible();
  await versions.last().getByRole('button').click();
  // The first version has no previous one, so it is compared with the current one.
  await dialog.getByRole('button', { name: 'Changes' }).click();
  await expect(changes.locator('del')).toHaveText(' at once');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(
    dialog.getByRole('region', { name: 'Version 1' }).getByText('Promote mel-db-02.'),
  ).toBeVisible();

  await test.step('restores a version at the second attempt', async () => {
    await page.route(/\/restore\//, (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken', message: 'Broken', code: 'internal' } }),
    );
    await dialog.getByRole('button', { name: 'Restore Version' }).click();
    await expect(page.getByText('Restore Failed', { exact: true })).toBeVisible();
    await expect(
      page.getByText('Failed to restore knowledge base item version. Please try again.'),
    ).toBeVisible();
    await page.unroute(/\/restore\//);
    let restore: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (restore = resolve));
    await page.route(/\/restore\//, async (route) => {
      await waiting;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Restore Version' }).click();
    await expect(dialog.getByRole('button', { name: 'Restoring...' })).toBeDisabled();
    restore();
    await expect(page.getByText('Version Restored', { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/Version 3 · saved by/)).toBeVisible();
    await expect(page.locator('.cm-content')).toContainText('Promote mel-db-02.');
    await page.getByRole('button', { name: 'Version History' }).click();
    await expect(versions.first()).toContainText('Restored from version 1');
    await expect(versions).toHaveCount(3);
  });
});
