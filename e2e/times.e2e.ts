import { expect } from '@playwright/test';
import { send, test } from './signed-in.ts';

test.use({ product: 'own', timezoneId: 'Europe/Lisbon' });

test('SET-01 the dashboard offers the time zone of the browser once, and all zones can be chosen', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(hub.url);
  const offer = page.getByRole('region', { name: 'Time zone' });
  await expect(offer).toContainText('Times are shown in Australia/Sydney. This browser is in Europe/Lisbon.');
  await offer.getByRole('button', { name: 'Use Europe/Lisbon' }).click();
  await expect(page.getByText('Times are in Europe/Lisbon')).toBeVisible();
  await expect(offer).toBeHidden();
  await page.goto(`${hub.url}/settings`);
  const zones = page.getByRole('combobox', { name: 'Timezone' });
  await expect(zones).toHaveValue('Europe/Lisbon');
  await zones.selectOption('Africa/Nairobi');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Profile Updated')).toBeVisible();
  await page.goto(hub.url);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(offer).toBeHidden();
});

test('VER-01 an exact time names its zone, with 12 or 24 hours, and shows UTC on hover', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const made = await send(hub, cookie, '/api/documents', { title: 'Timed', content: 'One.' });
  const { id } = (await made.json()) as { id: string };
  const change = async (data: object) =>
    expect((await page.request.put(`${hub.url}/api/settings`, { data })).status()).toBe(200);
  const history = async () => {
    await page.goto(`${hub.url}/knowledge-base?doc=${id}`);
    await page.getByRole('button', { name: 'Version History' }).click();
    return page.getByRole('dialog');
  };
  await change({ profile: { timezone: 'Africa/Nairobi' } });
  const first = (await history()).getByText(/^\d\d\/\d\d\/\d{4}, \d?\d:\d\d [ap]m$/).first();
  expect(await first.evaluate((time) => getComputedStyle(time, '::after').content)).toContain('UTC+3');
  await change({ preferences: { hour24: true } });
  const dialog = await history();
  await dialog.getByRole('button', { name: /Version 1/ }).click();
  const time = dialog.getByRole('article').getByText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/);
  await expect(time).toHaveAttribute('tabindex', '0');
  await time.hover();
  await expect(page.locator('[data-tooltip-box]')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
});
