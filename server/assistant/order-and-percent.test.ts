// One of an order, places without their racks, parts of all in percent and what nobody owns, held against SQL over a made-up inventory.
import { beforeAll, describe, expect, test } from 'vitest';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await makeUpInventory(at.current, ann);
  const { pool } = at.current.database;
  await pool.query("update servers set server_location = server_location || ', Rack ' || (1 + ascii(right(name, 1)) % 3) where server_location <> 'Leeds, Rack 4'");
  await pool.query("update servers set team_owner = null where name like '%5'");
}, 120_000); // prettier-ignore

const ask = async (query: string): Promise<string> => (await askInTurn(ann, [query]))[0] ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const rowsOf = async (sql: string): Promise<{ value: string; total: number }[]> =>
  (await at.current.database.pool.query<{ value: string; total: number }>(sql)).rows;

const nth = (column: string, order: string, place: number, where = 'true') =>
  `${where} and ${column} = (select ${column} from servers where deleted_at is null and ${where} and ${column} is not null order by 1 ${order} offset ${place - 1} limit 1)`;

describe('AI-10 one of an order', () => {
  test.each([
    ['second busiest server in production by cpu', nth('cpu_usage', 'desc', 2, "environment = 'production'")],
    ['which server has the third highest memory', nth('memory_usage', 'desc', 3)],
    ['the 2nd lowest disk of all servers', nth('disk_usage', 'asc', 2)],
    ['lowest disk among the production servers, the second lowest', nth('disk_usage', 'asc', 2, "environment = 'production'")],
    ['which print server has the most memory', nth('memory_usage', 'desc', 1, "primary_function = 'Print Server'")],
    ['which mail relay uses the least cpu', nth('cpu_usage', 'asc', 1, "primary_function = 'Mail Relay'")],
    ['which box in staging is the busiest', nth('cpu_usage', 'desc', 1, "environment = 'staging'")],
  ])('AI-10 %s', async (query, where) => {
    expect(linked(await ask(query))).toEqual(await idsOf(where));
  }); // prettier-ignore

  test.each([
    ['disk over 10 % in production, worst first', 'disk_usage > 10', 'disk_usage desc'],
    ['production servers with cpu below 95 percent, lowest first', 'cpu_usage < 95', 'cpu_usage'],
  ])('AI-10 in the order of what the limit is of: %s', async (query, where, order) => {
    const { rows } = await at.current.database.pool.query<{ id: string }>(`select id from servers where deleted_at is null and environment = 'production' and ${where} order by ${order}, name collate ops_natural`);
    expect(rows.length).toBeGreaterThan(1);
    expect([...(await ask(query)).matchAll(/server=([0-9a-f-]{36})/g)].map(([, id]) => id)).toEqual(rows.map(({ id }) => id));
  }); // prettier-ignore

  test('AI-10 several are several, and the second oldest is not the oldest ones', async () => {
    expect(linked(await ask('which servers have the most memory'))).toHaveLength(5);
    expect(await ask('what is the second oldest server')).toContain('I did not understand “second”');
    expect(await ask('which site has the second highest average cpu')).toContain(
      'I did not understand “second”',
    );
  });
});

describe('AI-10 a location is a place without its racks', () => {
  const site = "regexp_replace(server_location, ', Rack.*$', '')";
  test.each(['servers by location', 'production servers per location', 'which location has the most servers', 'list all locations'])(
    'AI-10 %s',
    async (query) => {
      const rows = await rowsOf(`select ${site} as value, count(*)::int as total from servers where deleted_at is null ${query.startsWith('production') ? "and environment = 'production'" : ''} group by 1`);
      const answer = await ask(query);
      for (const { value, total } of rows) expect(answer).toContain(`- ${value}: **${total}**`);
      expect(answer).not.toContain('Rack');
    },
  ); // prettier-ignore

  test('AI-10 of a figure too, and racks where they are asked for', async () => {
    const rows = await rowsOf(`select ${site} as value, count(cpu_usage)::int as total from servers where deleted_at is null group by 1`);
    const answer = await ask('average cpu by location');
    for (const { value, total } of rows.filter((row) => row.total > 0))
      expect(answer).toMatch(new RegExp(`- ${value}: \\*\\*[\\d.]+ %\\*\\*, measured on \\*\\*${total}\\*\\* server`));
    expect(await ask('average cpu by rack')).toContain(', Rack ');
    expect(await ask('servers by rack')).toContain(', Rack ');
  }); // prettier-ignore
});

describe('AI-10 parts of all in percent', () => {
  test.each(['servers by environment in percent', 'percentage of servers per environment', 'what percentage of servers is in each environment', 'environment breakdown in %'])(
    'AI-10 %s',
    async (query) => {
      const rows = await rowsOf('select environment as value, count(*)::int as total from servers where deleted_at is null group by 1');
      const all = rows.reduce((sum, { total }) => sum + total, 0);
      const answer = await ask(query);
      for (const { value, total } of rows)
        expect(answer).toContain(`- ${value}: **${total}** (${Math.round((10_000 * total) / all) / 100} %)`);
    },
  ); // prettier-ignore
});

