// Every word of a question is read, is a filler, or is told; held against SQL over a made-up inventory.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await makeUpInventory(at.current, ann);
  for (const [name, teamOwner, operatingSystem] of [
    ['leo-1', 'IT Security', 'Debian 12'],
    ['leo-2', 'Midrange Services Team', 'Windows Server 2022'],
  ] as const)
    await ann.call(servers.create, {
      body: {
        name,
        teamOwner,
        operatingSystem,
        ipAddress: `10.250.0.${name.at(-1)}`,
        environment: 'production',
        status: 'online',
        serverType: 'virtual',
        serverLocation: 'Leeds, Rack 4',
        primaryFunction: 'Print Server',
        description: 'Runs CUPS.',
      },
    });
  await at.current.database.pool.query(
    "update servers set cpu_usage = 42, memory_usage = 21, disk_usage = 95, last_health_check = now() where name = 'leo-1'",
  );
}, 120_000);

const ask = async (query: string): Promise<string> => (await askInTurn(ann, [query]))[0] ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

describe('AI-10 one server: what no field of it answers is told before its fields', () => {
  test.each([
    ['how many CPU cores does leo-1 have?', 'cores', 'CPU usage is **42 %**'],
    ['cpu temperature of leo-1', 'temperature', 'CPU usage'],
    ['how much memory is installed in leo-1', 'installed', 'memory usage is **21 %**'],
    ['monthly cost and status of leo-1', 'monthly cost', 'status is **online**'],
    ['who owned leo-1 before?', 'before', 'team owner is **IT Security**'],
    ['what was the cpu of leo-1 yesterday?', 'yesterday', 'CPU usage'],
    ['ip of leo-1 last year', 'last year', '10.250.0.1'],
    ['owner of the vm host where leo-1 runs', 'vm host', 'IT Security'],
  ])('AI-10 %s', async (query, unknown, known) => {
    const answer = await ask(query);
    expect(answer).toContain(`The inventory records nothing about “${unknown}”`);
    expect(answer).toContain(known);
  });

  test('AI-10 other servers with the same field are asked for, and not that of the one', async () => {
    const owned = await idsOf("team_owner = 'IT Security'");
    expect(linked(await ask('which servers have the same owner as leo-1?'))).toEqual(owned);
    const beside = await idsOf("server_location = 'Leeds, Rack 4'");
    expect(linked(await ask('which other servers share the rack with leo-1?'))).toEqual(beside);
    expect(await ask('who else is on call in the same rack as leo-1?')).toContain(
      'did not understand “else same”',
    );
  });

  test('AI-10 what runs on it is what it does, and not whether it runs', async () => {
    const answer = await ask("what's running on leo-1 and who owns it?");
    expect(answer).toContain('function is **Print Server**');
    expect(answer).toContain('IT Security');
    expect(answer).not.toContain('status is');
  });
});

describe('AI-10 yes or no of a value of one server', () => {
  test.each([
    ['does leo-1 run linux?', 'Yes. ', 'operating system is **Debian 12**'],
    ['does leo-1 run windows?', 'No. ', 'operating system is **Debian 12**'],
    ['is leo-1 in Singapore?', 'No. ', 'location is **Leeds, Rack 4**'],
    ['is leo-1 owned by IT Security?', 'Yes. ', 'team owner is **IT Security**'],
    ['is leo-1 over 90% disk?', 'Yes. ', 'disk usage is **95 %**'],
    ['is leo-1 not in production?', 'No. ', 'environment is **production**'],
  ])('AI-10 %s: %s', async (query, said, known) => {
    const answer = await ask(query);
    expect(answer.startsWith(said)).toBe(true);
    expect(answer).toContain(known);
  });

  test('AI-10 which of two it is has no yes or no, and each of two servers has its own', async () => {
    expect(await ask('is leo-1 production or staging?')).toMatch(
      /^\[leo-1\].*: environment is \*\*production/,
    );
    const both = await ask('do leo-1 and leo-2 run windows?');
    expect(both).toMatch(/No\. \[leo-1\]/);
    expect(both).toMatch(/Yes\. \[leo-2\]/);
  });
});

