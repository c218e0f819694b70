import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { checks } from '../../contract/checks.ts';
import type { Check } from '../../contract/checks.ts';
import type { Args } from '../../contract/endpoint.ts';
import { servers } from '../../contract/servers.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { thinResults } from './queries.ts';

const at = withApp({ settings: { CHECK_ALLOW: '127.0.0.0/8', RATE_LIMIT_SCALE: '100' } });
const web = withWebTarget((_, response) => response.end('All is well'));

type CheckInput = Partial<Check> & Pick<Check, 'kind' | 'target'>;
const aServer = (client: Client, check: CheckInput | null, name = 'web-01') =>
  client.call(servers.create, { body: { name, check } });
const run = (client: Client, id: string) => client.call(checks.run, { params: { id } });

describe('checks on demand', () => {
  test('INFRA-11 http: status, expected status and expected text', async () => {
    const ann = await at.current.signedIn();
    const good = await aServer(ann, { kind: 'http', target: web.current.url, expectText: 'well' });
    expect(await run(ann, good.id)).toMatchObject({
      outcome: 'good',
      status: 'online',
      message: 'It answered 200',
    });
    const found = await ann.call(servers.find, { params: { id: good.id } });
    expect(found).toMatchObject({ status: 'online', simulated: false, measured: [] });
    const missing = await aServer(ann, {
      kind: 'http',
      target: web.current.url,
      expectText: 'broken',
      retries: 1,
    });
    expect(await run(ann, missing.id)).toMatchObject({ outcome: 'bad', status: 'offline' });
    const other = await aServer(ann, {
      kind: 'http',
      target: web.current.url,
      expectStatus: 204,
      retries: 1,
    });
    expect(await run(ann, other.id)).toMatchObject({ outcome: 'bad', message: 'It answered 200, not 204' });
  });

  test('INFRA-11 tcp: a port that takes connections, and one that refuses', async () => {
    const ann = await at.current.signedIn();
    const listener = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const server = await aServer(ann, { kind: 'tcp', target: `127.0.0.1:${port}`, retries: 1 });
    expect(await run(ann, server.id)).toMatchObject({ outcome: 'good' });
    await new Promise((resolve) => listener.close(resolve));
    expect(await run(ann, server.id)).toMatchObject({
      outcome: 'bad',
      message: 'The connection was refused',
    });
  });

  test('INFRA-11 a target that never answers is given up after the time-out', async () => {
    const ann = await at.current.signedIn();
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const server = await aServer(ann, { kind: 'http', target: `http://127.0.0.1:${port}`, timeoutMs: 200 });
    expect(await run(ann, server.id)).toMatchObject({ outcome: 'bad', message: 'No answer within 200 ms' });
    silent.close();
  });

  test('INFRA-11 an exporter: CPU from two scrapes; unknown figures are not named as measured', async () => {
    let idle = 100;
    web.current.answer = (_, response) =>
      response.end(
        `node_cpu_seconds_total{cpu="0",mode="idle"} ${(idle += 60)}\nnode_cpu_seconds_total{cpu="0",mode="user"} ${idle / 2}\n` +
          'node_memory_MemTotal_bytes 100\nnode_memory_MemAvailable_bytes 60\nnode_time_seconds 500\nnode_boot_time_seconds 100\n',
      );
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, { kind: 'node_exporter', target: `127.0.0.1:${web.current.port}` });
    expect(await run(ann, id)).not.toHaveProperty('cpuUsage');
    expect(await ann.call(servers.find, { params: { id } })).toMatchObject({
      cpuUsage: 0,
      memoryUsage: 40,
      uptime: 400,
      measured: ['memoryUsage', 'uptime'],
    });
    expect((await run(ann, id)).cpuUsage).toBeCloseTo(33.333, 2);
    web.current.answer = (_, response) => response.end('All is well');
  });

  test('threat 79 a redirect to a place that checks may not reach is not followed', async () => {
    const ann = await at.current.signedIn();
    web.current.answer = (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url, retries: 1 });
    expect((await run(ann, id)).message).toContain('CHECK_ALLOW');
    web.current.answer = (request, response) =>
      request.url === '/'
        ? response.writeHead(302, { location: '/home' }).end()
        : response.end('All is well');
    expect(await run(ann, id)).toMatchObject({ outcome: 'good' });
    web.current.answer = (_, response) => response.writeHead(302, { location: '/' }).end();
    const before = web.current.hits.length;
    expect((await run(ann, id)).message).toContain('redirects more than 10 times');
    expect(web.current.hits.length - before).toBe(11);
    web.current.answer = (_, response) => response.end('All is well');
  });

  test('threat 81 nothing of the answer comes back, and a wrong target is refused', async () => {
    const ann = await at.current.signedIn();
    web.current.answer = (_, response) => response.writeHead(500).end('secret-of-the-server');
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url, retries: 1 });
    expect(JSON.stringify(await run(ann, id))).not.toContain('secret-of-the-server');
    web.current.answer = (_, response) => response.end('All is well');
    const body = { name: 'x', check: { kind: 'tcp', target: '8.8.8.8;id' } };
    const answer = await ann.send({ method: 'POST', url: '/api/servers', payload: body });
    expect(expectRefusal(answer, 400, 'validation_failed').fields).toHaveProperty('check.target');
  });

  test('INFRA-09 without a check there is nothing to run', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, null);
    expectRefusal(await ann.send({ method: 'POST', url: `/api/servers/${id}/check` }), 409, 'no_check');
  });
});

