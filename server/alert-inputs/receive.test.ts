import { expect, test } from 'vitest';
import { alertSources } from '../../contract/calls/alert-sources.ts';
import { alerts } from '../../contract/calls/alerts.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';

const at = withApp();

/** A group as Alertmanager 0.25 sends it to a webhook. */
const group = (those: object[], more: object = {}) => ({
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'ops-hub',
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager:9093',
  alerts: those,
  ...more,
});
const one = (labels: Record<string, string>, more: object = {}) => ({
  status: 'firing',
  labels: { alertname: 'DiskFull', severity: 'critical', ...labels },
  annotations: { summary: 'Disk is full', runbook_url: 'https://wiki.example/disk' },
  startsAt: '2026-11-01T10:00:00.123456789+01:00',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus/graph?g0.expr=1',
  fingerprint: JSON.stringify(labels),
  ...more,
});

async function aSource() {
  const admin = await at.current.signedIn({ role: 'admin' });
  const source = await admin.call(alertSources.create, { body: { name: 'Prometheus' } });
  const path = new URL(source.url).pathname;
  const send = (payload: object) => at.current.anonymous.send({ method: 'POST', url: path, payload });
  return { admin, source, path, send };
}

const openOf = async (client: Client, summary = 'DiskFull') =>
  (await client.call(alerts.list, { query: { limit: 200 } })).filter(({ subject }) =>
    subject.startsWith(summary),
  );

test('ALERT-50 alerts of Alertmanager find their server by instance, host or node, or stay unmatched', async () => {
  const { admin, send } = await aSource();
  const add = (name: string, more: object = {}) => admin.call(servers.create, { body: { name, ...more } });
  await add('web-1');
  await add('Database', { hostname: 'db-1.example.com' });
  await add('Cache', { ipAddress: '10.1.2.3' });
  await add('twin', { hostname: 'twin.a.example' });
  await add('other twin', { hostname: 'twin.b.example' });
  const answer = await send(
    group([
      one({ instance: 'web-1:9100' }),
      one({ instance: 'WEB-1.example.com' }),
      one({ instance: 'https://db-1.example.com/health' }),
      one({ host: 'db-1' }),
      one({ instance: 'nobody:1', node: '10.1.2.3' }),
      one({ instance: '[::1]:9100' }),
      one({ instance: 'twin.c.example:9100' }),
      one({}),
    ]),
  );
  expect([answer.statusCode, answer.json()]).toEqual([202, { accepted: 8, unmatched: 3 }]);
  await at.current.decideAlerts();
  const found = (await openOf(admin)).map(({ subject, server }) => `${subject}: ${server?.name ?? 'nobody'}`);
  expect(found.toSorted()).toEqual([
    'DiskFull on Cache: Cache',
    'DiskFull on Database: Database',
    'DiskFull on Database: Database',
    'DiskFull on [::1]:9100: nobody',
    'DiskFull on twin.c.example:9100: nobody',
    'DiskFull on web-1: web-1',
    'DiskFull on web-1: web-1',
    'DiskFull: nobody',
  ]);
  const [alert] = await openOf(admin, 'DiskFull on Cache');
  expect(alert).toMatchObject({
    kind: 'external',
    severity: 'critical',
    startedAt: '2026-11-01T09:00:00.123Z',
    text: 'Disk is full\nRunbook: https://wiki.example/disk\nSource: http://prometheus/graph?g0.expr=1',
  });
});

test('ALERT-51 an alert ends by its own end alone: not with a group without it, and not by the end of an earlier one', async () => {
  const { admin, send } = await aSource();
  const names = async () => {
    await at.current.decideAlerts();
    return (await openOf(admin, 'Ends')).map(({ subject }) => subject).toSorted();
  };
  const a = one({ alertname: 'EndsA' });
  const b = one({ alertname: 'EndsB' });
  await send(group([a, b]));
  await send(group([a], { truncatedAlerts: 1 }));
  await send(group([]));
  expect(await names()).toEqual(['EndsA', 'EndsB']);
  await send(group([{ ...b, status: 'resolved', startsAt: '2026-10-01T00:00:00Z' }]));
  expect(await names()).toEqual(['EndsA', 'EndsB']);
  await send(group([{ ...b, status: 'resolved' }]));
  expect(await names()).toEqual(['EndsA']);
  // Its end was lost: the next beginning replaces it.
  await send(group([{ ...a, startsAt: '2026-11-02T00:00:00Z' }]));
  expect(await names()).toEqual(['EndsA']);
  await send(group([{ ...a, status: 'resolved' }]));
  expect(await names()).toEqual(['EndsA']);
});

