import { expect } from '@playwright/test';
import type { Hub } from './hub.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ timeout: 180_000 });

/** Browsers allow six connections to a host over plain HTTP/1.1. */
const TABS = 20;

async function streamsOf(hub: Hub): Promise<number> {
  const metrics = await (await fetch(`${hub.url}/metrics`)).text();
  return Number(/^ops_hub_live_streams (\d+)$/m.exec(metrics)?.[1]);
}

test('SHELL-01 twenty tabs of one browser stay up to date on one event stream, whichever is closed', async ({
  hub,
  cookie,
  signedIn: first,
}) => {
  const tabs = [first];
  while (tabs.length < TABS) tabs.push(await first.context().newPage());
  for (const tab of tabs) {
    await tab.goto(`${hub.url}/knowledge-base`);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const streams = () => streamsOf(hub);
  expect(await streams()).toBe(1);

  const create = (title: string) => send(hub, cookie, '/api/documents', { title, content: 'Text' });
  await create('Seen in every tab');
  for (const tab of tabs) await expect(tab.getByText('Seen in every tab').first()).toBeVisible();

  for (const tab of tabs.splice(0, 2)) await tab.close();
  await create('Seen in the others');
  for (const tab of tabs) await expect(tab.getByText('Seen in the others').first()).toBeVisible();
  expect(await streams()).toBe(1);

  for (const tab of tabs.slice(1)) await tab.close();
  await tabs[0]?.goto('about:blank');
  await expect.poll(streams).toBe(0);
});

test.describe('F11 eight tabs of a browser without shared workers', () => {
  const WITHOUT_WORKER = 8;

  test('share the stream of one of them, and another one takes over', async ({
    hub,
    cookie,
    signedIn: first,
  }) => {
    const context = first.context();
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
    const tabs = [first];
    while (tabs.length < WITHOUT_WORKER) tabs.push(await context.newPage());
    for (const tab of tabs) {
      await tab.goto(`${hub.url}/knowledge-base`);
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await expect.poll(() => streamsOf(hub)).toBe(1);
    const create = (title: string) => send(hub, cookie, '/api/documents', { title, content: 'Text' });
    await create('Seen through one tab');
    for (const tab of tabs) await expect(tab.getByText('Seen through one tab').first()).toBeVisible();

    // The first tab holds the stream.
    await tabs.shift()?.close();
    await create('Seen through another');
    for (const tab of tabs) await expect(tab.getByText('Seen through another').first()).toBeVisible();
    await expect.poll(() => streamsOf(hub)).toBe(1);
    for (const tab of tabs) await tab.close();
    await expect.poll(() => streamsOf(hub)).toBe(0);
  });

  test('without locks ask the server now and then, and hold no connection', async ({
    hub,
    cookie,
    signedIn: first,
  }) => {
    const context = first.context();
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'SharedWorker');
      Reflect.deleteProperty(Navigator.prototype, 'locks');
    });
    const tabs = [first];
    while (tabs.length < WITHOUT_WORKER) tabs.push(await context.newPage());
    for (const tab of tabs) {
      await tab.goto(`${hub.url}/knowledge-base`);
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect(await streamsOf(hub)).toBe(0);
    await send(hub, cookie, '/api/documents', { title: 'Seen a little later', content: 'Text' });
    for (const tab of tabs)
      await expect(tab.getByText('Seen a little later').first()).toBeVisible({ timeout: 30_000 });
  });
});
