import { expect, type Page } from '@playwright/test';
import { send, test } from './signed-in.ts';

test('API-04 a link opens a document for visitors, up to its number of views, until it is revoked', async ({
  signedIn: page,
  hub,
  cookie,
  browser,
}) => {
  const made = await send(hub, cookie, '/api/knowledge-base', {
    title: 'Fail over',
    content: '# Fail over\n\nPromote the **standby**.\n\n<script>window.hacked = true</script>',
  });
  const { id } = (await made.json()) as { id: string };
  await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this document' });
  const box = dialog.getByRole('textbox', { name: 'Link' });
  const create = () => dialog.getByRole('button', { name: 'Create Link' }).click();
  await dialog.getByLabel('Most views (optional)').fill('1');
  await create();
  await expect(box).toHaveValue(/\/share\//);
  const once = await box.inputValue();
  await dialog.getByLabel('Most views (optional)').fill('');
  await create();
  await expect(box).not.toHaveValue(once);
  const always = await box.inputValue();

  const visitor = await (await browser.newContext()).newPage();
  const at = (url: string) => hub.url + new URL(url).pathname;
  await visitor.goto(at(once));
  await expect(visitor.getByRole('heading', { level: 1, name: 'Fail over' }).first()).toBeVisible();
  await expect(visitor.locator('strong', { hasText: 'standby' })).toBeVisible();
  expect(await visitor.evaluate(() => 'hacked' in window)).toBe(false);
  await expect(visitor.getByRole('button')).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Link closed' })).toBeVisible();
  await visitor.goto(at(always));
  await expect(visitor.locator('strong', { hasText: 'standby' })).toBeVisible();

  await expect(dialog.getByRole('list', { name: 'Shares' }).getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await page.getByRole('button', { name: 'Share' }).click();
  await dialog.getByText('Access log').first().click();
  await expect(dialog.getByRole('list', { name: 'Access log' }).getByText('127.0.0.1')).toHaveCount(1);
  await page.setViewportSize({ width: 320, height: 440 });
  const covered = coveredByToast(page);
  for (const left of [1, 0]) {
    await dialog.getByRole('button', { name: 'Revoke access of anyone with the link' }).first().click();
    // The window makes room for the message, and would move under the next click.
    await expect(page.getByText('Access closed')).toBeVisible();
    await expect(dialog.getByRole('button', { name: /Revoke/ })).toHaveCount(left);
  }
  expect(await covered, 'SHELL-08 a toast hides neither the title nor the buttons of a window').toEqual([]);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: 'Link closed' })).toBeVisible();
  await visitor.context().close();
});

/** Returns the parts of the window that the next toast covers. */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxOf = (part: string) => document.querySelector(part)?.getBoundingClientRect();
    const isOn = (toast: DOMRect, box = new DOMRect()) =>
      box.top < toast.bottom && box.bottom > toast.top && box.left < toast.right && box.right > toast.left;
    const parts = ['h2', 'header button', 'footer'].map((part) => `[role=dialog] ${part}`);
    return new Promise((resolve) => {
      const look = () => {
        const toast = boxOf('[data-toast]');
        if (toast) resolve(parts.filter((part) => isOn(toast, boxOf(part))));
        else requestAnimationFrame(look);
      };
      look();
    });
  });
