import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checks } from '../../contract/calls/checks.ts';
import { servers } from '../../contract/calls/servers.ts';
import { SERVER_SORTS, type ServerSort } from '../../contract/shared/server-words.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { MIGRATIONS } from '../db/migrate.ts';

const at = withApp({ settings: { CHECK_ALLOW: '127.0.0.0/8', RATE_LIMIT_SCALE: '100' } });
const EXPORTER =
  'node_memory_MemTotal_bytes 100\nnode_memory_MemAvailable_bytes 60\nnode_time_seconds 500\nnode_boot_time_seconds 100\n';
const web = withWebTarget((_, response) => response.end(EXPORTER));

const find = (client: Client, id: string) => client.call(servers.find, { params: { id } });
const run = (client: Client, id: string) => client.call(checks.run, { params: { id } });
const exporter = () => ({ kind: 'node_exporter' as const, target: web.current.url, retries: 1 });

describe('since when a server is as it is', () => {
  test('INFRA-12 statusSince is the start of the status, set by a check, a person or an import', async () => {
    const ann = await at.current.signedIn();
    const { id, statusSince: first } = await ann.call(servers.create, { body: { name: 'since-01' } });
    expect(first).not.toBeNull();
    await at.current.database.pool.query(
      `update servers set status_since = now() - interval '1 hour' where id = $1`,
      [id],
    );
    const before = (await find(ann, id)).statusSince;
    const saved = await ann.call(servers.update, { params: { id }, body: { notes: 'x', status: 'unknown' } });
    expect(saved.statusSince).toBe(before);
    const offline = await ann.call(servers.update, { params: { id }, body: { status: 'offline' } });
    expect(Date.parse(offline.statusSince ?? '')).toBeGreaterThan(Date.parse(before ?? ''));

    await ann.call(servers.update, { params: { id }, body: { check: exporter() } });
    const { checkedAt } = await run(ann, id);
    const online = await find(ann, id);
    expect(online.status).toBe('online');
    expect(Date.parse(online.statusSince ?? '')).toBeGreaterThanOrEqual(Date.parse(checkedAt));
    await run(ann, id);
    expect((await find(ann, id)).statusSince).toBe(online.statusSince);
  });

  test('INFRA-12 figures have a time and become outdated after two intervals; others keep their defaults', async () => {
    const ann = await at.current.signedIn();
    const never = await ann.call(servers.create, { body: { name: 'never-01' } });
    expect(never).toMatchObject({ cpuUsage: 0, uptime: 0, measured: [], measuredAt: null, outdatedAt: null });
    const own = await ann.call(servers.create, {
      body: { name: 'own-01', check: { ...exporter(), intervalSeconds: 600 } },
    });
    const usual = await ann.call(servers.create, { body: { name: 'usual-01', check: exporter() } });
    for (const [{ id }, seconds] of [
      [own, 1_200],
      [usual, 2 * at.current.config.CHECK_INTERVAL_SECONDS || 120],
    ] as const) {
      const { checkedAt } = await run(ann, id);
      const { measuredAt, outdatedAt, memoryUsage } = await find(ann, id);
      expect({ measuredAt, memoryUsage }).toEqual({ measuredAt: checkedAt, memoryUsage: 40 });
      expect(Date.parse(outdatedAt ?? '') - Date.parse(checkedAt)).toBe(seconds * 1_000);
    }
    // A failed check keeps the figures with their time.
    const { measuredAt } = await find(ann, own.id);
    web.current.answer = (_, response) => response.writeHead(503).end();
    await run(ann, own.id);
    expect(await find(ann, own.id)).toMatchObject({ status: 'offline', measuredAt, memoryUsage: 40 });
  });

  test('INFRA-09 simulated figures are never measured, and end with the first real result', async () => {
    const ann = await at.current.signedIn();
    const { id } = await ann.call(servers.create, { body: { name: 'pretended-01' } });
    const body = { cpuUsage: 93, status: 'warning' } as const;
    const simulated = await ann.call(servers.metrics, { params: { id }, body });
    expect(simulated).toMatchObject({ simulated: true, cpuUsage: 93, measuredAt: null, outdatedAt: null });
    // Until the new check has a result, the state is the simulated one.
    const check = { kind: 'http' as const, target: web.current.url, retries: 1 };
    const waiting = await ann.call(servers.update, { params: { id }, body: { check } });
    expect(waiting).toMatchObject({ simulated: true, status: 'warning' });
    web.current.answer = (_, response) => response.writeHead(503).end();
    await run(ann, id);
    expect(await find(ann, id)).toMatchObject({
      simulated: false,
      status: 'offline',
      cpuUsage: 0,
      measured: [],
    });
  });
});

