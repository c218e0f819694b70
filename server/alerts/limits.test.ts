import { expect, test } from 'vitest';
import { alertRules } from '../../contract/calls/alert-rules.ts';
import { alerts } from '../../contract/calls/alerts.ts';
import { serverLimits } from '../../contract/calls/server-limits.ts';
import { servers } from '../../contract/calls/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { recordResult } from '../checks/record.ts';
import { channels } from '../db/schema.ts';
import { lockServer } from '../servers/queries.ts';
import { observeExpiries } from './expiries.ts';

const at = withApp();

/** Days from now. */
const dayIn = (days: number) => new Date(new Date().getTime() + days * 86_400_000).toISOString().slice(0, 10);

const openOf = async (client: Client, subject: string) => {
  await observeExpiries(at.current.database.db);
  await at.current.decideAlerts();
  const open = (await client.call(alerts.list, {})).filter((one) => one.subject === subject);
  return open.map(({ kind, severity, text }) => [kind, severity, text]);
};

test('ALERT-30 a server has limits of its own, or those of the product; wrong ones are refused', async () => {
  const ann = await at.current.signedIn();
  const { id } = await ann.call(servers.create, { body: { name: 'limited' } });
  const params = { id };
  const nothing = { thresholds: {}, expires: {}, leadDays: 30 };
  expect(await ann.call(serverLimits.find, { params })).toEqual(nothing);
  const limits = {
    thresholds: { cpuUsage: { percent: 80, seconds: 600 } },
    expires: { licence: '2030-02-28' },
    leadDays: 60,
  };
  await ann.call(serverLimits.change, { params, body: limits });
  expect(await ann.call(serverLimits.find, { params })).toEqual(limits);
  const viewer = await at.current.signedIn({ role: 'viewer' });
  const put = (client: Client, payload: object, url = `/api/servers/${id}/limits`) =>
    client.send({ method: 'PUT', url, payload });
  for (const wrong of [
    { thresholds: { cpuUsage: { percent: 101 } } },
    { thresholds: { cpuUsage: { percent: 90, seconds: 90_000 } } },
    { expires: { licence: '2030-02-30' } },
    { leadDays: 0 },
  ])
    expectRefusal(await put(ann, wrong), 400, 'validation_failed');
  expectRefusal(await put(viewer, limits), 403);
  expectRefusal(await put(ann, limits, `/api/servers/${crypto.randomUUID()}/limits`), 404);
});

test('ALERT-31 a figure above its limit warns only after it has lasted for its time', async () => {
  const ann = await at.current.signedIn();
  const check = { kind: 'node_exporter' as const, target: '10.0.0.1', retries: 1 };
  const { id } = await ann.call(servers.create, { body: { name: 'lasting', check } });
  const { db, pool } = at.current.database;
  const result = async (outcome: 'good' | 'warning', warnAfterSeconds = 600) =>
    db.transaction(async (tx) => {
      const row = (await lockServer(tx, id))!;
      return (await recordResult(tx, row, { outcome, latencyMs: 1, message: '', warnAfterSeconds })).status;
    });
  await result('good');
  expect([await result('warning'), await result('warning')]).toEqual(['online', 'online']);
  await pool.query(`update servers set worse_since = now() - interval '601 seconds' where id = $1`, [id]);
  expect(await result('warning')).toBe('warning');
  expect(await result('good')).toBe('online');
  // A good result between them begins the time again.
  expect(await result('warning')).toBe('online');
  expect(await result('warning', 0)).toBe('warning');
});

