import { expect, test } from 'vitest';
import { alertRules } from '../../contract/calls/alert-rules.ts';
import { alerts } from '../../contract/calls/alerts.ts';
import { duty } from '../../contract/calls/duty.ts';
import { maintenance } from '../../contract/calls/maintenance.ts';
import { serverNeeds } from '../../contract/calls/server-needs.ts';
import { documents } from '../../contract/calls/documents.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { servers } from '../../contract/calls/servers.ts';
import type { AlertMessage } from '../../contract/shared/alert-message.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { restrictedWorld, SECRET } from '../../test/restricted-world.ts';
import { channels } from '../db/schema.ts';
import { observeEnd, observeStatus } from '../observations/observe.ts';
import { findServerRow } from '../servers/queries.ts';

const at = withApp();

const aServer = (client: Client, name: string) => client.call(servers.create, { body: { name } });

/** As if the check of the server had found it so. */
async function see(id: string, status: 'online' | 'offline') {
  const { db } = at.current.database;
  const row = await findServerRow(db, id);
  if (row) await observeStatus(db, row, { status, text: 'No answer', at: new Date(), confirmations: 0 });
}

async function aChannel(name: string): Promise<string> {
  const [row] = await at.current.database.db
    .insert(channels)
    .values({ name, kind: 'webhook', settings: {} })
    .returning();
  return row?.id ?? '';
}

async function sentTo(channelId: string): Promise<AlertMessage[]> {
  const { rows } = await at.current.database.pool.query<{ message: AlertMessage }>(
    'select message from deliveries where channel_id = $1 order by created_at, id',
    [channelId],
  );
  return rows.map(({ message }) => message);
}

const aRule = async (admin: Client, fields: Partial<Parameters<typeof bodyOf>[0]> = {}) => {
  const channel = await aChannel('Receiver');
  const rule = await admin.call(alertRules.create, { body: bodyOf({ channels: [channel], ...fields }) });
  return { channel, rule };
};
const bodyOf = (fields: { channels: string[]; filter?: string; repeatSeconds?: number }) => ({
  name: 'A rule',
  events: ['down' as const],
  ...fields,
});

test('ALERT-01 a parent and its children that fall are one message, with what is behind it, and one end', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { channel } = await aRule(admin, { filter: 'name:family' });
  const parent = await aServer(admin, 'family-switch');
  const children = [await aServer(admin, 'family-a'), await aServer(admin, 'family-b')];
  for (const { id } of children)
    await admin.call(serverNeeds.change, { params: { id }, body: { groups: [[parent.id]] } });
  for (const { id } of [...children, parent]) await see(id, 'offline');
  await at.current.decideAlerts();
  await at.current.decideAlerts();
  const [message, ...more] = await sentTo(channel);
  expect(more).toEqual([]);
  expect(message).toMatchObject({
    event: 'firing',
    server: { name: 'family-switch' },
    behind: { count: 2, names: ['family-a', 'family-b'] },
    summary: expect.stringMatching(
      /^family-switch is down since .+; 2 servers behind it: family-a, family-b$/,
    ) as string,
  });
  const open = await admin.call(alerts.list, {});
  const states = Object.fromEntries(open.map(({ subject, state, cause }) => [subject, [state, cause?.name]]));
  expect(states).toMatchObject({
    'family-a': ['covered', 'family-switch'],
    'family-switch': ['firing', undefined],
  });
  for (const { id } of [parent, ...children]) await see(id, 'online');
  await at.current.decideAlerts();
  expect((await sentTo(channel)).map(({ event, subject }) => [event, subject])).toEqual([
    ['firing', 'family-switch'],
    ['resolved', 'family-switch'],
  ]);
});

test('ALERT-01 an outage of many servers counts them all and names the first', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const parent = await aServer(admin, 'hall');
  const n = ALERT_LIMITS.behind + 2;
  for (let i = 1; i <= n; i++) {
    const { id } = await aServer(admin, `hall-${i}`);
    await admin.call(serverNeeds.change, { params: { id }, body: { groups: [[parent.id]] } });
    await see(id, 'offline');
  }
  await see(parent.id, 'offline');
  await at.current.decideAlerts();
  await at.current.decideAlerts();
  const open = await admin.call(alerts.list, { query: { limit: 100 } });
  const alert = open.find(({ subject }) => subject === 'hall');
  expect(alert?.behindCount).toBe(n);
  expect(alert?.behind.map(({ name }) => name)).toEqual(
    Array.from({ length: ALERT_LIMITS.behind }, (_, i) => `hall-${i + 1}`),
  );
});

