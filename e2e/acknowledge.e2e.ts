import { createHmac, hkdfSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { violationsOn } from './accessible.ts';
import type { Hub } from './hub.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });

/** An alert of another program, and the address in its messages. */
async function anAlert({ request }: Page, { url, dataDir }: Hub): Promise<string> {
  const source = await request.post(`${url}/api/alert-sources`, { data: { name: 'Prometheus' } });
  const { pathname } = new URL(((await source.json()) as { url: string }).url);
  const alert = {
    status: 'firing',
    labels: { alertname: 'DiskFull', instance: 'db-1:9100' },
    annotations: { summary: 'The disk of db-1 is full' },
    startsAt: new Date(0).toISOString(),
  };
  await request.post(url + pathname, { data: { alerts: [alert] } });
  let id: string | undefined;
  await expect
    .poll(async () => {
      const open = (await (await request.get(`${url}/api/alerts`)).json()) as { id: string }[];
      return (id = open[0]?.id);
    })
    .toBeDefined();
  const secret = await readFile(join(dataDir, 'secret'), 'utf8');
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'acknowledge alert', 32));
  const token = createHmac('sha256', key)
    .update(id ?? '')
    .digest('hex');
  return `${url}/alerts/${id}/acknowledge/${token}`;
}

test('ALERT-49 somebody without an account takes an alert from its message, without script', async ({
  signedIn,
  hub,
  browser,
}) => {
  const address = await anAlert(signedIn, hub);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 700 } });
    const page = await context.newPage();
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'DiskFull on db-1:9100' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    await context.close();
  }
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.keyboard.type('Ann Lee');
  await page.keyboard.press('Tab');
  await page.keyboard.type('On my way');
  await page.getByRole('button', { name: 'Acknowledge' }).press('Enter');
  await expect(page.getByText('Ann Lee (by link) took this alert')).toBeVisible();
  await expect(page.getByText('On my way')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await context.close();
});