test('ALERT-32 days and certificates are alerts within their lead time, until they are renewed', async () => {
  const ann = await at.current.signedIn();
  const { id } = await ann.call(servers.create, { body: { name: 'expiring' } });
  const params = { id };
  const expires = { licence: dayIn(20), warranty: dayIn(-2), domain: dayIn(40) };
  await ann.call(serverLimits.change, { params, body: { expires } });
  const text = `warranty until ${expires.warranty}, licence until ${expires.licence}`;
  expect(await openOf(ann, 'expiring')).toEqual([['expiry', 'critical', text]]);
  const later = { licence: expires.licence };
  await ann.call(serverLimits.change, { params, body: { expires: later } });
  expect(await openOf(ann, 'expiring')).toEqual([['expiry', 'warning', `licence until ${expires.licence}`]]);
  await ann.call(serverLimits.change, { params, body: { expires: later, leadDays: 7 } });
  expect(await openOf(ann, 'expiring')).toEqual([]);
  const { pool } = at.current.database;
  const certificate = (days: number) =>
    pool.query(`update servers set certificate_expires_at = $2 where id = $1`, [
      id,
      `${dayIn(days)}T12:00:00Z`,
    ]);
  await certificate(3);
  expect(await openOf(ann, 'expiring')).toEqual([
    ['certificate', 'warning', `certificate until ${dayIn(3)}`],
  ]);
  await certificate(90);
  expect(await openOf(ann, 'expiring')).toEqual([]);
});

test('ALERT-33 a day that comes closer is told once a week, also by a rule that repeats every hour', async () => {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { db, pool } = at.current.database;
  const [channel] = await db
    .insert(channels)
    .values({ name: 'Weekly', kind: 'webhook', settings: {} })
    .returning();
  const channelId = channel?.id ?? '';
  await admin.call(alertRules.create, {
    body: {
      name: 'Days',
      filter: 'name:weekly',
      events: ['expiry'],
      channels: [channelId],
      repeatSeconds: 3_600,
    },
  });
  const { id } = await admin.call(servers.create, { body: { name: 'weekly' } });
  await admin.call(serverLimits.change, { params: { id }, body: { expires: { contract: dayIn(5) } } });
  const sent = async () => {
    await openOf(admin, 'weekly');
    const { rows } = await pool.query<{ event: string }>(
      'select event from deliveries where channel_id = $1 order by created_at, step',
      [channelId],
    );
    return rows.map(({ event }) => event);
  };
  const pass = (interval: string) =>
    pool.query(
      `update alerts set progress = jsonb_set(progress, '{clock,ms}',
         to_jsonb((progress #>> '{clock,ms}')::float8 + extract(epoch from $1::interval) * 1000))
       where subject = 'weekly' and resolved_at is null`,
      [interval],
    );
  expect(await sent()).toEqual(['firing']);
  await pass('6 days');
  expect(await sent()).toEqual(['firing']);
  await pass('1 day');
  expect(await sent()).toEqual(['firing', 'repeat']);
});

test('ALERT-34 a certificate is told by its own alert, and does not hide another warning', async () => {
  const ann = await at.current.signedIn();
  const { id } = await ann.call(servers.create, { body: { name: 'told-once' } });
  const { db } = at.current.database;
  const certificateExpiresAt = new Date(`${dayIn(3)}T12:00:00Z`);
  const warn = async (message: string, isOfCertificate?: true) => {
    const observation = { outcome: 'warning' as const, latencyMs: 1, message, certificateExpiresAt };
    for (let n = 0; n < 3; n++)
      // oxlint-disable-next-line no-await-in-loop -- One result after the other.
      await db.transaction(async (tx) => {
        const row = (await lockServer(tx, id))!;
        await recordResult(tx, row, { ...observation, ...(isOfCertificate && { isOfCertificate }) });
      });
    return openOf(ann, 'told-once');
  };
  const certificate = ['certificate', 'warning', `certificate until ${dayIn(3)}`];
  expect(await warn('The certificate expires in 3 days', true)).toEqual([certificate]);
  expect(await warn('Disk is 95 % used')).toEqual(
    expect.arrayContaining([certificate, ['warning', 'warning', 'Disk is 95 % used']]),
  );
  expect(await warn('The certificate expires in 2 days', true)).toEqual([certificate]);
});
