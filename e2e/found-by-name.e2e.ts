import { expect } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

/** The words of a requirement find its text or button, and find it once. */

test('TEAM-03 SHELL-04 SET-04 every text and button of a screen exists once', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/team`);
  await expect(page.getByText('Start by inviting your first team member')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite Member' })).toHaveCount(1);
  await expect(page.getByText('Sign Out')).toHaveCount(1);

  await page.goto(`${hub.url}/settings`);
  await expect(page.getByText('Export Data')).toHaveCount(1);
  await expect(page.getByText('Delete Account')).toHaveCount(1);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('Tr4verse!Kelp#Sun');
  await expect(page.getByText('Strong')).toHaveText('Strong');
});

test('INFRA-02 INFRA-07 KB-03 ED-04 columns, tags and toasts have the specified words', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  await send(hub, cookie, '/api/servers', { name: 'mel-web-01' });
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByRole('columnheader', { name: 'Server' })).toHaveText('Server');
  await page.getByRole('button', { name: 'Customize View' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('Reset', { exact: true })).toHaveCount(1);

  await page.goto(`${hub.url}/knowledge-base?create=knowledge-base`);
  await page.getByLabel('Title').fill('Drain a node');
  await page.getByLabel('Content').fill('Move the guests away.');
  for (const tag of ['nodes', 'nodes', 'guests']) {
    await page.getByLabel('Tags').fill(tag);
    await page.getByLabel('Tags').press('Enter');
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Edit Knowledge Base' })).toBeVisible();
  await page.goto(`${hub.url}/knowledge-base`);
  await expect(page.getByText('nodes', { exact: true })).toHaveCount(1);
});
