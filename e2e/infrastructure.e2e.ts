import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { answerBrowser } from './browser-question.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 1400, height: 900 } });

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const toast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).last()).toBeVisible();

test('INFRA-01 INFRA-03 INFRA-05 INFRA-08 the first server: empty page, wrong input, added, changed', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/infrastructure`);
  await expect(page.getByRole('heading', { name: 'Infrastructure' })).toBeVisible();
  await expect(page.getByText('Monitor and manage your server infrastructure')).toBeVisible();
  await expect(page.getByText('No servers configured')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Servers (0)' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Your First Server' }).click();

  const dialog = page.getByRole('dialog', { name: 'Add New Server' });
  await dialog.getByLabel('IP Address').fill('10.0.0.999');
  await dialog.getByRole('button', { name: 'Add Server' }).click();
  await toast(page, 'Please check your input and try again.');
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Use an IPv4 or IPv6 address')).toBeVisible();
  await dialog.getByLabel('Server Name').fill('mel-db-01');
  await dialog.getByLabel('IP Address').fill('10.20.14.21');
  await dialog.getByLabel('Environment').selectOption('production');
  await dialog.getByRole('button', { name: 'Add Server' }).click();
  await toast(page, 'Server added successfully');
  await expect(page.getByRole('heading', { name: 'Servers (1)' })).toBeVisible();
  for (const text of ['10.20.14.21', 'Unknown', 'Production', 'N/A'])
    await expect(row(page, 'mel-db-01')).toContainText(text);

  await page.getByRole('button', { name: 'Edit mel-db-01' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Server' });
  await expect(edit.getByLabel('Managed By')).toHaveValue(/./);
  await edit.getByLabel('Team Owner').fill('Server Services');
  // A check sets the status while the form is open, and nobody changes it in the form.
  const [found] = (await (await page.request.get(`${hub.url}/api/servers`)).json()) as { id: string }[];
  await page.request.put(`${hub.url}/api/servers/${found?.id}/metrics`, { data: { status: 'warning' } });
  await edit.getByRole('button', { name: 'Update Server' }).click();
  await toast(page, 'Server updated successfully');
  await expect(row(page, 'mel-db-01')).toContainText('Warning');
  await page.getByRole('button', { name: 'Edit mel-db-01' }).click();
  // A status that somebody chooses counts, even if it equals the form's first value.
  await edit.getByLabel('Status').selectOption('online');
  await edit.getByLabel('Status').selectOption('warning');
  await page.request.put(`${hub.url}/api/servers/${found?.id}/metrics`, { data: { status: 'online' } });
  await edit.getByRole('button', { name: 'Update Server' }).click();
  await expect(edit).toBeHidden();
  await expect(row(page, 'mel-db-01')).toContainText('Warning');
  await page.getByRole('button', { name: 'Edit mel-db-01' }).click();
  await edit.getByLabel('Status').selectOption('online');
  await edit.getByRole('button', { name: 'Update Server' }).click();
  await expect(row(page, 'mel-db-01')).toContainText('Online');
});

test('INFRA-08 INFRA-09 a server without a check is simulated and labelled as such; deleting asks first and can be undone', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/infrastructure`);
  await page.getByRole('button', { name: 'Run health check on mel-db-01' }).click();
  await toast(page, 'Server metrics updated successfully');
  await expect(page.getByText('Simulated', { exact: true }).last()).toBeVisible();
  await expect(row(page, 'mel-db-01')).toContainText('Simulated');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await toast(page, 'Server data has been refreshed');

  const deletion = page.getByRole('button', { name: 'Delete mel-db-01' });
  const question = 'Are you sure you want to delete this server?';
  await Promise.all([answerBrowser(page, question, 'Cancel'), deletion.click()]);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(row(page, 'mel-db-01')).toBeVisible();
  await Promise.all([answerBrowser(page, question, 'OK'), deletion.click()]);
  await toast(page, 'Server deleted successfully');
  await expect(page.getByText('No servers configured')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'mel-db-01')).toBeVisible();
});

