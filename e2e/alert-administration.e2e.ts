import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { expectReadable } from './accessible.ts';
import { alertWorld } from './alert-world.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own', settings: { ALERT_ALLOW: '127.0.0.0/8' } });

/** A receiver that answers every message with one status. */
async function openReceiver(status: number) {
  const receiver = createServer((_, response) => response.writeHead(status).end('received by the test'));
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const { port } = receiver.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    close: () => new Promise((closed) => receiver.close(closed)),
  };
}

test('ALERT-77 a channel has the fields of its kind, says what its receiver replied, and keeps its secret', async ({
  signedIn: page,
  hub,
}) => {
  const receiver = await openReceiver(202);
  await page.goto(`${hub.url}/admin/channels`);
  await page.getByRole('button', { name: 'New Channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('Mail');
  await expect(dialog.getByLabel('Address', { exact: true })).toBeHidden();
  await dialog.getByLabel('Kind').selectOption('Webhook');
  await dialog.getByLabel('Name').fill('Pager');
  await dialog.getByLabel('Address', { exact: true }).fill('ftp://pager');
  await dialog.getByRole('button', { name: 'Create Channel' }).click();
  await expect(dialog.getByText('Use an address with http or https')).toBeVisible();
  await expectReadable(page);
  await dialog.getByLabel('Address', { exact: true }).fill(receiver.url);
  await dialog.getByLabel('Secret', { exact: true }).fill('whsec_c2VjcmV0IG9mIHRoZSBwYWdlcg==');
  await dialog.getByRole('button', { name: 'Create Channel' }).click();
  const row = page.getByRole('list', { name: 'Channels' }).getByRole('listitem').filter({ hasText: 'Pager' });
  await expect(row).toContainText('Nothing sent yet');

  await row.getByRole('button', { name: 'Test Pager' }).click();
  await expect(dialog.getByText('The receiver replied with status 202')).toBeVisible();
  await expect(dialog.getByText('received by the test')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await receiver.close();
  await row.getByRole('button', { name: 'Test Pager' }).click();
  await expect(dialog.getByText('The connection was refused')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await row.getByRole('button', { name: 'Edit Pager' }).click();
  await expect(dialog.getByText('A secret is set. Type a new one to replace it.')).toBeVisible();
  await expect(dialog.getByLabel('Secret', { exact: true })).toHaveValue('');
  await dialog.getByRole('switch', { name: 'Active' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Switched off');
  await expectReadable(page);
});

test('ALERT-78 a rule says before it is saved what it would have sent, and the server refuses a wrong filter at its field', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await alertWorld(hub, cookie).outage('sw-9', ['app-9']);
  await page.goto(`${hub.url}/admin/alert-rules`);
  const dialog = page.getByRole('dialog', { name: 'New Rule' });
  // The outage counts from the next decision about alerts on.
  await expect(async () => {
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'New Rule' }).click();
    await dialog.getByRole('group', { name: 'Send to' }).getByLabel('Pager').check();
    await expect(dialog.getByText(/would have sent 1 message, without dependencies 2/)).toBeVisible({
      timeout: 3_000,
    });
  }).toPass();
  await dialog.getByText('All of them').click();
  await expect(dialog.getByText(/sw-9 is down since .+; 1 server behind it: app-9/)).toBeVisible();
  await dialog.getByLabel('Servers').fill('oss:linux');
  await dialog.getByLabel('Name').fill('Production');
  await dialog.getByRole('button', { name: 'Create Rule' }).click();
  await expect(dialog.getByText('No field is called oss. Did you mean os?').first()).toBeVisible();
  await dialog.getByLabel('Servers').fill('name:nobody');
  await dialog.getByLabel('Servers').press('Escape');
  await expect(dialog.getByText(/would have sent 0 messages/)).toBeVisible();
  await dialog.getByLabel('Wait before sending').fill('soon');
  await dialog.getByRole('switch', { name: 'Only at some hours' }).click();
  await dialog.getByRole('button', { name: 'Add Escalation' }).click();
  await dialog.getByRole('button', { name: 'Create Rule' }).click();
  await expect(dialog.getByText('Enter a number').first()).toBeVisible();
  await expectReadable(page);
  await dialog.getByLabel('Wait before sending').fill('2');
  await dialog.getByRole('button', { name: 'Remove escalation 1' }).click();
  await dialog.getByRole('button', { name: 'Create Rule' }).click();
  const rows = page.getByRole('list', { name: 'Rules, in their order' }).getByRole('listitem');
  await expect(rows.last()).toContainText('Production');
  await expect(rows.last()).toContainText('to Pager');
});

test('ALERT-79 rules are moved, switched, changed and deleted by keys', async ({ signedIn: page, hub }) => {
  await page.goto(`${hub.url}/admin/alert-rules`);
  const rows = page.getByRole('list', { name: 'Rules, in their order' }).getByRole('listitem');
  await page.getByRole('button', { name: 'Move Production up' }).press('Enter');
  await expect(rows.first()).toContainText('Production');
  await expect(page.getByRole('button', { name: 'Move Production up' })).toBeDisabled();
  await page.getByRole('button', { name: 'Switch off Production' }).press('Enter');
  await expect(rows.first()).toContainText('Switched off');
  await page.getByRole('button', { name: 'Edit Production' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Production' });
  await expect(dialog.getByLabel('Wait before sending')).toHaveValue('2');
  await expect(dialog.getByRole('switch', { name: 'Only at some hours' })).toBeChecked();
  await dialog.getByRole('switch', { name: 'Stop here' }).press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(rows.first()).toContainText('Stops here');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Delete Production' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('Production', { exact: true })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Production' })).toHaveCount(0);
});

test('ALERT-80 a heartbeat and a program get an address that is shown once and works', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/alert-inputs`);
  await page.getByRole('button', { name: 'New Heartbeat' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly backup');
  await dialog.getByRole('button', { name: 'By cron' }).click();
  await dialog.getByLabel('Cron expression').fill('never');
  await dialog.getByRole('button', { name: 'Add Heartbeat' }).click();
  await expect(dialog.getByText(/^Use five parts/)).toBeVisible();
  await dialog.getByLabel('Cron expression').fill('30 2 * * *');
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Add Heartbeat' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Line at the end of the job' })).toHaveValue(
    /^curl -fsS -m 10 http.+\/api\/beat\/.+/,
  );
  const beat = await dialog.getByRole('textbox', { name: 'Address' }).inputValue();
  expect((await fetch(beat)).status).toBe(204);
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('list', { name: 'Heartbeats' }).getByRole('listitem');
  await expect(row).toContainText('Well');
  await row.getByRole('button', { name: /^Edit / }).click();
  const editing = page.getByRole('dialog', { name: /^Edit / });
  await editing.getByLabel('May be late by').fill('15');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(editing).toBeHidden();
  await row.getByRole('button', { name: /^Edit / }).click();
  await expect(editing.getByLabel('May be late by')).toHaveValue('15');
  await editing.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'New Program' }).click();
  await dialog.getByLabel('Name').fill('Prometheus');
  await dialog.getByRole('button', { name: 'Add Program' }).click();
  const address = await dialog.getByRole('textbox', { name: 'Address' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const alert = { status: 'firing', labels: { alertname: 'DiskFull' }, startsAt: new Date().toISOString() };
  const sent = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ alerts: [alert] }),
  });
  expect(sent.status).toBe(202);
  const program = page.getByRole('list', { name: 'Programs' }).getByRole('listitem');
  await expect(program).toContainText('Last sent');
  await page.getByRole('button', { name: 'Delete Prometheus' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(program).toBeHidden();
});