describe('the order of the list', () => {
  const sorted = async (client: Client, sort: ServerSort) => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.page(servers.list, { query: { q: 'sort-', sort, limit: 2, cursor } });
      names.push(...page.items.map(({ name }) => name.replace('sort-', '')));
      cursor = page.nextCursor;
    } while (cursor);
    const whole = await client.call(servers.list, { query: { q: 'sort-', sort } });
    expect(whole.map(({ name }) => name.replace('sort-', ''))).toEqual(names);
    return names.join(' ');
  };

  test('INFRA-14 pages in each order contain every server once; those without a value come last', async () => {
    const ann = await at.current.signedIn();
    for (const [name, body, figures] of [
      ['10', { environment: 'production', operatingSystem: 'Zorin', teamOwner: 'B' }, { cpuUsage: 12.4 }],
      ['9', { environment: 'staging', operatingSystem: 'alpine', teamOwner: 'b' }, { cpuUsage: 12.6 }],
      ['a', { environment: 'production', serverLocation: 'Ä', serverType: 'virtual' }, { cpuUsage: 0 }],
      ['B', { primaryFunction: 'web', serverType: 'physical' }, { uptime: 5, status: 'warning' as const }],
      ['c', {}, undefined],
    ] as const) {
      const { id } = await ann.call(servers.create, { body: { name: `sort-${name}`, ...body } });
      if (figures) await ann.call(servers.metrics, { params: { id }, body: figures });
    }
    for (const [n, name] of ['c', 'B', 'a', '9', '10'].entries())
      await at.current.database.pool.query(
        `update servers set status_since = now() + $1 * interval '1 minute' where name = $2`,
        [n, `sort-${name}`],
      );
    const expected: Partial<Record<ServerSort, string>> = {
      name: '9 10 a B c',
      '-name': 'c B a 10 9',
      status: 'B c 9 10 a',
      environment: '10 a 9 B c',
      cpu: 'a 10 9 B c',
      '-cpu': '9 10 a B c',
      uptime: 'B 9 10 a c',
      since: 'c B a 9 10',
      '-since': '10 9 a B c',
      checked: '10 9 a B c',
      '-checked': 'B a 9 10 c',
      os: '9 10 a B c',
      '-os': '10 9 a B c',
      '-type': 'a B 9 10 c',
      '-location': 'a 9 10 B c',
    };
    const found = await Promise.all(
      Object.keys(expected).map(async (sort) => [sort, await sorted(ann, sort as ServerSort)]),
    );
    expect(Object.fromEntries(found)).toEqual(expected);
    for (const sort of SERVER_SORTS)
      for (const each of [sort, `-${sort}` as const])
        expect((await sorted(ann, each)).split(' ').toSorted()).toEqual(['10', '9', 'B', 'a', 'c']);
  });

  test('INFRA-14 an unknown order is refused with the known ones', async () => {
    const ann = await at.current.signedIn();
    const answer = await ann.send({ url: '/api/servers?sort=size' });
    const { fields } = expectRefusal(answer, 400, 'validation_failed');
    expect(fields?.['sort']).toBe(`Must be one of: ${SERVER_SORTS.join(', ')}; - before it turns it round`);
  });
});

test('OPS-05 an upgrade takes over what is known: outages, statuses that people set, measurements, links of notices', async () => {
  const ann = await at.current.signedIn();
  const { pool } = at.current.database;
  const create = async (name: string) =>
    (await ann.call(servers.create, { body: { name, check: exporter() } })).id;
  const [down, unsure] = [await create('upgrade-down'), await create('upgrade-unsure')];
  const byHand = await ann.call(servers.create, { body: { name: 'upgrade-by-hand' } });
  await ann.call(servers.update, { params: { id: byHand.id }, body: { status: 'maintenance' } });
  web.current.answer = (_, response) => response.end(EXPORTER);
  await run(ann, unsure);
  await run(ann, down);
  web.current.answer = (_, response) => response.writeHead(503).end();
  await run(ann, down);
  const { checkedAt } = await run(ann, unsure);
  await at.current.decideAlerts();
  await pool.query(
    `update notifications set link = replace(link, '/infrastructure/', '/infrastructure?server=')`,
  );
  await pool.query(`update servers set status = 'online' where id = $1`, [unsure]);
  await pool.query(`delete from server_states`);
  await pool.query(`update servers set status_since = null, measured_at = null`);

  const upgrade = (await readFile(join(MIGRATIONS, '0040_server_states.sql'), 'utf8'))
    .split('--> statement-breakpoint')
    .filter((statement) => /^\s*(?:--.*\n)?(?:UPDATE|INSERT)/.test(statement));
  expect(upgrade).toHaveLength(6);
  for (const statement of upgrade) await pool.query(statement);

  const [incident] = await ann.call(checks.incidents, { params: { id: down } });
  const history = await ann.call(servers.history, { params: { id: byHand.id } });
  expect((await find(ann, down)).statusSince).toBe(incident?.startedAt);
  expect((await find(ann, byHand.id)).statusSince).toBe(history[0]?.at);
  expect(await find(ann, unsure)).toMatchObject({ statusSince: null, measuredAt: checkedAt });
  const links = await pool.query<{ link: string }>('select distinct link from notifications');
  expect(links.rows.map(({ link }) => link)).toContain(`/infrastructure/${down}`);
  expect(links.rows.filter(({ link }) => link.includes('?server='))).toEqual([]);
  const states = await pool.query('select status, before from server_states where server_id = $1', [down]);
  expect(states.rows).toEqual([{ status: 'offline', before: 'online' }]);
});
