import { expect } from '@playwright/test';
import { withOwnStream } from './own-streams.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ mode: 'serial' });

const PLACES = [
  ['Create Knowledge Base', /\/knowledge-base/],
  ['Create How-To Guide', /\/knowledge-base/],
  ['Create Build Document', /\/knowledge-base/],
  ['Auto Create KB', /\/knowledge-base/],
  ['Add Server', /\/infrastructure/],
] as const;

test('DASH-03 DASH-04 DASH-07 shows empty panels as empty, and offers to retry a failed load', async ({
  hub,
  signedIn: page,
}) => {
  await page.route('**/api/servers?*', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(hub.url);
  await expect(page.getByText('No recent knowledge base articles found')).toBeVisible();
  const overview = page.getByRole('region', { name: 'Infrastructure Overview' });
  await expect(overview.getByText('The servers could not be loaded')).toBeVisible();
  await page.unroute('**/api/servers?*');
  await overview.getByRole('button', { name: /again|retry/i }).click();
  await expect(overview.getByText('No servers found for this environment')).toBeVisible();
});

test('DASH-01 OPS-03 first steps of an empty dashboard lead on, are done by themselves, and can be closed', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shiftSoFar: () => shift });
  });
  await page.goto(hub.url);
  const steps = page.getByRole('region', { name: 'First steps' });
  const row = (title: string) => steps.getByRole('listitem').filter({ hasText: title });
  await expect(steps.getByRole('listitem')).toHaveCount(6);
  await expect(row('Import servers')).not.toContainText('Done');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(
    await page.evaluate(() => (window as unknown as { shiftSoFar(): number }).shiftSoFar()),
  ).toBeLessThanOrEqual(0.01);
  await steps.getByRole('link', { name: 'Import documents' }).click();
  await expect(page.getByRole('dialog', { name: 'Import documents' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await steps.getByRole('link', { name: 'Import servers' }).click();
  await page.getByRole('dialog', { name: 'Import servers' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const made = await send(hub, cookie, '/api/servers', { name: 'first-01' });
  await page.goto(hub.url);
  await expect(row('Import servers')).toContainText('Done');
  await expect(row('Import documents')).not.toContainText('Done');
  await steps.getByRole('button', { name: 'Close' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Quick Actions' })).toBeVisible();
  await expect(steps).toHaveCount(0);
  const { id } = (await made.json()) as { id: string };
  await page.request.delete(`${hub.url}/api/servers/${id}`);
});

test('DASH-06 a check of all servers with nothing to check warns in amber and leads to setting checks up', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  await page.goto(hub.url);
  await page.getByRole('button', { name: 'Run Health Check' }).click();
  await expect(page.getByText('Nothing to check')).toBeVisible();
  await expect(page.getByText('There is no server yet.').last()).toBeVisible();
  await page.getByRole('button', { name: 'Add a server' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Server' })).toBeVisible();

  const made = await send(hub, cookie, '/api/servers', { name: 'unchecked-01' });
  await page.goto(`${hub.url}/infrastructure`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Check all servers' }).click();
  await expect(page.getByText('The only server has no check yet.')).toBeVisible();
  const [sign, amber] = await page.evaluate(() => {
    const icon = document.querySelector('[data-toast] svg');
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--yellow)';
    return [icon && getComputedStyle(icon).color, getComputedStyle(probe).color];
  });
  expect(sign).toBe(amber);
  await page.getByRole('button', { name: 'Set up checks' }).click();
  await expect(page).toHaveURL(/filter=-has%3Acheck/);
  await expect(page.getByRole('row').filter({ hasText: 'unchecked-01' })).toBeVisible();
  const { id } = (await made.json()) as { id: string };
  await page.request.delete(`${hub.url}/api/servers/${id}`);
});

test('DASH-01 DASH-02 DASH-06 figures are correct and every quick action works; SHELL-09 notifications arrive without a reload', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  const check = { kind: 'tcp', target: '127.0.0.1:9', retries: 1 };
  await send(hub, cookie, '/api/servers', { name: 'mel-db-01', environment: 'production', check });
  await send(hub, cookie, '/api/servers', { name: 'dev-web-01' });
  const document = { title: 'Fail over the database', content: 'Promote the standby.', isPublished: true };
  await send(hub, cookie, '/api/documents', document);
  await send(hub, cookie, '/api/documents', { title: 'Patch plan', content: 'Text', isTemplate: true });
  for (const n of [1, 2, 3, 4])
    await send(hub, cookie, '/api/documents', { title: `Draft ${n}`, content: 'Text' });

  await page.goto(hub.url);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('Overview of your infrastructure and knowledge base')).toBeVisible();
  for (const text of [
    'Total Servers',
    'Documents',
    'Uptime',
    'AI Suggestions',
    '+2 this month',
    '+6 this week',
    '+0 today',
  ])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();

  await expect(page.getByText('Counted a moment ago. Uptime is that of the checks of 30 days')).toBeVisible();
  await page.getByRole('button', { name: 'Run Health Check' }).click();
  await expect(page.getByText('1 checked, 1 failed, 1 without a check')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('region', { name: 'Infrastructure Overview' })).toContainText('Offline');
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ });
  await expect(bell).toBeVisible();
  await bell.click();
  await page.getByRole('button', { name: /mel-db-01 is down/ }).click();
  await expect(page).toHaveURL(/\/infrastructure/);

  for (const [action, address] of PLACES) {
    await page.goto(`${hub.url}/dashboard`);
    await page.getByRole('button', { name: action }).click();
    await expect(page).toHaveURL(address);
  }
  await expect(page.getByRole('dialog', { name: 'Add New Server' })).toBeVisible();
});

test('INFRA-11 both screens of servers show a checker that is cut off; DASH-02 counts a reply', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  await send(hub, cookie, '/api/ai/ask', { query: 'How many servers are there?' });
  const cutOff = { type: 'checker', offlineSince: '2026-03-04T05:06:00.000Z' };
  await withOwnStream(page);
  await page.route('**/api/live', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(cutOff)}\n\n` }),
  );
  for (const address of ['/infrastructure', '/']) {
    await page.goto(hub.url + address);
    await expect(
      page.getByText(/^The checker is offline since .*2026.*: statuses are as last seen$/),
    ).toBeVisible();
  }
  await expect(page.getByText('+1 today')).toBeVisible();
  await page.unroute('**/api/live');
});

test('DASH-03 the five documents that changed last open from the dashboard, with author, time and state', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(hub.url);
  const recent = page.getByRole('region', { name: 'Recent Knowledge Base' });
  await expect(recent.getByRole('listitem')).toHaveCount(5);
  await expect(recent.getByRole('listitem').last()).toContainText('Template');
  await expect(recent.getByRole('listitem').first()).toContainText(' ago');
  await expect(recent.getByRole('listitem').first()).toContainText('Draft');
  await recent.getByRole('link', { name: 'Patch plan' }).click();
  await expect(page).toHaveURL(/\/knowledge-base\?doc=/);
  await page.goto(hub.url);
  await recent.getByRole('button', { name: 'View All' }).click();
  await expect(page).toHaveURL(/\/knowledge-base$/);
});

test('DASH-04 DASH-05 the overview has the columns, the filter and buttons that work', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(hub.url);
  const overview = page.getByRole('region', { name: 'Infrastructure Overview' });
  for (const name of ['Server', 'Status', 'Environment', 'CPU', 'Memory', 'Uptime', 'Actions'])
    await expect(overview.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await overview.getByLabel('Environment').selectOption('staging');
  await expect(page.getByText('No servers found for this environment')).toBeVisible();
  await overview.getByLabel('Environment').selectOption('production');
  await expect(overview.getByRole('row')).toHaveCount(2);
  await overview.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Server data has been refreshed')).toBeVisible();

  await overview.getByRole('button', { name: 'Edit mel-db-01' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Server' });
  await expect(editing).toBeVisible();
  // A dialog that has just opened may not have the focus yet.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(editing).toHaveCount(0, { timeout: 3_000 });
  }).toPass();
  await overview.getByRole('button', { name: /^Settings of mel-db-01/ }).click();
  await expect(page).toHaveURL(/\/infrastructure/);
  await page.goto(hub.url);
  await overview.getByRole('button', { name: 'View mel-db-01' }).click();
  await expect(page.getByRole('heading', { name: 'Check log' })).toBeVisible();
});

test('DASH-04 a row that needs attention says since when and what to read, and its name leads to its page', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(hub.url);
  const row = page.getByRole('row').filter({ hasText: 'mel-db-01' });
  await expect(row.getByTitle(/^Offline since /)).toBeVisible();
  await row.getByRole('link', { name: 'Link a runbook' }).click();
  await expect(page).toHaveURL(/\/infrastructure\/[\da-f-]{36}$/);
  const data = { title: 'Fail over mel-db-01', content: 'Promote the standby of mel-db-01.' };
  const { id } = (await (await page.request.post(`${hub.url}/api/documents`, { data })).json()) as {
    id: string;
  };
  await page.goto(hub.url);
  await row.getByRole('link', { name: 'Fail over mel-db-01' }).click();
  await expect(page).toHaveURL(/\/knowledge-base\/[\da-f-]{36}$/);
  await page.goto(hub.url);
  await row.getByRole('link', { name: 'mel-db-01', exact: true }).click();
  await expect(page).toHaveURL(/\/infrastructure\/[\da-f-]{36}$/);
  await page.request.delete(`${hub.url}/api/knowledge-base/${id}`);
});

test('DASH-02 one picture shows the last 24 hours of all servers by environment, in colours and in words', async ({
  hub,
  signedIn: page,
}) => {
  await page.goto(hub.url);
  const day = page.getByRole('region', { name: 'Last 24 hours' });
  const strip = day.getByRole('slider', { name: 'Last 24 hours of Production' });
  await expect(strip.locator(':scope > span')).toHaveCount(48);
  await expect(strip).toHaveAttribute('aria-valuetext', /: 1 offline/);
  await expect(day).toContainText('Now 1 offline');
  await expect(strip.locator(':scope > span').last().locator('span')).toHaveClass(/bg-red-fill/);
  await strip.focus();
  await page.keyboard.press('Home');
  await expect(strip).toHaveAttribute('aria-valuetext', /: no servers$/);
  await page.keyboard.press('End');
  await expect(day.getByText(/^Production, half an hour from .*: 1 offline/)).toBeVisible();
  await strip.locator(':scope > span').first().hover();
  await expect(day.getByText(/^Production, half an hour from .*: no servers$/)).toBeVisible();
});

test('SET-02 compact view makes the rows of every list lower, and switching it off restores them', async ({
  hub,
  signedIn: page,
}) => {
  const heights = async (compactView: boolean) => {
    const data = { preferences: { compactView } };
    expect((await page.request.put(`${hub.url}/api/settings`, { data })).status()).toBe(200);
    const found: Record<string, number> = {};
    for (const [path, row] of [
      ['/', 'tbody tr'],
      ['/infrastructure', '[data-server]'],
      ['/knowledge-base?view=list', '[data-index]'],
      ['/documents', '.card-frame'],
      ['/admin/audit', 'main li'],
      ['/admin/users', 'main tbody tr'],
    ] as const) {
      await page.goto(hub.url + path);
      const density = compactView ? 'compact' : 'comfortable';
      await expect(page.locator('html')).toHaveAttribute('data-density', density);
      const first = page.locator(row).first();
      // A list that has just loaded may still move its rows.
      await expect
        .poll(async () => (found[path] = (await first.boundingBox())?.height ?? 0))
        .toBeGreaterThan(0);
    }
    return found;
  };
  const compact = await heights(true);
  const usual = await heights(false);
  for (const [path, height] of Object.entries(compact))
    expect(height, path).toBeLessThan((usual[path] ?? 0) - 3);
});