test('ALERT-02 a filter that no rule can use, an unknown channel and deleting the built-in rule are refused', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const send = (payload: object) => admin.send({ method: 'POST', url: '/api/alert-rules', payload });
  const ok = bodyOf({ channels: [] });
  for (const filter of ['enviroment:production', 'cpu>abc', 'status:dwn'])
    expectRefusal(await send({ ...ok, filter }), 400, 'validation_failed');
  expectRefusal(await send({ ...ok, channels: [crypto.randomUUID()] }), 400, 'validation_failed');
  const [builtIn] = (await admin.call(alertRules.list, {})).filter((rule) => rule.isBuiltIn);
  const removal = await admin.send({ method: 'DELETE', url: `/api/alert-rules/${builtIn?.id}` });
  expectRefusal(removal, 409, 'built_in');
  const { rule } = await aRule(admin);
  const moved = await admin.call(alertRules.update, { params: { id: rule.id }, body: { position: 0 } });
  expect(moved.position).toBe(0);
  const positions = (await admin.call(alertRules.list, {})).map(({ position }) => position);
  expect(positions).toEqual(positions.map((_, n) => n));
  await admin.call(alertRules.remove, { params: { id: rule.id } });
});

test('ALERT-03 an alert that is taken is shown with its note, and ends all the same', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const ann = await at.current.signedIn({ firstName: 'Ann', lastName: 'Lee' });
  const { channel } = await aRule(admin, { filter: 'name:taken' });
  const { id } = await aServer(ann, 'taken');
  await see(id, 'offline');
  await at.current.decideAlerts();
  const open = (await ann.call(alerts.list, {})).find(({ subject }) => subject === 'taken');
  const params = { id: open?.id ?? '' };
  await ann.call(alerts.acknowledge, { params, body: { note: 'On my way' } });
  await at.current.decideAlerts();
  expect(await ann.call(alerts.find, { params })).toMatchObject({
    acknowledgedBy: 'Ann Lee',
    note: 'On my way',
  });
  await see(id, 'online');
  await at.current.decideAlerts();
  expect((await sentTo(channel)).map(({ event }) => event)).toEqual(['firing', 'resolved']);
  const late = await ann.send({ method: 'POST', url: `/api/alerts/${params.id}/acknowledge`, payload: {} });
  expectRefusal(late, 409, 'alert_over');
});

test('ALERT-04 when the shift of the person ends, the alert is open again', async () => {
  const ann = await at.current.signedIn();
  const times = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 3_600_000) };
  const body = { personId: ann.user.id, from: times.from.toISOString(), to: times.to.toISOString() };
  const shift = await ann.call(duty.create, { body });
  expect(shift.isNow).toBe(true);
  const { id } = await aServer(ann, 'shift');
  await see(id, 'offline');
  await at.current.decideAlerts();
  const open = (await ann.call(alerts.list, {})).find(({ subject }) => subject === 'shift');
  const params = { id: open?.id ?? '' };
  await ann.call(alerts.acknowledge, { params, body: {} });
  await at.current.database.pool.query(
    `update alerts set acknowledged_until = now() - interval '1 second' where id = $1 and acknowledged_until is not null`,
    [params.id],
  );
  await at.current.decideAlerts();
  expect(await ann.call(alerts.find, { params })).toMatchObject({
    acknowledgedBy: null,
    acknowledgedAt: null,
  });
  await ann.call(duty.remove, { params: { id: shift.id } });
});

test('ALERT-05 maintenance is named with its reason, and what is still down afterwards is told', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { channel } = await aRule(admin, { filter: 'name:window' });
  const { id } = await aServer(admin, 'window');
  const [from, to] = [-60_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const planned = await admin.call(maintenance.create, {
    body: { filter: 'name:window', from, to, reason: 'New disks' },
  });
  expect(planned.isNow).toBe(true);
  await see(id, 'offline');
  await at.current.decideAlerts();
  const [silenced] = await admin.call(alerts.list, { query: { state: 'silenced' } });
  expect(silenced).toMatchObject({ subject: 'window', silence: { reason: 'New disks', until: to } });
  expect(await sentTo(channel)).toEqual([]);
  await admin.call(maintenance.remove, { params: { id: planned.id } });
  await at.current.decideAlerts();
  expect((await sentTo(channel)).map(({ event }) => event)).toEqual(['firing']);
  const { db } = at.current.database;
  const row = await findServerRow(db, id);
  if (row) await observeEnd(db, row, { kinds: ['down'] });
  await at.current.decideAlerts();
  expect((await sentTo(channel)).map(({ event }) => event)).toEqual(['firing', 'resolved']);
});

