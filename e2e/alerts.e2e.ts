import { expect, type Page } from '@playwright/test';
import { expectReadable } from './accessible.ts';
import { alertWorld } from './alert-world.ts';
import { send, test } from './signed-in.ts';

test.use({ product: 'own' });

const windows = (page: Page) => page.getByRole('list', { name: 'Maintenance' }).getByRole('listitem');

test('ALERT-70 an outage is one row with what is behind it, its runbook, and who has it after a key', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await page.goto(`${hub.url}/alerts`);
  await expect(page.getByRole('heading', { name: 'No open alerts' })).toBeVisible();
  const world = alertWorld(hub, cookie);
  await world.outage('core-switch', ['rack-a', 'rack-b']);
  await send(hub, cookie, '/api/documents', { title: 'Mend the switch', content: 'Reset core-switch.' });
  const row = page.getByRole('list', { name: 'Alerts, newest first' }).getByRole('listitem').first();
  await expect(row).toContainText('Nobody has it');
  await expect(page.getByRole('heading', { name: 'Open (1)' })).toBeVisible();
  await row.getByText('2 servers behind it').click();
  await expect(row.getByRole('link', { name: 'rack-b' })).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Alerts, 1 waiting' }).or(page.getByText('1 waiting')).first(),
  ).toBeVisible();
  await page.reload();
  await expect(row.getByRole('link', { name: 'Mend the switch' })).toBeVisible();
  await expectReadable(page);

  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Acknowledge core-switch?' });
  await dialog.getByLabel('Note').fill('On my way');
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(row).toContainText(/has it, a moment ago: On my way/);
  await page.getByLabel('Show').selectOption('Open, nobody has it');
  await expect(page).toHaveURL(/show=untaken/);
  await expect(page.getByText('No such alerts')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(row).toBeVisible();
  await page.getByLabel('Show').selectOption('Covered by another alert');
  await expect(page.getByRole('heading', { name: 'Covered by another alert (2)' })).toBeVisible();
  await expect(page.getByText(/^Because of core-switch$/).first()).toBeVisible();
});

test('ALERT-71 the page of an alert takes notes, and a silence says who, why and until when', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/alerts`);
  await page.getByRole('link', { name: 'core-switch', exact: true }).first().click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('Acknowledged')).toBeVisible();
  await timeline.getByLabel('Note').fill('The fuse was out');
  await timeline.getByRole('button', { name: 'Add Note' }).click();
  await expect(timeline.getByRole('listitem').filter({ hasText: 'The fuse was out' })).toBeVisible();
  await expectReadable(page);

  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Silence core-switch?' });
  await dialog.getByRole('button', { name: 'Silence' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Electrician is there');
  await dialog.getByLabel('For').selectOption('4 hours');
  await dialog.getByRole('button', { name: 'Silence' }).click();
  await expect(page.getByText(/^Silenced by .+ until .+: Electrician is there$/)).toBeVisible();
  await page.goto(`${hub.url}/alerts?show=silenced`);
  await expect(page.getByRole('heading', { name: 'Silenced (1)' })).toBeVisible();

  await page.goto(`${hub.url}/alerts/00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('This alert does not exist')).toBeVisible();
  await page.route('**/api/alerts?*', (route) => route.abort());
  await page.goto(`${hub.url}/alerts`);
  await expect(page.getByText('Alerts could not be loaded')).toBeVisible();
});

test('ALERT-72 the dashboard shows alerts that nobody has, and lists them no more once somebody does', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const world = alertWorld(hub, cookie);
  await world.outage('mail-relay');
  await world.outage('web-relay');
  await page.goto(`${hub.url}/alerts`);
  await expect(page.getByRole('link', { name: 'mail-relay', exact: true }).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'mail-relay', exact: true }).first()).toBeFocused();
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog', { name: 'Acknowledge mail-relay?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Acknowledge web-relay?' });
  await dialog.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(hub.url);
  const untaken = page.getByRole('region', { name: 'Alerts that nobody has' });
  await expect(untaken.getByRole('link', { name: 'mail-relay' })).toBeVisible();
  await untaken.getByRole('link', { name: 'mail-relay' }).click();
  await page.getByRole('link', { name: 'No runbook: write one' }).click();
  await expect(page.getByPlaceholder('Title', { exact: true })).toHaveValue('Runbook for mail-relay');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Acknowledge mail-relay' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('acknowledge');
  await page.getByRole('option', { name: /Acknowledge mail-relay/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText(/has it/).first()).toBeVisible();
  await page.goto(hub.url);
  await expect(page.getByText('Quick Actions')).toBeVisible();
  await expect(untaken).toBeHidden();
});

