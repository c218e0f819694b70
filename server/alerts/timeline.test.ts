import { expect, test } from 'vitest';
import { alertRules } from '../../contract/calls/alert-rules.ts';
import { alerts } from '../../contract/calls/alerts.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { channels } from '../db/schema.ts';
import { observeStatus } from '../observations/observe.ts';
import { findServerRow } from '../servers/queries.ts';

const at = withApp();

async function see(id: string, status: 'online' | 'offline') {
  const { db } = at.current.database;
  const row = await findServerRow(db, id);
  if (row) await observeStatus(db, row, { status, text: 'No answer', at: new Date(), confirmations: 0 });
  await at.current.decideAlerts();
}

test('ALERT-61 an alert tells who was told, who took it, what was noted, and its end', async () => {
  const admin = await at.current.signedIn({ role: 'admin', firstName: 'Ada', lastName: 'Min' });
  const [channel] = await at.current.database.db
    .insert(channels)
    .values({ name: 'Receiver', kind: 'webhook', settings: {} })
    .returning();
  await admin.call(alertRules.create, {
    body: { name: 'All', filter: 'name:story', events: ['down'], channels: [channel?.id ?? ''] },
  });
  const server = await admin.call(servers.create, { body: { name: 'story' } });
  await see(server.id, 'offline');
  const [open] = await admin.call(alerts.list, {});
  const params = { id: open?.id ?? '' };
  await admin.call(alerts.acknowledge, { params, body: { note: 'Mine' } });
  await admin.call(alerts.silence, { params, body: { seconds: 60, reason: 'Known' } });
  await see(server.id, 'online');
  const { timeline } = await admin.call(alerts.addNote, {
    params,
    body: { text: 'A fan was dead.\nReplaced.' },
  });
  const by = 'Ada Min';
  expect(timeline.map(({ what, by: who, text }) => ({ what, by: who, text }))).toEqual(
    expect.arrayContaining([
      { what: 'started', by: null, text: 'No answer' },
      { what: 'fired', by: null, text: '' },
      { what: 'told', by: 'Receiver', text: 'Told that it began (not sent yet)' },
      { what: 'acknowledged', by, text: 'Mine' },
      { what: 'silenced', by, text: 'Known' },
      { what: 'told', by: 'Receiver', text: 'Told that it is over (not sent yet)' },
      { what: 'resolved', by: null, text: '' },
      { what: 'note', by, text: 'A fan was dead.\nReplaced.' },
    ]),
  );
  const times = timeline.map((entry) => entry.at);
  expect(times).toEqual(times.toSorted());
  expect([timeline[0]?.what, timeline.at(-1)?.what]).toEqual(['started', 'note']);
});

test('ALERT-61 a note is written by editors about an alert that exists, and is neither blank nor endless', async () => {
  const ann = await at.current.signedIn();
  const viewer = await at.current.signedIn({ role: 'viewer' });
  const server = await ann.call(servers.create, { body: { name: 'noted' } });
  await see(server.id, 'offline');
  const id = (await ann.call(alerts.list, {})).find(({ subject }) => subject === 'noted')?.id;
  const send = (client: typeof ann, payload: object, to = id) =>
    client.send({ method: 'POST', url: `/api/alerts/${to}/notes`, payload });
  for (const text of ['', 'x'.repeat(2_001), 'a\0b']) expectRefusal(await send(ann, { text }), 400);
  expectRefusal(await send(viewer, { text: 'Hello' }), 403);
  expectRefusal(await send(ann, { text: 'Hello' }, crypto.randomUUID()), 404);
  await at.current.database.pool.query(
    `insert into alert_notes (alert_id, by_name, what, text) select $1, 'x', 'note', n from generate_series(1, 200) n`,
    [id],
  );
  expectRefusal(await send(ann, { text: 'One more' }), 409, 'too_many');
});

test('ALERT-62 the report of a month counts its alerts, their time within it, and the availability', async () => {
  const ann = await at.current.signedIn();
  const { pool } = at.current.database;
  const server = await ann.call(servers.create, {
    body: { name: 'reported', environment: 'production', teamOwner: 'Network' },
  });
  const alert = (from: string, to: string | null, more = 'null', fired = 'started_at') =>
    pool.query(
      `insert into alerts (fingerprint, kind, severity, state, server_id, subject, text, labels, progress,
         started_at, fired_at, resolved_at, cause_id)
       select gen_random_uuid(), 'down', 'critical', 'resolved', $1, 'reported', '', '{}', '{}',
         started_at, ${fired}, $3::timestamptz, ${more}
       from (select $2::timestamptz as started_at) as times`,
      [server.id, from, to],
    );
  await alert('2020-01-31T23:00:00Z', '2020-02-01T01:00:00Z');
  await alert('2020-02-10T00:00:00Z', '2020-02-10T00:30:00Z');
  await alert('2020-02-11T00:00:00Z', '2020-02-11T05:00:00Z', '$1', 'null');
  await alert('2020-02-29T23:30:00Z', '2020-03-02T00:00:00Z');
  await pool.query(
    `insert into check_results (server_id, at, outcome, message)
     select $1, '2020-02-05T00:00:00Z'::timestamptz + n * interval '1 minute', case when n = 1 then 'bad' else 'good' end, ''
     from generate_series(1, 4) n`,
    [server.id],
  );
  const report = await ann.call(alerts.report, { query: { month: '2020-02' } });
  expect(report).toMatchObject({
    month: '2020-02',
    alerts: 3,
    covered: 1,
    // One hour, half an hour, and half an hour up to the end of the month.
    unresolvedSeconds: 7_200,
  });
  expect(report.environments).toEqual([
    { environment: 'production', servers: 1, availability: 75 },
    expect.objectContaining({ environment: 'staging', availability: null }),
    expect.objectContaining({ environment: 'development', availability: null }),
  ]);
  expect(report.teams).toEqual([{ team: 'Network', servers: 1, availability: 75 }]);
  for (const month of ['2020-13', '2020-2', 'May'])
    expectRefusal(await ann.send({ url: `/api/alerts/report?month=${month}` }), 400);
});
