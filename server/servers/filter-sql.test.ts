import { and } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { readFilter } from '../../contract/shared/filter-text.ts';
import { servers as calls } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { notInBin } from '../db/bin.ts';
import { servers } from '../db/schema.ts';
import { instantOf, whereServers } from './filter-sql.ts';

const at = withApp();
let ann: Client;
const NOW = new Date('2031-03-31T01:00:00Z');
const where = { now: NOW, timeZone: 'Australia/Sydney' };

beforeAll(async () => {
  ann = await at.current.signedIn({ firstName: 'Ann', lastName: 'Osprey' });
  const make = (name: string, more: object) => ann.call(calls.create, { body: { name, ...more } });
  const a = await make('alpha', {
    environment: 'production',
    status: 'online',
    operatingSystem: 'Ubuntu 22.04 LTS',
    teamOwner: 'Data',
    primaryFunction: 'Web',
    ipAddress: '10.1.0.1',
    notes: 'ÉTÉ 100% of it',
  });
  const b = await make('beta', {
    environment: 'staging',
    status: 'offline',
    operatingSystem: 'ubuntu 24.04',
    teamOwner: 'Data Platform',
    secondaryFunction: 'Web',
    ipAddress: 'fd00::1',
  });
  const c = await make('gamma', {
    environment: 'production',
    status: 'warning',
    operatingSystem: 'Debian 12',
    ipAddress: '192.168.4.7',
    check: { kind: 'tcp', target: '192.168.4.7:22' },
  });
  await make('delta', { environment: 'development' });
  const { pool } = at.current.database;
  await pool.query(
    'update servers set cpu_usage = 80, uptime = 86400, last_health_check = $2 where id = $1',
    [a.id, new Date('2031-03-31T00:30:00Z')],
  );
  await pool.query(
    'update servers set cpu_usage = 81.5, created_at = $2, certificate_expires_at = $3 where id = $1',
    [b.id, new Date('2031-03-30T12:59:59Z'), new Date('2031-04-10T00:00:00Z')],
  );
  await pool.query("update servers set cpu_usage = 'NaN', created_at = $2 where id = $1", [
    c.id,
    new Date('2031-03-30T13:00:00Z'),
  ]);
  await pool.query(
    "update servers set managed_by = null, created_at = '2020-01-01' where name in ('alpha', 'delta')",
  );
  const outage = (id: string, from: string, to: string | null) =>
    pool.query("insert into incidents (server_id, started_at, ended_at, message) values ($1, $2, $3, 'x')", [
      id,
      from,
      to,
    ]);
  await outage(a.id, '2031-03-01T00:00:00Z', '2031-03-02T00:00:00Z');
  await outage(b.id, '2031-03-20T00:00:00Z', null);
});

const found = async (filter: string): Promise<string[]> => {
  const rows = await at.current.database.db
    .select({ name: servers.name })
    .from(servers)
    .where(and(notInBin(servers), whereServers(readFilter(filter), where)));
  return rows.map(({ name }) => name).toSorted();
};

