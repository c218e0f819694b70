import { expect, test } from 'vitest';
import { alerts } from '../../contract/calls/alerts.ts';
import { heartbeats } from '../../contract/calls/heartbeats.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { observeOverdue } from './beats.ts';
import { nextBeat } from './next-beat.ts';

const at = withApp();

async function aHeartbeat(fields: {
  name: string;
  periodSeconds?: number;
  cron?: string;
  graceSeconds?: number;
}) {
  const admin = await at.current.signedIn({ role: 'admin' });
  const { id, url } = await admin.call(heartbeats.create, { body: { periodSeconds: 3_600, ...fields } });
  const { pathname } = new URL(url);
  const send = (rest = '', method: 'GET' | 'HEAD' | 'POST' = 'GET', payload?: string) =>
    at.current.anonymous.send({
      method,
      url: pathname + rest,
      ...(payload !== undefined && { payload, headers: { 'content-type': 'text/x-log' } }),
    });
  const find = async () => (await admin.call(heartbeats.list, {})).find((one) => one.id === id);
  const alert = async () => {
    await at.current.decideAlerts();
    return (await admin.call(alerts.list, {})).find(({ subject }) => subject === fields.name);
  };
  const move = (column: 'due_at' | 'started_at', ago: string) =>
    at.current.database.pool.query(`update heartbeats set ${column} = now() - $2::interval where id = $1`, [
      id,
      ago,
    ]);
  return { admin, id, pathname, send, find, alert, move };
}

test('ALERT-54 a beat by GET, HEAD or POST makes a heartbeat well until its time', async () => {
  const { send, find, alert, pathname } = await aHeartbeat({ name: 'backup' });
  expect(await find()).toMatchObject({ state: 'new', lastBeatAt: null, dueAt: null });
  expect(JSON.stringify(await find())).not.toContain(pathname.split('/').at(-1));
  for (const method of ['HEAD', 'GET', 'POST'] as const) {
    await at.current.database.pool.query(`update heartbeats set state = 'new', last_beat_at = null`);
    const answer = await send('', method);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const { state, lastBeatAt, dueAt } = (await find())!;
    expect(state).toBe('up');
    expect(new Date(dueAt!).getTime() - new Date(lastBeatAt!).getTime()).toBe(3_600_000);
  }
  expect(await alert()).toBeUndefined();
  expect(at.current.logLines.join('')).not.toContain(pathname.split('/').at(-1));
});

test('ALERT-55 a beat that is missing is late first, then down, and the next beat ends the alert', async () => {
  const { send, find, alert, move } = await aHeartbeat({ name: 'sync', graceSeconds: 600 });
  await send();
  await move('due_at', '5 minutes');
  expect(await alert()).toBeUndefined();
  expect((await find())?.state).toBe('late');
  await move('due_at', '11 minutes');
  expect(await alert()).toMatchObject({
    kind: 'heartbeat',
    severity: 'critical',
    text: expect.stringMatching(/^The last beat was at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/),
  });
  expect((await find())?.state).toBe('down');
  await send();
  expect(await alert()).toBeUndefined();
  expect((await find())?.state).toBe('up');
});

test('ALERT-56 a failure is an alert at once, with the end of the output of the job', async () => {
  const { send, find, alert } = await aHeartbeat({ name: 'import' });
  await send('/fail');
  expect(await alert()).toMatchObject({ text: 'The job failed' });
  await send('/3', 'POST', `${'x'.repeat(2_000)}\0 disk is full\n`);
  expect((await alert())?.text).toMatch(/^The job failed with exit status 3: x{400,} disk is full$/);
  expect((await find())?.state).toBe('down');
  await send('/0', 'POST');
  expect(await alert()).toBeUndefined();
});

test('ALERT-57 a job that has started has its grace to end', async () => {
  const { send, find, alert, move } = await aHeartbeat({ name: 'reindex', graceSeconds: 600 });
  await send('/start');
  expect((await find())?.state).toBe('new');
  await move('started_at', '9 minutes');
  expect(await alert()).toBeUndefined();
  await move('started_at', '11 minutes');
  expect((await alert())?.text).toMatch(/^The job that started at .* UTC has not ended$/);
  await send();
  await send('/start');
  // The time of the next beat passes while the job runs.
  await move('due_at', '1 minute');
  expect(await alert()).toBeUndefined();
  expect((await find())?.state).toBe('up');
});

test('ALERT-58 after the product was away, nothing is missing before the grace has passed again', async () => {
  const { send, find, move } = await aHeartbeat({ name: 'nightly', graceSeconds: 600 });
  await send();
  await move('due_at', '1 hour');
  const { db } = at.current.database;
  await observeOverdue(db, new Date());
  expect((await find())?.state).toBe('late');
  await observeOverdue(db, new Date(Date.now() - 3_600_000));
  expect((await find())?.state).toBe('down');
});

