import { expect } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'dashboard' });

test('DASH-01 to DASH-07 figures, recent documents, servers and actions; SHELL-09 notifications come by themselves', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  const check = { kind: 'tcp', target: '127.0.0.1:9', retries: 1 };
  await send(hub, cookie, '/api/servers', { name: 'mel-db-01', environment: 'production', check });
  await send(hub, cookie, '/api/servers', { name: 'dev-web-01' });
  const document = { title: 'Fail over the database', content: 'Promote the standby.', isPublished: true };
  await send(hub, cookie, '/api/documents', document);

  await page.goto(hub.url);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Overview of your infrastructure and knowledge base')).toBeVisible();
  for (const text of ['Total Servers', 'Documents', 'Uptime', 'AI Suggestions', '+2 this month', '+0 today'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recent Knowledge Base' });
  await expect(recent).toContainText('Fail over the database');
  await expect(recent).toContainText('Published');

  const overview = page.getByRole('region', { name: 'Infrastructure Overview' });
  await overview.getByLabel('Environment').selectOption('staging');
  await expect(page.getByText('No servers found for this environment')).toBeVisible();
  await overview.getByLabel('Environment').selectOption('production');
  await expect(overview.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: 'Run Health Check' }).click();
  await expect(page.getByText('1 checked, 1 failed, 1 without a check')).toBeVisible({ timeout: 40_000 });
  await expect(overview).toContainText('Offline');
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ });
  await expect(bell).toBeVisible();
  await bell.click();
  await page.getByRole('button', { name: /mel-db-01 is offline/ }).click();
  await expect(page).toHaveURL(/\/infrastructure/);

  await page.goto(`${hub.url}/dashboard`);
  await page.getByRole('button', { name: 'Create How-To Guide' }).click();
  await expect(page).toHaveURL(/\/knowledge-base$/);
  await expect(page.getByText('Document Settings').first()).toBeVisible();
});