describe('AI-10 figures by what servers are counted by', () => {
  const groups = async (value: string, figure: string, where = 'true') =>
    (
      await at.current.database.pool.query<{ value: string; mean: number; most: number; least: number }>(
        `select ${value} as value, avg(${figure})::float8 as mean, max(${figure})::float8 as most, min(${figure})::float8 as least
         from servers where deleted_at is null and ${figure} is not null and ${where} group by 1`,
      )
    ).rows;
  const percent = (value: number) => `**${Math.round(value * 100) / 100} %**`;

  test.each([
    ['average memory per environment', 'environment', 'memory_usage', 'mean'],
    ['which team has the highest average cpu usage?', 'team_owner', 'cpu_usage', 'mean'],
    ['which operating system has the highest average memory?', 'operating_system', 'memory_usage', 'mean'],
    ['max cpu by environment', 'environment', 'cpu_usage', 'most'],
    ['lowest disk per operating system', 'operating_system', 'disk_usage', 'least'],
    ['total disk usage per team', 'team_owner', 'disk_usage', 'mean'],
    ['cpu by function', 'primary_function', 'cpu_usage', 'mean'],
    ['mean memory usage per site', "replace(server_location, ', Rack 4', '')", 'memory_usage', 'mean'],
  ] as const)('AI-10 %s', async (query, value, column, which) => {
    const answer = await ask(query);
    for (const group of await groups(value, column))
      expect(answer).toContain(`- ${group.value ?? 'not recorded'}: ${percent(group[which])}`);
  });

  test('AI-10 some of them alone, the highest first, and no total of percentages', async () => {
    const answer = await ask('which environment has the highest average cpu with windows?');
    const rows = await groups('environment', 'cpu_usage', "operating_system like 'Windows%'");
    const [first] = rows.toSorted((a, b) => b.mean - a.mean);
    expect(answer).toMatch(new RegExp(`:\\n\\n- ${first?.value}: `));
    expect(await ask('total disk usage per team')).toContain('Percentages have no total');
    expect(await ask('top 3 servers by cpu in each environment')).toContain('did not understand “3”');
  });

  test('AI-10 functions and racks are counted by, and what is no field is told', async () => {
    const { pool } = at.current.database;
    const { rows } = await pool.query<{ value: string; count: string }>(
      'select primary_function as value, count(*) from servers where deleted_at is null group by 1',
    );
    const [byFunction, byRole] = [
      await ask('servers by function'),
      await ask('how many servers of each role?'),
    ];
    for (const { value, count } of rows) {
      expect(byFunction).toContain(`- ${value ?? 'not recorded'}: **${count}**`);
      expect(byRole).toContain(`- ${value ?? 'not recorded'}: **${count}**`);
    }
    const inRack = (await idsOf("server_location = 'Leeds, Rack 4'")).length;
    expect(await ask('servers per rack in Leeds')).toContain(`- Leeds, Rack 4: **${inRack}**`);
    expect(await ask('how many racks do we use in Leeds?')).toContain('**1** different rack');
    const colour = await ask('servers by colour');
    expect(colour).toContain('did not understand “by colour”');
    expect(linked(colour)).toEqual([]);
  });
});

describe('AI-10 what is asked of each server of a list stands in its line', () => {
  test.each([
    ['list the print servers with their owners', 'team_owner', 'team owner'],
    ['list the print servers with owner and location', 'server_location', 'location'],
    ['give me names and owners of the print servers', 'team_owner', 'team owner'],
    ['name, IP and OS of each print server', 'operating_system', 'operating system'],
  ])('AI-10 %s', async (query, column, name) => {
    const answer = await ask(query);
    const { rows } = await at.current.database.pool.query<{ id: string; value: string | null }>(
      `select id, ${column} as value from servers where deleted_at is null and primary_function = 'Print Server'`,
    );
    expect(linked(answer)).toHaveLength(rows.length);
    for (const { id, value } of rows)
      expect(answer).toMatch(new RegExp(`${id}\\).*${name} ${RegExp.escape(value ?? 'not recorded')}`));
  });

  test('AI-10 two figures, a ranking with owners, and the states of each', async () => {
    expect(await ask('cpu and memory of the print servers')).toMatch(
      /leo-1.*CPU usage 42 %.*memory usage 21 %/,
    );
    expect(await ask('two servers with the lowest memory in Leeds and their owners')).toMatch(
      /\*\*.*%\*\* · .* · team owner /,
    );
    const print = await idsOf("primary_function = 'Print Server'");
    expect(linked(await ask('list all print servers and their status'))).toEqual(print);
  });

  test('AI-10 a field that is neither a value nor asked of each is told', async () => {
    for (const [query, word] of [
      ['servers for network in Leeds', 'network'],
      ['how many servers in Leeds domain', 'domain'],
      ['how many cpu does production have', 'CPU usage'],
    ] as const) {
      const answer = await ask(query);
      expect(answer).toContain(`I did not understand “${word}”`);
      expect(answer).not.toMatch(/\*\*\d/);
    }
  });

  test('AI-10 which systems most run, and those in a place, are counted and not listed', async () => {
    const { rows } = await at.current.database.pool.query<{ value: string; count: string }>(
      "select operating_system as value, count(*) from servers where deleted_at is null and environment = 'staging' group by 1",
    );
    const answer = await ask('operating systems in staging');
    for (const { value, count } of rows) expect(answer).toContain(`- ${value}: **${count}**`);
    expect(await ask('what type of servers are in Leeds?')).toContain('Leeds, Rack 4 by type:');
    expect(await ask('which OS do most of our servers run?')).toContain('servers by operating system:');
  });

  test('AI-10 all that are the highest together are named', async () => {
    await at.current.database.pool.query(
      "update servers set disk_usage = case when name like 'leo-%' then 99.5 else least(disk_usage, 98) end",
    );
    const highest = await idsOf(
      'disk_usage = (select max(disk_usage) from servers where deleted_at is null)',
    );
    expect(linked(await ask('which server is using the most disk?'))).toEqual(highest);
    expect(await ask('top 1 servers by disk')).toContain('**1** more server has the same disk usage');
  });
});