test('ALERT-59 an unknown address, another word, a body that is too long and a wrong schedule are refused', async () => {
  const { admin, send, id, alert } = await aHeartbeat({ name: 'limits' });
  expectRefusal(await at.current.anonymous.send({ url: '/api/beat/nothing' }), 404);
  for (const signal of ['/stop', '/1000', '/-1', '/']) expectRefusal(await send(signal), 404);
  expectRefusal(await send('', 'POST', 'x'.repeat(70_000)), 413);
  const create = (payload: object) =>
    admin.send({ method: 'POST', url: '/api/heartbeats', payload: { name: 'wrong', ...payload } });
  for (const [payload, field] of [
    [{}, 'periodSeconds'],
    [{ periodSeconds: 60, cron: '* * * * *' }, 'periodSeconds'],
    [{ periodSeconds: 60, zone: 'Europe/Berlin' }, 'zone'],
    [{ cron: 'every day' }, 'cron'],
    [{ cron: '* * * * * *' }, 'cron'],
    [{ cron: '0 0 30 2 *' }, 'cron'],
    [{ cron: '0 2 * * *', zone: 'Mars' }, 'zone'],
    [{ periodSeconds: 60, serverId: crypto.randomUUID() }, 'serverId'],
  ] as const)
    expect(Object.keys(expectRefusal(await create(payload), 400, 'validation_failed').fields!)).toEqual([
      field,
    ]);
  await send('/fail');
  expect(await alert()).toBeDefined();
  await admin.call(heartbeats.remove, { params: { id } });
  expect(await alert()).toBeUndefined();
  expectRefusal(await send(), 404);
});

test('ALERT-64 a changed heartbeat keeps its address, and is late and missing by its new schedule', async () => {
  const { admin, send, find, id, move } = await aHeartbeat({ name: 'renamed' });
  await send();
  await move('due_at', '1 minute');
  await observeOverdue(at.current.database.db, new Date(0));
  expect((await find())?.state).toBe('late');
  const body = { name: 'Backup of mail', periodSeconds: 60, graceSeconds: 30 };
  const { dueAt, ...changed } = await admin.call(heartbeats.update, { params: { id }, body });
  expect(changed).toMatchObject({ ...body, cron: null, state: 'up' });
  expect(Math.abs(Date.parse(dueAt!) - Date.now() - 60_000)).toBeLessThan(30_000);
  expect((await send()).statusCode).toBe(204);
  const put = (payload: object, to = id) =>
    admin.send({ method: 'PUT', url: `/api/heartbeats/${to}`, payload });
  expect(Object.keys(expectRefusal(await put({ name: 'x', cron: 'often' }), 400).fields!)).toEqual(['cron']);
  expectRefusal(await put(body, crypto.randomUUID()), 404);
  expect((await find())?.name).toBe('Backup of mail');
});

test('ALERT-59 one heartbeat may report 120 times a minute', async () => {
  const { send } = await aHeartbeat({ name: 'busy' });
  let answer = await send();
  for (let n = 0; n < 150 && answer.statusCode !== 429; n += 1)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, so that the count is exact.
    answer = await send();
  expectRefusal(answer, 429);
});

const daily = (zone: string | null, cron = '30 2 * * *') => ({ periodSeconds: null, cron, zone });
const after = (schedule: ReturnType<typeof daily>, now: string) =>
  nextBeat(schedule, new Date(now))?.toISOString();

test('ALERT-60 cron follows the time of its zone across both changes of daylight saving', () => {
  const berlin = daily('Europe/Berlin');
  expect(after(berlin, '2026-03-27T12:00:00Z')).toBe('2026-03-28T01:30:00.000Z');
  // 02:30 does not exist on 29 March. Like cron, the job runs as soon as the clock has moved, at 03:00.
  expect(after(berlin, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  expect(after(berlin, '2026-03-29T12:00:00Z')).toBe('2026-03-30T00:30:00.000Z');
  // 02:30 exists twice on 25 October: the first one counts, and it is expected once.
  expect(after(berlin, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(after(berlin, '2026-10-25T00:31:00Z')).toBe('2026-10-26T01:30:00.000Z');
  expect(after(daily('America/New_York'), '2026-11-28T12:00:00Z')).toBe('2026-11-29T07:30:00.000Z');
  expect(after(daily(null), '2026-11-28T12:00:00Z')).toBe('2026-11-29T02:30:00.000Z');
});

test('ALERT-60 a beat shortly before its time belongs to it, as the other clock may be ahead', () => {
  expect(after(daily(null), '2026-11-28T02:29:30Z')).toBe('2026-11-29T02:30:00.000Z');
  expect(after(daily(null), '2026-11-28T02:20:00Z')).toBe('2026-11-28T02:30:00.000Z');
});