test('INFRA-02 INFRA-10 a row shows all known fields of a server and handles missing ones', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  const made = async (body: object) =>
    ((await (await send(hub, cookie, '/api/servers', body)).json()) as { id: string }).id;
  const figures = (id: string, body: object) =>
    fetch(`${hub.url}/api/servers/${id}/metrics`, {
      method: 'PUT',
      headers: { cookie: `sid=${cookie}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await figures(await made({ name: 'look-db-1', ipAddress: '10.1.1.1', hostname: 'look-1.example.com' }), {
    cpuUsage: 12.4,
    memoryUsage: 93,
    uptime: 3 * 86_400 + 5 * 3_600 + 59,
    status: 'warning',
  });
  await figures(await made({ name: 'look-2', hostname: 'look-2.example.com' }), { status: 'online' });
  await made({ name: 'look-3', environment: 'staging', status: 'offline' });
  await made({ name: 'look-4', environment: 'production', status: 'maintenance' });
  await made({ name: 'look-5' });

  await page.goto(`${hub.url}/infrastructure?q=look-`);
  await expect(page.getByRole('heading', { name: 'Servers (5)' })).toBeVisible();
  for (const name of ['Server', 'Status', 'Environment', 'CPU', 'Memory', 'Uptime', 'Actions'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  const shown: [string, string[]][] = [
    ['look-db-1', ['10.1.1.1', 'Warning', 'Development', '12%', '93%', '3d 5h']],
    ['look-2', ['look-2.example.com', 'Online', '0%', 'a moment ago']],
    ['look-3', ['No IP/Hostname', 'Offline', 'Staging', '0%', 'N/A']],
    ['look-4', ['Maintenance', 'Production', 'N/A']],
    ['look-5', ['Unknown', 'Development', 'N/A']],
  ];
  for (const [name, texts] of shown)
    for (const text of texts) await expect(row(page, name)).toContainText(text);
  for (const action of ['Run health check on', 'Edit', 'Delete'])
    await expect(page.getByRole('button', { name: `${action} look-5` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View look-5' })).toBeVisible();

  const colours: [string, string, string][] = [
    ['look-db-1', 'Warning', '--yellow'],
    ['look-2', 'Online', '--green'],
    ['look-3', 'Offline', '--on-red'],
    ['look-4', 'Maintenance', '--blue'],
    ['look-4', 'Production', '--red'],
    ['look-3', 'Staging', '--yellow'],
    ['look-5', 'Development', '--green'],
    ['look-5', 'Unknown', '--grey'],
  ];
  for (const [name, badge, token] of colours) {
    const colour = await page.evaluate((variable) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${variable})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, token);
    await expect(row(page, name).getByText(badge, { exact: true }).first()).toHaveCSS('color', colour);
  }
});

test('INFRA-04 INFRA-06 INFRA-07 INFRA-13 INFRA-14 filters, search result, columns, keys, bulk change with one undo', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  let last = '';
  for (let n = 1; n <= 40; n += 1) {
    const body = {
      name: `app-${n}`,
      environment: n % 2 ? 'staging' : 'production',
      operatingSystem: 'Debian 12',
    };
    last = ((await (await send(hub, cookie, '/api/servers', body)).json()) as { id: string }).id;
  }
  await page.goto(`${hub.url}/infrastructure?server=${last}`);
  const found = page.locator(`[data-server="${last}"]`);
  await expect(found).toHaveAttribute('data-highlighted', 'true');
  await expect(found).toBeInViewport();
  await expect(page).toHaveURL(/\/infrastructure$/, { timeout: 15_000 });
  await expect(found).not.toHaveAttribute('data-highlighted', 'true');

  await page.getByLabel('Environment').selectOption('staging');
  await expect(page.getByRole('heading', { name: 'Servers (21)' })).toBeVisible();
  await page.getByLabel('Search servers').fill('nothing like this');
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('heading', { name: 'Servers (46)' })).toBeVisible();

  await page.getByRole('button', { name: 'Customize View' }).click();
  await page.getByLabel('OS', { exact: true }).check();
  await expect(page.getByRole('columnheader', { name: 'OS' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'OS' })).toBeVisible();
  await page.getByRole('button', { name: 'Customize View' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await toast(page, 'Column visibility reset to default');
  await expect(page.getByRole('columnheader', { name: 'OS' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const first = page.getByRole('row').nth(1);
  await first.focus();
  await page.keyboard.press('End');
  const focused = page.locator('[data-server]:focus');
  await expect(focused).toHaveAttribute('aria-rowindex', '47');
  await expect(focused).toBeInViewport();
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('aria-rowindex', '46');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('aria-rowindex', '3');
  await page.keyboard.press('Space');
  await expect(focused).toHaveAttribute('aria-selected', 'true');
  const name = await focused.getByRole('link').first().innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await page.goBack();

  await page.getByLabel('Search servers').fill('app-1');
  await expect(page.getByRole('heading', { name: 'Servers (11)' })).toBeVisible();
  await page.getByLabel('Select app-1', { exact: true }).check();
  await page.getByLabel('Select app-10').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Maintenance' }).click();
  await expect(row(page, 'app-10')).toContainText('Maintenance');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'app-10')).toContainText('Unknown');
});

test('INFRA-11 INFRA-12 a real check, its page, its documents', async ({ hub, cookie, signedIn: page }) => {
  const target = createServer((_, response) => response.end('All is well')).listen(0, '127.0.0.1');
  await new Promise((resolve) => target.once('listening', resolve));
  const { port } = target.address() as AddressInfo;
  const check = { kind: 'http', target: `http://127.0.0.1:${port}/`, retries: 1 };
  const body = { name: 'web-real', environment: 'production', check };
  const { id } = (await (await send(hub, cookie, '/api/servers', body)).json()) as { id: string };
  await send(hub, cookie, '/api/documents', {
    title: 'Restart the web tier',
    content: 'Drain web-real first.',
  });

  await page.goto(`${hub.url}/infrastructure/${id}`);
  await page.getByRole('button', { name: 'Run Health Check' }).click();
  await toast(page, 'Server metrics updated successfully');
  await expect(page.getByText('It answered 200').first()).toBeVisible();
  await expect(page.getByText('100.00%').first()).toBeVisible();
  await new Promise((resolve) => target.close(resolve));
  target.closeAllConnections();
  await page.getByRole('button', { name: 'Run Health Check' }).click();
  await expect(page.getByRole('region', { name: 'Incidents' })).toContainText('The connection was refused');

  await page.getByRole('button', { name: 'Link a document' }).click();
  await page.getByLabel('Find a document to link').fill('web tier');
  await page.getByRole('button', { name: 'Restart the web tier' }).click();
  await expect(page.getByRole('button', { name: 'Unlink "Restart the web tier"' })).toBeVisible();
  await page.getByRole('link', { name: 'Restart the web tier' }).click();
  await expect(page).toHaveURL(/knowledge-base\/[0-9a-f-]{36}$/);
});

test('INFRA-13 shows a CSV file before it is imported', async ({ hub, signedIn: page }) => {
  await page.goto(`${hub.url}/infrastructure?q=csv-`);
  const choose = async (text: string) => {
    const file = { name: 'servers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('CSV file').setInputFiles(file);
  };
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import CSV' }).click();
  await choose('name,ipAddress\ncsv-1,10.9.0.1\ncsv-2,nowhere\n');
  await expect(page.getByText('ipAddress: Use an IPv4 or IPv6 address')).toBeVisible();
  const run = page.getByRole('button', { name: 'Import', exact: true });
  await expect(run).toBeDisabled();
  await choose('name,ipAddress\ncsv-1,10.9.0.1\ncsv-2,10.9.0.2 (mgmt)\n');
  await expect(page.getByText('2 new, 0 changed, 0 the same, 0 wrong.')).toBeVisible();
  await expect(page.getByText('ipAddress: “10.9.0.2 (mgmt)” was read as 10.9.0.2')).toBeVisible();
  // Two servers with that name are created meanwhile. The import is refused with a reason.
  const twins: string[] = [];
  for (const name of ['csv-1', 'csv-1']) {
    const made = await page.request.post(`${hub.url}/api/servers`, { data: { name } });
    twins.push(((await made.json()) as { id: string }).id);
  }
  await run.click();
  await expect(page.getByText('name: 2 servers have this name already')).toBeVisible();
  await expect(run).toBeDisabled();
  for (const id of twins) await page.request.delete(`${hub.url}/api/servers/${id}`);
  await choose('name,ipAddress\ncsv-1,10.9.0.1\ncsv-2,10.9.0.2\n');
  await expect(page.getByText('2 new, 0 changed, 0 the same, 0 wrong.')).toBeVisible();
  await run.click();
  await toast(page, '2 added, 0 changed');
  await expect(row(page, 'csv-2')).toBeVisible();
});

test('INFRA-13 shows what each column of a CSV file is read as, warns before data is left out, and takes a choice', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(`${hub.url}/infrastructure?q=chosen-`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import CSV' }).click();
  const text = 'Rechnername;IP-Adresse;Umgebung;Schrank\nchosen-1;10.9.1.1, 10.9.1.2;PRD;R07\n';
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'servers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page.getByLabel('Field of Rechnername')).toHaveValue('name');
  await expect(page.getByLabel('Field of Umgebung')).toHaveValue('environment');
  await expect(page.getByText('10.9.1.2 goes to the notes')).toBeVisible();
  const warning = page.getByText('A column with data is left out: Schrank.');
  await expect(warning).toBeVisible();
  await page.getByLabel('Field of Schrank').selectOption('Location');
  await expect(warning).toHaveCount(0);
  await page.getByLabel('Field of Rechnername').selectOption('Left out');
  await expect(page.getByText('Choose the column that holds the server names')).toBeVisible();
  await page.getByLabel('Field of Rechnername').selectOption('Server Name');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await toast(page, '1 added, 0 changed');
  const list = await page.request.get(`${hub.url}/api/servers?q=chosen-`);
  expect(await list.json()).toMatchObject([
    { name: 'chosen-1', ipAddress: '10.9.1.1', serverLocation: 'R07', environment: 'production' },
  ]);
});