test('ALERT-36 limits and days of a server are entered on its page, wrong ones beside their field', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const { id } = await alertWorld(hub, cookie).server('licensed');
  await page.goto(`${hub.url}/infrastructure/${id}`);
  const section = page.getByRole('region', { name: 'Limits and days' });
  await expect(section.getByText('It warns from the usual figures')).toBeVisible();
  await section.getByRole('button', { name: 'Edit limits and days' }).click();
  const dialog = page.getByRole('dialog', { name: 'Limits of licensed' });
  await dialog.getByLabel('CPU above').fill('180');
  await dialog.getByLabel('CPU for').fill('10');
  await dialog.getByRole('button', { name: 'Add Disk' }).click();
  await dialog.getByLabel('Disk 1 above').fill('98');
  await dialog.getByLabel('Licence ends').fill('2031-03-31');
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter 100 or less')).toBeVisible();
  await expect(dialog.getByText('Mount point or drive is required')).toBeVisible();
  await dialog.getByLabel('CPU above').fill('80');
  await dialog.getByLabel('Mount point or drive 1').fill('/backup');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText('warns above 80 %, after 10 min');
  await expect(section).toContainText('Disk /backup');
  await expect(section).toContainText('until 2031-03-31, told 30 days before');
  await page.reload();
  await section.getByRole('button', { name: 'Edit limits and days' }).click();
  await expect(dialog.getByLabel('Disk 1 above')).toHaveValue('98');
  await dialog.getByLabel('CPU above').fill('');
  await dialog.getByLabel('CPU for').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).not.toContainText('80 %');
});

test('ALERT-63 the report of a month names environments and teams, and keeps its month in the address', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  await alertWorld(hub, cookie).server('reported', { teamOwner: 'Storage' });
  await page.goto(`${hub.url}/alerts`);
  await page.getByRole('navigation', { name: 'Alerts' }).getByRole('link', { name: 'Report' }).click();
  const teams = page.getByRole('region', { name: 'Availability by team' });
  await expect(teams.getByRole('row', { name: /^Storage 1 / })).toBeVisible();
  await expect(page.getByText('Alerts', { exact: true }).last()).toBeVisible();
  await page.getByLabel('Month').fill('2020-02');
  await expect(page).toHaveURL(/month=2020-02/);
  await expect(teams.getByRole('row', { name: 'Storage 1 No checks' })).toBeVisible();
  await expectReadable(page);
});

test('ALERT-73 what a server needs is kept in groups, and a cycle is refused with its members', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const { server, needs } = alertWorld(hub, cookie);
  const [app, db] = [await server('app-7'), await server('db-7')];
  await server('db-8');
  await page.goto(`${hub.url}/infrastructure/${app.id}`);
  const section = page.getByRole('region', { name: 'Needs' });
  await section.getByRole('button', { name: 'Edit what it needs' }).click();
  const dialog = page.getByRole('dialog', { name: 'What app-7 needs' });
  for (const name of ['db-7', 'db-8']) {
    await dialog.getByLabel('Needs one of').first().fill(name);
    await dialog.getByRole('button', { name, exact: true }).click();
  }
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(section).toContainText(/Any one of db-[78], db-[78]/);
  await needs(app.id, [db.id]);

  await page.goto(`${hub.url}/infrastructure/${db.id}`);
  await expect(page.getByRole('region', { name: 'Behind it' })).toContainText('app-7');
  await section.getByRole('button', { name: 'Edit what it needs' }).click();
  const back = page.getByRole('dialog', { name: 'What db-7 needs' });
  await back.getByLabel('Needs one of').first().fill('app-7');
  await back.getByRole('button', { name: 'app-7', exact: true }).click();
  await back.getByRole('button', { name: 'Save' }).click();
  await expect(back.getByRole('alert')).toContainText('db-7 → app-7 → db-7');
});