describe('threat 57 figures from outside', () => {
  test('INFRA-09 are stored, marked as simulated and counted nowhere', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, null, 'db-01');
    const body = { cpuUsage: 12, memoryUsage: 34, diskUsage: 56, uptime: 90_061, status: 'warning' as const };
    const changed = await ann.call(servers.metrics, { params: { id }, body });
    expect(changed).toMatchObject({ ...body, simulated: true, status: 'warning' });
    expect(await ann.call(checks.availability, { params: { id } })).toEqual({
      h24: null,
      d7: null,
      d30: null,
    });
    const [result] = await ann.call(checks.list, { params: { id } });
    expect(result).toMatchObject({ simulated: true, good: 0, bad: 0, cpuUsage: 12, outcome: 'warning' });
    const down = { ...body, cpuUsage: 3, status: 'offline' as const };
    expect(await ann.call(servers.metrics, { params: { id }, body: down })).toMatchObject(down);
    const [, second] = await ann.call(checks.list, { params: { id } });
    expect(second).toMatchObject({ outcome: 'bad', good: 0, bad: 0 });
  });

  test.each([
    { cpuUsage: 1e9 },
    { cpuUsage: -1 },
    { cpuUsage: '5' },
    { cpuUsage: null },
    { uptime: -1 },
    { status: 'fine' },
  ])('threat 57 %j is refused', async (body) => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, null);
    const answer = await ann.send({ method: 'PUT', url: `/api/servers/${id}/metrics`, payload: body });
    expectRefusal(answer, 400, 'validation_failed');
  });

  test('INFRA-09 a figure next to nothing is nothing; half a character in a check is the sign for a lost one', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, null);
    const body = { cpuUsage: 1e-46, memoryUsage: 99.99999, diskUsage: 5e-324 };
    const stored = await ann.call(servers.metrics, { params: { id }, body });
    expect(stored).toMatchObject({ cpuUsage: 0, memoryUsage: 100, diskUsage: 0 });
    const payload = { check: { kind: 'http', target: web.current.url, expectText: '\ud800' } };
    const answer = await ann.send({ method: 'PUT', url: `/api/servers/${id}`, payload });
    expect(answer.json()).toMatchObject({ check: { expectText: '\ufffd' } });
    const notes = await ann.send({ method: 'PUT', url: `/api/servers/${id}`, payload: { notes: 'a\ud800' } });
    expect(notes.json()).toMatchObject({ notes: 'a\ufffd' });
  });

  test('threat 57 are refused where a check measures', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url });
    const answer = await ann.send({
      method: 'PUT',
      url: `/api/servers/${id}/metrics`,
      payload: { cpuUsage: 5 },
    });
    expectRefusal(answer, 409, 'checked_by_probe');
  });
});

