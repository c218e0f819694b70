import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { THEMES, violationsOn } from './accessible.ts';
import type { Hub } from './hub.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ mode: 'serial' });

const EXPORTER =
  'node_memory_MemTotal_bytes 100\nnode_memory_MemAvailable_bytes 5\nnode_time_seconds 500000\nnode_boot_time_seconds 100\n';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

type Made = { id: string };
const made = async (answer: Promise<Response>) => ((await (await answer).json()) as Made).id;

/** An exporter with a full memory, and a check of it. With this interval only the test runs the check. */
async function openExporter() {
  const target = createServer((_, response) => response.end(EXPORTER)).listen(0, '127.0.0.1');
  await new Promise((resolve) => target.once('listening', resolve));
  const { port } = target.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/metrics`;
  return { target, check: { kind: 'node_exporter', target: address, intervalSeconds: 86_400 } };
}

/** A server whose check finds a full memory several times, and then nothing that answers. */
async function failingServer(hub: Hub, cookie: string, name: string) {
  const { target, check } = await openExporter();
  const body = {
    name,
    ipAddress: '10.7.0.9',
    hostname: `${name}.corp.example.com`,
    check: { ...check, retries: 1 },
  };
  const id = await made(send(hub, cookie, '/api/servers', body));
  const run = () => send(hub, cookie, `/api/servers/${id}/check`, {});
  for (let n = 0; n < 3; n += 1) await run();
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
  await run();
  return id;
}

let id = '';

test('INFRA-12 the page says since when, folds equal entries, and has the log in the first screen', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  id = await failingServer(hub, cookie, 'place-01');
  await page.goto(`${hub.url}/infrastructure/${id}`);
  await expect(
    page.getByText(/^Offline since \d\d\/\d\d\/\d{4}, .*, (a moment|\d+ minutes?)$/),
  ).toBeVisible();
  const log = section(page, 'Check log');
  await expect(log.getByRole('listitem')).toHaveCount(2);
  await expect(log.getByText(/Memory is 95 % used · 3 times since \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await expect(log.getByRole('listitem').first()).toBeInViewport();

  const memory = page.getByRole('figure').filter({ hasText: 'Memory' });
  const response = page.getByRole('figure').filter({ hasText: 'Response time' });
  await expect(memory.locator('canvas')).toBeVisible();
  await expect(response.locator('canvas')).toBeVisible();
  await expect(async () => {
    const [one, other] = [await memory.boundingBox(), await response.boundingBox()];
    expect(one?.y).toBe(other?.y);
  }).toPass();
  // The cursor of one chart is that of all.
  await memory.locator('.u-over').hover();
  await expect(response.locator('[data-chart-tip]')).toHaveText(/ ms$/);
  await expect(section(page, 'Usage').getByText('Offline', { exact: true })).toBeVisible();
});

test('INFRA-12 a figure that was never measured is a dash, and an old one is grey', async ({
  hub,
  signedIn: page,
}) => {
  const memory = page.locator('dl > div').filter({ hasText: /^Memory/ });
  const colour = () => memory.getByText('95%').evaluate((element) => getComputedStyle(element).color);
  await page.goto(`${hub.url}/infrastructure/${id}`);
  await expect(page.locator('dl > div').filter({ hasText: /^Disk/ })).toContainText('—');
  await expect(page.locator('dl > div').filter({ hasText: /^Disk/ })).not.toContainText('0%');
  const fresh = await colour();
  await page.route(/\/overview/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { server: object };
    const server = {
      ...body.server,
      measuredAt: '2026-01-02T03:04:05.000Z',
      outdatedAt: '2026-01-02T03:06:05.000Z',
    };
    await route.fulfill({ response: answer, json: { ...body, server } });
  });
  await page.reload();
  await expect(memory).toContainText('outdated');
  expect(await colour()).not.toBe(fresh);
  await page.unroute(/\/overview/);
});

test('INFRA-12 a warning is not green in the bars of availability', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  const { target, check } = await openExporter();
  const warning = await made(send(hub, cookie, '/api/servers', { name: 'warned-01', check }));
  await send(hub, cookie, `/api/servers/${warning}/check`, {});
  target.close();
  await page.goto(`${hub.url}/infrastructure/${warning}`);
  const bars = section(page, 'Availability').getByTitle('1 of 1 checks warned');
  await expect(bars.first()).toHaveCSS('background-color', await tokenColour(page, '--yellow-fill'));
  await expect(section(page, 'Availability').getByTitle(/answered/)).toHaveCount(0);
});

const tokenColour = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);

test('INFRA-12 name and addresses are copied with a click, documents that name it are listed, and there is a way back', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const content = 'Drain place-01 first.';
  await send(hub, cookie, '/api/documents', { title: 'Move the place', content });
  await page.goto(`${hub.url}/infrastructure/${id}`);
  for (const text of ['place-01', '10.7.0.9', 'place-01.corp.example.com']) {
    await page.getByRole('button', { name: `Copy ${text}`, exact: true }).click();
    await expect(page.getByText(`Copied ${text}`, { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  }
  const named = page.getByRole('list', { name: 'Documents that name it' });
  await expect(named.getByRole('link', { name: 'Move the place' })).toBeVisible();
  await named.getByRole('button', { name: 'Link "Move the place"' }).click();
  await expect(named).toHaveCount(0);
  await expect(section(page, 'Linked documents').getByRole('link', { name: 'Move the place' })).toBeVisible();
  await page.getByRole('link', { name: 'All servers' }).click();
  await expect(page.locator(`[data-server="${id}"]`)).toHaveAttribute('data-highlighted', 'true');
});

test('INFRA-12 links of the palette, of notices and of the assistant lead to the page of a server', async ({
  hub,
  signedIn: page,
}) => {
  const opened = new RegExp(`/infrastructure/${id}$`);
  await page.goto(`${hub.url}/team`);
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click();
  await page.getByRole('button', { name: /place-01 is down/ }).click();
  await expect(page).toHaveURL(opened);
  await page.goto(`${hub.url}/team`);
  await expect(page.getByRole('heading', { name: 'Team Management' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Search pages, documents, servers/).fill('place-01');
  await page
    .getByRole('option', { name: /^place-01/ })
    .first()
    .click();
  await expect(page).toHaveURL(opened);
  await page.goto(`${hub.url}/ai`);
  await page.getByRole('textbox').last().fill('Which servers are offline?');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'place-01' }).first().click();
  await expect(page).toHaveURL(opened);
});

test('INFRA-09 a simulated check has its mark in the list, on the dashboard and on its page', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  const simulated = await made(send(hub, cookie, '/api/servers', { name: 'pretended-01' }));
  const data = { status: 'warning', cpuUsage: 97 };
  await page.request.put(`${hub.url}/api/servers/${simulated}/metrics`, { data });
  for (const path of ['/infrastructure', '/']) {
    await page.goto(hub.url + path);
    const row = page.getByRole('row').filter({ hasText: 'pretended-01' });
    await expect(row.getByText('Simulated', { exact: true })).toBeVisible();
  }
  await page.goto(`${hub.url}/infrastructure/${simulated}`);
  await expect(page.getByText('Simulated', { exact: true })).toHaveCount(2);
  await expect(page.locator('dl > div').filter({ hasText: /^CPU/ })).toContainText('simulated');
});

test('UX the page of a server fits and is accessible at 320 and 1280 px in both themes', async ({
  hub,
  signedIn: page,
}) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [colorScheme, only] of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${hub.url}/infrastructure/${id}`);
      await expect(page.getByText(/^Offline since/)).toBeVisible();
      await expect(page.getByRole('figure').first()).toBeVisible();
      expect(await violationsOn(page, only)).toEqual([]);
      const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await page.evaluate(sideways)).toBe(0);
    }
  }
});