describe('INFRA-04 every kind of condition', () => {
  test.each([
    ['', ['alpha', 'beta', 'delta', 'gamma']],
    ['os:ubuntu', ['alpha', 'beta']],
    ['os:=ubuntu', []],
    ['os:="UBUNTU 24.04"', ['beta']],
    ['-os:ubuntu', ['delta', 'gamma']],
    ['team:data', ['alpha', 'beta']],
    ['team:=data', ['alpha']],
    ['env:prod,dev', ['alpha', 'delta', 'gamma']],
    ['function:web', ['alpha', 'beta']],
    ['manager:ann', ['beta', 'gamma']],
    ['manager:="Ann Osprey"', ['beta', 'gamma']],
    ['cpu>80', ['beta']],
    ['cpu>=80', ['alpha', 'beta']],
    ['cpu<90', ['alpha', 'beta']],
    ['uptime>=1d', ['alpha']],
    ['has:team', ['alpha', 'beta']],
    ['-has:team', ['delta', 'gamma']],
    ['has:check', ['gamma']],
    ['has:outage', ['alpha', 'beta']],
    ['has:cpu', ['alpha', 'beta']],
    ['-has:manager', ['alpha', 'delta']],
    ['checked<1h', ['alpha']],
    ['checked>1h', []],
    ['added:2031-03-31', ['gamma']],
    ['added:2031-03-30', ['beta']],
    ['certificate<30d', ['beta']],
    ['certificate<1d', []],
    ['outage<1d', ['beta']],
    ['outage:2031-03-01..2031-03-05', ['alpha']],
    ['-outage<1d', ['alpha', 'delta', 'gamma']],
    ['failed:2031-03-02', []],
    ['failed:2031-03-01', ['alpha']],
    ['failed<30d', ['beta']],
    ['recovered:2031-03-02', ['alpha']],
    ['recovered<30d', ['alpha']],
    ['down>7d', ['beta']],
    ['down<7d', []],
    ['-down>7d', ['alpha', 'delta', 'gamma']],
    ['down:2031-03-01..2031-03-05', []],
    ['ip:10.0.0.0/8', ['alpha']],
    ['ip:fd00::/8', ['beta']],
    ['-ip:10.0.0.0/8', ['beta', 'delta', 'gamma']],
    ['ip:192.168.', ['gamma']],
    ['offline', ['beta']],
    ['été', ['alpha']],
    ['100%', ['alpha']],
    ['1_0', []],
    ['-web', ['delta', 'gamma']],
    ['env:production OR status:offline', ['alpha', 'beta', 'gamma']],
    ['env:production -status:online', ['gamma']],
  ])('INFRA-04 %s', async (filter, names) => {
    expect(await found(filter)).toEqual(names);
  });

  test('INFRA-04 reads times in the time zone and from the moment of the question', () => {
    expect(instantOf('2031-03-31', where).toISOString()).toBe('2031-03-30T13:00:00.000Z');
    expect(instantOf('1mo', where).toISOString()).toBe('2031-02-28T01:00:00.000Z');
    expect(instantOf('+2w', where).toISOString()).toBe('2031-04-14T01:00:00.000Z');
    // Clocks in Sydney go back on 6 April 2031, so the day has 25 hours.
    expect(instantOf('2031-04-07', where).getTime() - instantOf('2031-04-06', where).getTime()).toBe(
      25 * 3_600_000,
    );
  });
});

describe('INFRA-04 the same filter everywhere', () => {
  const filter = 'env:production -status:online';
  test('INFRA-04 lists, exports, Prometheus and Ansible accept it', async () => {
    const list = await ann.page(calls.list, { query: { filter, limit: 10 } });
    expect([list.items.map(({ name }) => name), list.total]).toEqual([['gamma'], 1]);
    const csv = await ann.send({ url: `/api/servers/export?filter=${encodeURIComponent(filter)}` });
    expect(csv.body.split('\r\n').filter(Boolean)).toHaveLength(2);
    expect(await ann.call(calls.httpSd, { query: { filter } })).toMatchObject([
      { labels: { __meta_ops_hub_name: 'gamma' } },
    ]);
    expect(JSON.stringify(await ann.call(calls.ansible, { query: { filter } }))).not.toContain('alpha');
  });

  test('INFRA-04 it combines with the search, environment and status of the seed', async () => {
    const names = async (query: object) =>
      (await ann.call(calls.list, { query })).map(({ name }) => name).toSorted();
    expect(await names({ q: 'ubuntu', filter: '-status:online' })).toEqual(['beta']);
    expect(await names({ environment: 'production', filter: 'os:debian' })).toEqual(['gamma']);
    expect(await names({ q: 'os:ubuntu status:offline' })).toEqual(['beta']);
    expect(await names({ q: '-web' })).toEqual([]);
  });

  test('INFRA-13 refuses a change of all matches of a filter if it matches other servers than the user saw', async () => {
    const body = { filter, action: 'set', fields: { notes: 'Seen' } } as const;
    await expect(ann.call(calls.bulk, { body: { ...body, total: 2 } })).rejects.toThrow(
      'finds 1 servers now, not 2',
    );
    expect(await ann.call(calls.bulk, { body: { ...body, total: 1 } })).toMatchObject({
      changed: 1,
      problems: [],
    });
    expect(await found('notes:seen')).toEqual(['gamma']);
    await expect(ann.call(calls.bulk, { body: { filter, action: 'delete' } })).rejects.toThrow('400');
  });
});