describe('what follows from results', () => {
  test('INFRA-11 one incident and one notification an event, however many checks fail', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url, retries: 2 });
    await bob.call(servers.watch, { params: { id } });
    await run(ann, id);
    web.current.answer = (_, response) => response.writeHead(503).end();
    for (let round = 0; round < 5; round += 1) await run(ann, id);
    expect(await ann.call(checks.incidents, { params: { id } })).toMatchObject([
      { endedAt: null, message: 'It answered 503' },
    ]);
    web.current.answer = (_, response) => response.end('All is well');
    await run(ann, id);
    const [incident] = await ann.call(checks.incidents, { params: { id } });
    expect(incident?.endedAt).not.toBeNull();
    const { rows } = await at.current.database.pool.query<{ user_id: string; title: string }>(
      'select user_id, title from notifications where link = $1 order by created_at',
      [`/infrastructure?server=${id}`],
    );
    for (const user of [ann.user, bob.user])
      expect(rows.filter((row) => row.user_id === user.id).map(({ title }) => title)).toEqual([
        'web-01 is offline: It answered 503',
        'web-01 is online: It answered 200',
      ]);
  });

  test('INFRA-11 who saves what else is known of a server, or imports an older file, ends no incident and forgets nothing of its check', async () => {
    const ann = await at.current.signedIn();
    const check = { kind: 'http' as const, target: web.current.url, retries: 2, timeoutMs: 9_000 };
    const { id } = await aServer(ann, check, 'stale-01');
    const { pool } = at.current.database;
    await pool.query(`update servers set certificate_expires_at = '2030-01-01' where id = $1`, [id]);
    await run(ann, id);
    const { body: csv } = await ann.send({ url: '/api/servers/export?q=stale-01' });
    web.current.answer = (_, response) => response.writeHead(503).end();
    await run(ann, id);
    // As a form gives it: what is not expected is null.
    const body = { notes: 'seen', check: { ...check, expectStatus: null, expectText: null } };
    await ann.call(servers.update, { params: { id }, body });
    expect(await run(ann, id)).toMatchObject({ status: 'offline' });
    const upload = (text: string) => ann.call(servers.import, { file: new File([text], 'a.csv'), query: {} });
    expect(await upload(csv)).toMatchObject({ updated: 1, failed: 0 });
    const found = () => ann.call(servers.find, { params: { id } });
    expect(await found()).toMatchObject({
      status: 'offline',
      notes: null,
      certificateExpiresAt: '2030-01-01T00:00:00.000Z',
    });
    await run(ann, id);
    web.current.answer = (_, response) => response.end('All is well');
    await run(ann, id);
    const all = await ann.call(checks.incidents, { params: { id } });
    expect(all).toMatchObject([{ message: 'It answered 503', endedAt: expect.any(String) }]);
    const { body: now } = await ann.send({ url: '/api/servers/export?q=stale-01' });
    expect(await upload(now)).toMatchObject({ unchanged: 1, updated: 0 });
    for (const status of ['maintenance', 'unknown']) {
      await upload(`name,status\nstale-01,${status}\n`);
      expect(await found()).toMatchObject({ status });
    }
  });

  test('INFRA-11 an incident ends when somebody says that the server is not down; the next fall is another one', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url, retries: 1 });
    const set = (body: Args<typeof servers.update>['body']) =>
      ann.call(servers.update, { params: { id }, body });
    const ends = async () =>
      (await ann.call(checks.incidents, { params: { id } })).map(({ endedAt }) => endedAt !== null);
    web.current.answer = (_, response) => response.writeHead(503).end();
    await run(ann, id);
    await set({ notes: 'Looking at it' });
    expect(await ends()).toEqual([false]);
    await set({ status: 'maintenance' });
    expect(await ends()).toEqual([true]);
    await set({ status: 'online' });
    await run(ann, id);
    expect(await ends()).toEqual([false, true]);
    await set({ check: null });
    expect(await ends()).toEqual([true, true]);
    web.current.answer = (_, response) => response.end('All is well');
  });

  test.each([
    [
      'the form',
      (ann: Client, id: string) => ann.call(servers.update, { params: { id }, body: { status: 'offline' } }),
    ],
    ['its creation', undefined],
  ])(
    'INFRA-11 a server that %s made offline has one incident and one notice once its check confirms it',
    async (_, say) => {
      const ann = await at.current.signedIn();
      const check = { kind: 'http' as const, target: web.current.url, retries: 2 };
      const status = say ? 'online' : 'offline';
      const { id } = await ann.call(servers.create, { body: { name: 'by-hand', check, status } });
      await say?.(ann, id);
      const bell = async () =>
        (
          await at.current.database.pool.query<{ title: string }>(
            'select title from notifications where link = $1 order by created_at',
            [`/infrastructure?server=${id}`],
          )
        ).rows.map(({ title }) => title);
      const ends = async () =>
        (await ann.call(checks.incidents, { params: { id } })).map(({ endedAt }) => endedAt !== null);
      web.current.answer = (_request, response) => response.writeHead(503).end();
      await run(ann, id);
      expect([await ends(), await bell()]).toEqual([[], []]);
      for (let round = 0; round < 5; round += 1) await run(ann, id);
      expect(await ends()).toEqual([false]);
      expect(await bell()).toEqual(['by-hand is offline: It answered 503']);
      web.current.answer = (_request, response) => response.end('All is well');
      expect(await run(ann, id)).toMatchObject({ status: 'online' });
      expect(await ends()).toEqual([true]);
      expect(await bell()).toEqual([
        'by-hand is offline: It answered 503',
        'by-hand is online: It answered 200',
      ]);
    },
  );

  test('INFRA-12 availability counts good and bad results; maintenance is left out', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url, retries: 1 });
    for (let round = 0; round < 3; round += 1) await run(ann, id);
    web.current.answer = (_, response) => response.writeHead(500).end();
    await run(ann, id);
    await ann.call(servers.update, { params: { id }, body: { status: 'maintenance' } });
    expect(await run(ann, id)).toMatchObject({ outcome: 'maintenance', status: 'maintenance' });
    web.current.answer = (_, response) => response.end('All is well');
    expect(await ann.call(checks.availability, { params: { id } })).toEqual({ h24: 75, d7: 75, d30: 75 });
  });

  test('INFRA-12 results of earlier days become hours; counts and averages stay, nothing is counted twice', async () => {
    const ann = await at.current.signedIn();
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url });
    const { pool, db } = at.current.database;
    await pool.query(
      `insert into check_results (server_id, at, outcome, message, latency_ms)
       select $1, date_trunc('hour', now()) - interval '50 hours' + n * interval '1 minute',
         case when n % 4 = 0 then 'bad' else 'good' end, 'x', n from generate_series(0, 59) n`,
      [id],
    );
    const before = await ann.call(checks.availability, { params: { id } });
    await thinResults(db);
    await thinResults(db);
    expect(await ann.call(checks.availability, { params: { id } })).toEqual(before);
    expect(before).toEqual({ h24: null, d7: 75, d30: 75 });
    const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const hours = await ann.call(checks.list, { params: { id }, query: { from } });
    expect(hours).toMatchObject([{ results: 60, good: 45, bad: 15, latencyMs: 29.5 }]);
  });

  test('INFRA-11 all checks at once are a job', async () => {
    const ann = await at.current.signedIn();
    const { jobId } = await ann.call(checks.runAll, {});
    await expect
      .poll(async () => (await ann.send({ url: `/api/jobs/${jobId}` })).json<{ state: string }>().state, {
        timeout: 20_000,
      })
      .toBe('done');
  });
});