test('ALERT-65 planned maintenance is told to those who manage or watch what falls, and taken back with it', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const ann = await at.current.signedIn();
  const bob = await at.current.signedIn();
  const parent = await aServer(admin, 'fuse-box');
  const child = await admin.call(servers.create, { body: { name: 'fed-host', managedBy: ann.user.id } });
  await admin.call(serverNeeds.change, { params: { id: child.id }, body: { groups: [[parent.id]] } });
  await admin.call(servers.watch, { params: { id: parent.id } });
  const [from, to] = ['2031-01-01T20:00:00Z', '2031-01-01T22:00:00Z'];
  const plan = { filter: 'name:fuse-box', from, to, reason: 'New power supplies' };
  const toldTo = async (client: Client) =>
    (await client.call(notifications.list, {}))
      .filter(({ title }) => title.includes('New power supplies'))
      .map(({ title, readAt }) => [title, readAt === null]);
  await admin.call(maintenance.create, { body: plan });
  expect(await toldTo(ann)).toEqual([]);
  const window = await admin.call(maintenance.create, { body: { ...plan, notify: true } });
  const title = 'Maintenance of fuse-box from 2031-01-01 20:00 UTC to 2031-01-01 22:00 UTC';
  expect(await toldTo(ann)).toEqual([[`${title}: New power supplies`, true]]);
  expect([await toldTo(admin), await toldTo(bob)]).toEqual([[], []]);
  await admin.call(maintenance.remove, { params: { id: window.id } });
  expect((await toldTo(ann)).map(([, isOpen]) => isOpen)).toEqual([false]);
});

test('ALERT-06 a cycle is refused with the names of its members, and so is a chain that is too long', async () => {
  const ann = await at.current.signedIn();
  const chain: { id: string }[] = [];
  for (let n = 0; n < 12; n += 1) chain.push(await aServer(ann, `chain-${n}`));
  const put = (n: number, needed: number) =>
    ann.send({
      method: 'PUT',
      url: `/api/servers/${chain[n]?.id}/needs`,
      payload: { groups: [[chain[needed]?.id]] },
    });
  for (let n = 1; n <= 10; n += 1) expect((await put(n, n - 1)).statusCode).toBe(200);
  const cycle = await put(0, 2);
  expectRefusal(cycle, 409, 'cycle');
  expect(cycle.body).toContain('chain-0 → chain-2 → chain-1 → chain-0');
  expectRefusal(await put(0, 0), 409, 'cycle');
  expectRefusal(await put(11, 10), 409, 'too_deep');
  const needs = await ann.call(serverNeeds.find, { params: { id: chain[9]?.id ?? '' } });
  expect(needs).toMatchObject({ groups: [[{ name: 'chain-8' }]], behind: [{ name: 'chain-10' }] });
  const query = { filter: 'name:chain-9' };
  const inventory = await ann.call(servers.ansible, { query });
  const dependsOn = { ops_hub_depends_on: { __ansible_unsafe: 'chain-8' } };
  expect(inventory).toMatchObject({ _meta: { hostvars: { 'chain-9': dependsOn } } });
});

test('ALERT-07 what a rule would have sent is what the engine sends on the same history', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { rule, channel } = await aRule(admin, { filter: 'name:replayed' });
  const parent = await aServer(admin, 'replayed-switch');
  const children = [await aServer(admin, 'replayed-a'), await aServer(admin, 'replayed-b')];
  for (const { id } of children)
    await admin.call(serverNeeds.change, { params: { id }, body: { groups: [[parent.id]] } });
  const all = [...children, parent];
  for (const status of ['offline', 'online'] as const) {
    for (const { id } of all) await see(id, status);
    await at.current.decideAlerts();
  }
  for (const { id } of all)
    await at.current.database.pool.query(
      `insert into incidents (server_id, started_at, ended_at, message)
       values ($1, now() - interval '2 hours', now() - interval '1 hour', 'No answer')`,
      [id],
    );
  const { id: _, position: __, isBuiltIn: ___, ...body } = rule;
  const replayed = await admin.call(alertRules.replay, { body });
  const sent = await sentTo(channel);
  expect(replayed).toMatchObject({ messages: sent.length, withoutDependencies: 6 });
  expect(replayed.list.toReversed().map(({ summary }) => summary.split(' since ')[0])).toEqual([
    'replayed-switch is down',
    'replayed-switch is up again after 1 hour',
  ]);
  expect(sent.map(({ event }) => event)).toEqual(['firing', 'resolved']);
});