test('ALERT-52 what Grafana adds is ignored, and a program that is removed takes its alerts with it', async () => {
  const { admin, send, source, path } = await aSource();
  const extra = { values: { A: null }, dashboardURL: 'http://g/d/1', silenceURL: 'http://g/s', orgId: 1 };
  const { fingerprint: _, ...old } = one({ alertname: 'Grafana', severity: 'low' });
  const grafana = group([{ ...old, ...extra }], { version: '1', title: '[FIRING:1]', state: 'alerting' });
  expect((await send(grafana)).statusCode).toBe(202);
  await at.current.decideAlerts();
  expect(await openOf(admin, 'Grafana')).toMatchObject([{ severity: 'info' }]);
  const listed = (await admin.call(alertSources.list, {})).find(({ id }) => id === source.id);
  expect(listed?.lastSeenAt).not.toBeNull();
  expect(JSON.stringify(listed)).not.toContain(path.split('/').at(-1));
  await admin.call(alertSources.remove, { params: { id: source.id } });
  await at.current.decideAlerts();
  expect(await openOf(admin, 'Grafana')).toEqual([]);
  expectRefusal(await send(grafana), 404);
});

test('ALERT-53 a group that is wrong, too long or from nobody is refused with what to do', async () => {
  const { send, path } = await aSource();
  const { anonymous, logLines } = at.current;
  expectRefusal(await anonymous.send({ method: 'POST', url: '/api/alerts/in/x', payload: group([]) }), 404);
  expectRefusal(await send({ hello: 1 }), 400, 'validation_failed');
  const late = expectRefusal(await send(group([one({}, { startsAt: 'yesterday' })])), 400);
  expect(late.message).toContain('Use a time such as 2026-11-29T10:00:00Z');
  const many = Array.from({ length: 1_001 }, (_, n) => one({ n: String(n) }));
  const refused = expectRefusal(await send(group(many)), 400);
  expect(refused.message).toContain('set max_alerts in the receiver');
  // Texts that the database cannot store are cut or cleaned, so that the rest of the group arrives.
  const strange = one(
    { alertname: 'Odd\0', ['x'.repeat(300)]: '\ud800' },
    { fingerprint: 'odd', annotations: { summary: 'y'.repeat(9_000) } },
  );
  expect((await send(group([strange]))).statusCode).toBe(202);
  await at.current.decideAlerts();
  expect(logLines.join('')).not.toContain(path.split('/').at(-1));
});

test('ALERT-62 an alert whose program is gone is closed by hand, and begins anew when it is sent again', async () => {
  const { admin, send } = await aSource();
  const [alert] = [one({ instance: 'gone' })];
  await send(group([alert]));
  await at.current.decideAlerts();
  const [open] = await openOf(admin, 'DiskFull on gone');
  const params = { id: open?.id ?? '' };
  const viewer = await at.current.signedIn({ role: 'viewer' });
  const url = `/api/alerts/${params.id}/close`;
  expectRefusal(await viewer.send({ method: 'POST', url, payload: {} }), 403);
  await admin.call(alerts.close, { params, body: { note: 'Prometheus was replaced' } });
  await at.current.decideAlerts();
  expect(await openOf(admin, 'DiskFull on gone')).toEqual([]);
  const { timeline, resolvedAt } = await admin.call(alerts.find, { params });
  expect(resolvedAt).not.toBeNull();
  expect(timeline).toContainEqual(
    expect.objectContaining({ what: 'closed', text: 'Prometheus was replaced' }),
  );
  expectRefusal(await admin.send({ method: 'POST', url, payload: {} }), 409, 'alert_over');
  await send(group([alert]));
  await at.current.decideAlerts();
  expect(await openOf(admin, 'DiskFull on gone')).toHaveLength(1);
});

test('ALERT-53 a program may have five thousand open alerts, and its ends always arrive', async () => {
  const { send, source } = await aSource();
  await at.current.database.pool.query(
    `insert into alerts (fingerprint, kind, severity, state, subject, text, labels, started_at, resolved_at, progress)
     select 'external:' || $1 || '-' || n || '-x:external', 'external', 'info', 'firing', 'Many', '', '{}', now(), null, '{}'
     from generate_series(1, 5000) n`,
    [source.id.replaceAll('-', '').slice(0, 12)],
  );
  const refusal = await send(group([one({})]));
  expectRefusal(refusal, 429);
  expect(refusal.headers['retry-after']).toBe('300');
  expect((await send(group([one({}, { status: 'resolved' })]))).statusCode).toBe(202);
});