test('ALERT-74 before a plug is pulled the plan says what falls and whom it concerns, and makes the window', async ({
  signedIn: page,
  hub,
  cookie,
}) => {
  const { server, needs } = alertWorld(hub, cookie);
  const [left, right] = [await server('psu-left'), await server('psu-right')];
  const fed = await server('fed-by-both', { teamOwner: 'Storage' });
  await needs(fed.id, [left.id, right.id]);
  await page.goto(`${hub.url}/alerts/maintenance`);
  await expect(page.getByText('No maintenance planned')).toBeVisible();
  await page.keyboard.press('p');
  const pick = async (name: string) => {
    await page.getByLabel('Servers to switch off').first().fill(name);
    await page.getByRole('button', { name, exact: true }).click();
  };
  await pick('psu-left');
  await expect(page.getByRole('heading', { name: 'Nothing else falls' })).toBeVisible();
  await pick('psu-right');
  await expect(page.getByRole('heading', { name: '1 more server falls' })).toBeVisible();
  await expect(page.getByText('It concerns Administrator, Storage.')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Plan Maintenance' }).click();
  await expect(page.getByText('Reason is required')).toBeVisible();
  await page.getByLabel('Reason').fill('New power supplies');
  await page.getByRole('button', { name: 'Plan Maintenance' }).click();
  const row = windows(page).filter({ hasText: 'New power supplies' });
  await expect(row).toContainText('psu-left');
  await row.getByRole('button', { name: 'Cancel New power supplies' }).click();
  await expect(row).toBeHidden();
});

test('ALERT-75 maintenance each week is planned with a filter, and ends by one key', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/alerts/maintenance`);
  await expect(page.getByText('No maintenance planned')).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New Window' });
  await dialog.getByLabel('Servers').fill('oss:linux');
  await expect(dialog.getByText('oss is not a field.')).toBeVisible();
  await dialog.getByRole('button', { name: 'os', exact: true }).click();
  await dialog.getByLabel('Reason').fill('Patches');
  await dialog.getByRole('switch', { name: 'Each week' }).click();
  for (const day of ['Sat', 'Sun']) await dialog.getByLabel(day).check();
  await dialog.getByLabel('From').fill('00:00');
  await dialog.getByLabel('To', { exact: true }).fill('00:00');
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Plan Maintenance' }).click();
  const row = windows(page).filter({ hasText: 'Patches' });
  await expect(row).toContainText('Mon, Tue, Wed, Thu, Fri, Sat, Sun 00:00 to 00:00');
  await expect(row).toContainText('Now');
  await page.keyboard.press('e');
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});

test('ALERT-76 a shift is taken by one key, and a swap is one more entry', async ({
  signedIn: page,
  hub,
}) => {
  await page.goto(`${hub.url}/alerts/duty`);
  await expect(page.getByText('Nobody is on duty in the next seven days')).toBeVisible();
  await page.keyboard.press('t');
  const row = page.getByRole('listitem').filter({ hasText: 'On duty now' });
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take This Shift' })).toBeHidden();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New Entry' });
  await dialog.getByLabel('To', { exact: true }).fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Add Entry' }).click();
  await expect(dialog.getByText('Choose a time after the start')).toBeVisible();
  await dialog.getByLabel('From').fill('2020-01-01T08:00');
  await dialog.getByRole('switch', { name: 'Each week' }).click();
  await expectReadable(page);
  await dialog.getByRole('button', { name: 'Add Entry' }).click();
  await expect(page.getByText('Each week').first()).toBeVisible();
  await row.getByRole('button', { name: /^Remove/ }).click();
  await expect(row).toBeHidden();
});