test('ALERT-09 a message names a runbook that everybody may read, and never a restricted one', async () => {
  const { owner, secret } = await restrictedWorld(at.current);
  const admin = await at.current.signedIn({ role: 'admin' });
  const { channel } = await aRule(admin, { filter: 'name:guided' });
  const open = { title: 'Start the guided one', content: 'Press the button' };
  const hidden = await secret();
  const shown = await owner.call(documents.create, { body: open });
  const names = ['guided-secret', 'guided-open'] as const;
  for (const [n, document] of [hidden, shown].entries()) {
    const { id } = await aServer(owner, names[n] ?? '');
    await owner.call(servers.linkDocument, { params: { id }, body: { documentId: document.id } });
    await see(id, 'offline');
  }
  await at.current.decideAlerts();
  const sent = await sentTo(channel);
  expect(sent.find(({ subject }) => subject === 'guided-open')?.runbooks[0]?.title).toBe(open.title);
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual(names.toSorted());
  expect(JSON.stringify(sent)).not.toContain(SECRET.title);
  const list = await owner.call(alerts.list, {});
  const { id = '' } = list.find(({ subject }) => subject === 'guided-secret') ?? {};
  expect((await owner.call(alerts.find, { params: { id } })).runbooks[0]?.title).toBe(SECRET.title);
  expect(
    (await admin.call(alerts.find, { params: { id } })).runbooks.map(({ title }) => title),
  ).not.toContain(SECRET.title);
});

test('ALERT-10 people of a server behind a switch are notified of the switch, once', async () => {
  const [ann, bob] = [await at.current.signedIn(), await at.current.signedIn()];
  const parent = await aServer(ann, 'hall-switch');
  const child = await aServer(bob, 'hall-server');
  await ann.call(serverNeeds.change, { params: { id: child.id }, body: { groups: [[parent.id]] } });
  for (const { id } of [child, parent]) await see(id, 'offline');
  await at.current.decideAlerts();
  for (const person of [ann, bob]) {
    const titles = (await person.call(notifications.list, {})).map(({ title }) => title);
    expect(titles).toEqual([
      expect.stringMatching(/^hall-switch is down since .+; 1 server behind it: hall-server: No answer$/),
    ]);
  }
});

test('ALERT-11 a person silences an alert for some time, with a reason', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { channel } = await aRule(admin, { filter: 'name:noisy', repeatSeconds: 60 });
  const { id } = await aServer(admin, 'noisy');
  await see(id, 'offline');
  await at.current.decideAlerts();
  const open = (await admin.call(alerts.list, {})).find(({ subject }) => subject === 'noisy');
  const params = { id: open?.id ?? '' };
  await admin.call(alerts.silence, { params, body: { seconds: 3_600, reason: 'Known' } });
  await at.current.decideAlerts();
  const silenced = await admin.call(alerts.find, { params });
  expect(silenced).toMatchObject({ state: 'silenced', silence: { reason: 'Known' } });
  await see(id, 'online');
  await at.current.decideAlerts();
  expect((await sentTo(channel)).map(({ event }) => event)).toEqual(['firing', 'resolved']);
});

test('ALERT-12 two nodes that decide at the same time send a message once', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { channel } = await aRule(admin, { filter: 'name:shared' });
  for (let n = 0; n < 5; n += 1) await see((await aServer(admin, `shared-${n}`)).id, 'offline');
  await Promise.all(Array.from({ length: 5 }, () => at.current.decideAlerts()));
  await at.current.decideAlerts();
  expect((await sentTo(channel)).map(({ subject }) => subject).toSorted()).toEqual(
    Array.from({ length: 5 }, (_, n) => `shared-${n}`),
  );
});