describe('AI-10 words that turn the sense are never left out', () => {
  test.each([
    ['servers nobody owns', 'team_owner is null'],
    ['production servers that no one owns', "team_owner is null and environment = 'production'"],
    ['servers owned by nobody', 'team_owner is null'],
    ['how many servers does nobody own', 'team_owner is null'],
  ])('AI-10 %s', async (query, where) => {
    const ids = await idsOf(where);
    const answer = await ask(query);
    const isCount = query.startsWith('how many');
    expect(isCount ? figure(answer) : linked(answer)).toEqual(isCount ? ids.length : ids);
  });

  test.each(['servers that were never patched', 'servers in production that nobody likes', 'servers in staging with nothing installed'])(
    'AI-10 %s',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toContain('I did not understand');
      expect(answer).not.toMatch(/\*\*\d/);
    },
  ); // prettier-ignore
});

describe('AI-10 whatever was read of a question is told, or said not to be understood', () => {
  const busiest = nth('cpu_usage', 'desc', 1);
  const newest = 'created_at = (select max(created_at) from servers where deleted_at is null)';
  test.each([
    ['who is the contact for the busiest server?', busiest, 'key contacts'],
    ['who do I call about the server with the fullest disk?', nth('disk_usage', 'desc', 1), 'key contacts'],
    ['contact for the newest server', newest, 'key contacts'],
    ['owner of the server with the fullest disk', nth('disk_usage', 'desc', 1), 'team owner'],
    ['who owns the newest server?', newest, 'team owner'],
    ['what is the ip of the busiest server?', busiest, 'IP address `10.'],
    ['ip address of the newest server', newest, 'IP address `10.'],
    ['operating system and location of the busiest server', busiest, 'operating system'],
  ])('AI-10 %s', async (query, where, told) => {
    const answer = await ask(query);
    expect(linked(answer)).toEqual(await idsOf(where));
    expect(answer).toContain(told);
  });

  test.each(['What percentage of cpu do production servers use on average?', 'how much cpu do the production servers use on average?', 'how many percent cpu do production servers use on average', 'average percentage of cpu in production'])(
    'AI-10 %s',
    async (query) => {
      const [row] = await rowsOf("select '' as value, round(avg(cpu_usage)::numeric, 2)::float8 as total from servers where deleted_at is null and environment = 'production'");
      expect(await ask(query)).toMatch(new RegExp(`average CPU usage is \\*\\*${row?.total} %`));
    },
  ); // prettier-ignore

  test('AI-10 how many there are stands beside their average', async () => {
    const answer = await ask('how many production servers are there and what is their average cpu?');
    expect(figure(answer)).toBe((await idsOf("environment = 'production'")).length);
    expect(answer).toContain('average CPU usage is');
  });

  test.each([
    ['how many locations have the highest cpu?', 'highest CPU usage'],
    ['contacts per location', 'by site'],
    ['how many teams per location?', 'by site'],
    ['how many servers have the highest cpu?', 'how many'],
    ['average cpu and status in production', 'status'],
    ['what share of the production servers are the newest?', 'newest'],
    ['servers per environment and team with the highest cpu', 'team owner'],
    ['how many ip addresses do production servers have?', 'ip'],
  ])('AI-10 %s', async (query, said) => {
    const answer = await ask(query);
    expect(answer).toMatch(/^I did not understand/);
    expect(answer).toContain(said);
  });
});

describe('AI-10 all servers in the order of a figure, with those that have none', () => {
  const PRODUCTION = "environment = 'production'";
  const PRINT = "primary_function = 'Print Server'";
  test.each([
    [['sort servers by disk usage'], 'disk_usage', 'true', 'desc'],
    [['production servers sorted by memory'], 'memory_usage', PRODUCTION, 'desc'],
    [['order the production servers by cpu'], 'cpu_usage', PRODUCTION, 'desc'],
    [['print servers by memory'], 'memory_usage', PRINT, 'desc'],
    [['production servers, sorted by cpu, lowest first'], 'cpu_usage', PRODUCTION, 'asc'],
    [['sort the print servers by disk in ascending order'], 'disk_usage', PRINT, 'asc'],
    [['list the print servers, least memory first'], 'memory_usage', PRINT, 'asc'],
    [['print servers by memory, descending'], 'memory_usage', PRINT, 'desc'],
    [['print servers sorted by disk', 'lowest first'], 'disk_usage', PRINT, 'asc'],
    [['print servers sorted by disk', 'ascending please', 'highest first'], 'disk_usage', PRINT, 'desc'],
  ])('AI-10 %j', async (questions, column, where, order) => {
    const answer = (await askInTurn(ann, questions)).at(-1) ?? '';
    const unmeasured = (await idsOf(`(${where}) and ${column} is null`)).length;
    const measured = answer.split('\n').flatMap((line) => /^- .*\*\*([\d.]+) %\*\*/.exec(line)?.[1] ?? []);
    expect(measured).toHaveLength((await idsOf(`(${where}) and ${column} is not null`)).length);
    expect(measured.map(Number)).toEqual(
      measured.map(Number).toSorted((a, b) => (order === 'asc' ? a - b : b - a)),
    );
    expect(Number(/\*\*(\d+)\*\* more servers? w\S+ not measured/.exec(answer)?.[1] ?? 0)).toBe(unmeasured);
  });
});
