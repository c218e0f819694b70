import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { generateSync } from 'otplib';
import { registerAndApprove } from './registration.ts';
import { test } from './signed-in.ts';

test.use({ product: 'own' });
test.describe.configure({ mode: 'serial' });

const EVA = { email: 'eva@example.com', password: 'Br0ken%Lamp?Sun', firstName: 'Eva', lastName: 'Stone' };

test.beforeAll(({ hub, cookie }) => registerAndApprove(hub, cookie, EVA));

const get = (hub: { url: string }, sid: string, path: string) =>
  fetch(hub.url + path, { headers: { cookie: `sid=${sid}` } });

const signInAs = async (hub: { url: string }) => {
  const answer = await fetch(`${hub.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EVA.email, password: EVA.password }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0]?.split('=')[1] ?? '';
};

test('ACCESS-41 a role needs a second factor: first a notice, then only the page that sets one up', async ({
  signedIn: page,
  hub,
  browser,
}) => {
  const eva = await browser.newContext({ baseURL: hub.url });
  await eva.addCookies([{ name: 'sid', value: await signInAs(hub), url: hub.url }]);
  const hers = await eva.newPage();

  await page.goto(`${hub.url}/admin/sign-in-policy`);
  await page.getByRole('checkbox', { name: /^Users/ }).check();
  await page.getByLabel('Days to set one up').fill('7');
  await page.getByRole('button', { name: 'Save Policy' }).click();
  await expect(page.getByText('Sign-in Policy Saved')).toBeVisible();
  await hers.goto('/team');
  await expect(hers.getByText('Your role needs a second factor from')).toBeVisible();
  await expect(hers.getByRole('heading', { name: 'Team Management' })).toBeVisible();

  await page.getByLabel('Days to set one up').fill('0');
  await page.getByRole('button', { name: 'Save Policy' }).click();
  await expect(page.getByText('Sign-in Policy Saved').first()).toBeVisible();
  await hers.goto('/team');
  await expect(hers.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await expect(hers.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await hers.getByRole('button', { name: 'Enable 2FA' }).click();
  const dialog = hers.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = await dialog.getByLabel('Or type this key').inputValue();
  await dialog
    .getByRole('textbox')
    .last()
    .fill(generateSync({ secret: secret.replaceAll(/\s/g, '') }));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await hers.getByRole('button', { name: 'Done' }).click();
  await hers.getByRole('button', { name: 'Continue' }).click();
  await expect(hers.getByRole('heading', { name: 'Team Management' })).toBeVisible();
  await eva.close();
});

test('ACCESS-43 a network that locks its author out is refused at its field', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/admin/sign-in-policy`);
  const field = page.getByLabel('Networks of administrators');
  await field.fill('10.99.0.0/16');
  await page.getByRole('button', { name: 'Save Policy' }).click();
  await expect(page.getByText(/These networks lock you out: your address is/)).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('intranet');
  await page.getByRole('button', { name: 'Save Policy' }).click();
  await expect(page.getByText('Use a network such as 10.0.0.0/8 or fc00::/7')).toBeVisible();
});

test('ACCESS-45 an administrator sees the access of a person and ends it', async ({
  signedIn: page,
  hub,
}) => {
  const sid = await signInAs(hub);
  await page.goto(`${hub.url}/admin/users?q=eva`);
  await page.getByRole('button', { name: 'Access: Eva Stone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Access of Eva Stone' });
  await expect(dialog.getByRole('region', { name: 'Sessions' }).getByRole('listitem').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'End All' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End All' }).click();
  await expect(dialog.getByText('Not signed in anywhere')).toBeVisible();
  expect((await get(hub, sid, '/api/auth/user')).status).toBe(401);
});

test('ACCESS-44 says how many rows a retention would delete before it is saved', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await page.goto(`${hub.url}/admin/system`);
  await page.route('**/api/admin/retention/preview', (route) =>
    route.fulfill({ json: { audit: 0, checks: 0, notifications: 12, shareViews: 1, answers: 0 } }),
  );
  await page.getByRole('button', { name: 'Change Retention' }).click();
  await page.getByLabel('Notifications, days').fill('30');
  await page.getByRole('button', { name: 'Save Retention' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Delete 13 rows?');
  await expect(dialog).toContainText('12 rows of “Notifications”, 1 row of “Who opened a shared link”');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const stored = async () =>
    (await (await get(hub, cookie, '/api/admin/retention')).json()) as { notifications: number };
  expect((await stored()).notifications).toBe(90);
  await page.getByRole('button', { name: 'Save Retention' }).click();
  await dialog.getByRole('button', { name: 'Save and Delete' }).click();
  await expect(page.getByText('Retention Saved')).toBeVisible();
  expect((await stored()).notifications).toBe(30);
});

test('ACCESS-31 the audit log is downloaded as shown', async ({ signedIn: page, hub }) => {
  await page.goto(`${hub.url}/admin/audit?area=account`);
  await expect(page.getByText('changed the sign-in policy').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export JSON Lines' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\n');
  const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
  expect(actions).toContain('account.policy');
  expect(actions.every((action) => action.startsWith('account.'))).toBe(true);
});
