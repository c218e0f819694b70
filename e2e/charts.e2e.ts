import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { exactTime } from '../contract/shared/dates.ts';
import { send, test } from './signed-in.ts';

test.use({ timezoneId: 'America/New_York' });

test('INFRA-12 charts work with a browser language that Intl does not know, in the time zone of the account', async ({
  hub,
  cookie,
  signedIn: page,
}) => {
  const target = createServer((_, response) => response.end('All is well')).listen(0, '127.0.0.1');
  await new Promise((resolve) => target.once('listening', resolve));
  // With this interval only the test runs the check. Other tests on the product would get an alert about the closed target.
  const intervalSeconds = 86_400;
  const { port } = target.address() as AddressInfo;
  const check = { kind: 'http', target: `http://127.0.0.1:${port}/`, intervalSeconds };
  const made = await send(hub, cookie, '/api/servers', { name: 'chart-01', check });
  const { id } = (await made.json()) as { id: string };
  const times: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    const seen = (await (await send(hub, cookie, `/api/servers/${id}/check`, {})).json()) as {
      checkedAt: string;
    };
    times.push(exactTime(seen.checkedAt, { timeZone: 'Australia/Sydney' }));
  }
  target.close();
  // The name that Chromium uses for its format under LANG=C.
  await page.addInitScript(() =>
    Object.defineProperties(Navigator.prototype, {
      language: { get: () => 'en-US@posix' },
      languages: { get: () => ['en-US@posix'] },
    }),
  );
  await page.goto(`${hub.url}/infrastructure/${id}`);
  const chart = page.getByRole('figure').filter({ hasText: 'Response time' });
  await expect(chart.locator('canvas')).toBeVisible();
  await chart.locator('.u-over').hover();
  const tip = chart.locator('[data-chart-tip]');
  await expect(tip).toHaveText(/ ms$/);
  const text = (await tip.textContent()) ?? '';
  expect(times.some((time) => text.startsWith(time))).toBe(true);
});
