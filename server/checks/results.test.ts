import { describe, expect, test } from 'vitest';
import { checks } from '../../contract/calls/checks.ts';
import { type Check } from '../../contract/shared/check.ts';
import type { Args } from '../../contract/calls/endpoint.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { thinResults } from './queries.ts';

const at = withApp({ settings: { CHECK_ALLOW: '127.0.0.0/8', RATE_LIMIT_SCALE: '100' } });
const web = withWebTarget((_, response) => response.end('All is well'));

type CheckInput = Partial<Check> & Pick<Check, 'kind' | 'target'>;
const aServer = (client: Client, check: CheckInput | null, name = 'web-01') =>
  client.call(servers.create, { body: { name, check } });
const run = (client: Client, id: string) => client.call(checks.run, { params: { id } });

describe('effects of results', () => {
  test('INFRA-11 creates one incident and one notification for an event, however many checks fail', async () => {
    const ann = await at.current.signedIn();
    const bob = await at.current.signedIn({ firstName: 'Bob' });
    const { id } = await aServer(ann, { kind: 'http', target: web.current.url, retries: 2 });
    await bob.call(servers.watch, { params: { id } });
    await run(ann, id);
    web.current.answer = (_, response) => response.writeHead(503).end();
    for (let round = 0; round < 5; round += 1) await run(ann, id);
    await at.current.decideAlerts();
    expect(await ann.call(checks.incidents, { params: { id } })).toMatchObject([
      { endedAt: null, message: 'It answered 503' },
    ]);
    web.current.answer = (_, response) => response.end('All is well');
    await run(ann, id);
    await at.current.decideAlerts();
    const [incident] = await ann.call(checks.incidents, { params: { id } });
    expect(incident?.endedAt).not.toBeNull();
    const { rows } = await at.current.database.pool.query<{ user_id: string; title: string; read: boolean }>(
      'select user_id, title, read_at is not null as read from notifications where link = $1 order by created_at',
      [`/infrastructure/${id}`],
    );
    for (const user of [ann.user, bob.user])
      expect(rows.filter((row) => row.user_id === user.id).map(({ title, read }) => [title, read])).toEqual([
        [expect.stringMatching(/^web-01 is down since .+: It answered 503$/), true],
        ['web-01 is up again after a moment', false],
      ]);
  });

  test(
    'INFRA-11 saving other fields of a server, or importing an older file, ends no incident' +
      'and keeps the state of its check',
    async () => {
      const ann = await at.current.signedIn();
      const check = { kind: 'http' as const, target: web.current.url, retries: 2, timeoutMs: 9_000 };
      const { id } = await aServer(ann, check, 'stale-01');
      const { pool } = at.current.database;
      await pool.query(`update servers set certificate_expires_at = '2030-01-01' where id = $1`, [id]);
      await run(ann, id);
      const { body: csv } = await ann.send({ url: '/api/servers/export?q=stale-01' });
      web.current.answer = (_, response) => response.writeHead(503).end();
      await run(ann, id);
      // A form sends null for expectations that are not set.
      const body = { notes: 'seen', check: { ...check, expectStatus: null, expectText: null } };
      await ann.call(servers.update, { params: { id }, body });
      expect(await run(ann, id)).toMatchObject({ status: 'offline' });
      const upload = (text: string) =>
        ann.call(servers.import, { file: new File([text], 'a.csv'), query: {} });
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
    },
  );

  test('INFRA-11 an incident ends when somebody sets the server to another status; the next failure starts a new one', async () => {
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
    'INFRA-11 a server that %s set to offline has one incident and one notification once its check confirms it',
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
            [`/infrastructure/${id}`],
          )
        ).rows.map(({ title }) => title);
      const ends = async () =>
        (await ann.call(checks.incidents, { params: { id } })).map(({ endedAt }) => endedAt !== null);
      web.current.answer = (_request, response) => response.writeHead(503).end();
      await run(ann, id);
      expect([await ends(), await bell()]).toEqual([[], []]);
      for (let round = 0; round < 5; round += 1) await run(ann, id);
      await at.current.decideAlerts();
      expect(await ends()).toEqual([false]);
      const isDown = expect.stringMatching(/^by-hand is down since .+: It answered 503$/) as string;
      expect(await bell()).toEqual([isDown]);
      web.current.answer = (_request, response) => response.end('All is well');
      expect(await run(ann, id)).toMatchObject({ status: 'online' });
      await at.current.decideAlerts();
      expect(await ends()).toEqual([true]);
      expect(await bell()).toEqual([isDown, 'by-hand is up again after a moment']);
    },
  );

  test('INFRA-12 availability counts good and bad results and leaves out maintenance', async () => {
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
         case when n % 4 = 0 then 'bad' when n % 4 = 1 and n < 20 then 'warning' else 'good' end, 'x', n from generate_series(0, 59) n`,
      [id],
    );
    const before = await ann.call(checks.availability, { params: { id } });
    await thinResults(db);
    await thinResults(db);
    expect(await ann.call(checks.availability, { params: { id } })).toEqual(before);
    expect(before).toEqual({ h24: null, d7: 75, d30: 75 });
    const from = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const hours = await ann.call(checks.list, { params: { id }, query: { from } });
    expect(hours).toMatchObject([{ results: 60, good: 45, warnings: 5, bad: 15, latencyMs: 29.5 }]);
  });

  test('INFRA-11 running all checks at once is a job', async () => {
    const ann = await at.current.signedIn();
    const { jobId } = await ann.call(checks.runAll, {});
    await expect
      .poll(async () => (await ann.send({ url: `/api/jobs/${jobId}` })).json<{ state: string }>().state, {
        timeout: 20_000,
      })
      .toBe('done');
  });
});
