import { expect } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ timeout: 180_000 });

/** Browsers allow six connections to a host over plain HTTP/1.1. */
const TABS = 20;

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
  const streams = async () => {
    const metrics = await (await fetch(`${hub.url}/metrics`)).text();
    return Number(/^ops_hub_live_streams (\d+)$/m.exec(metrics)?.[1]);
  };
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
