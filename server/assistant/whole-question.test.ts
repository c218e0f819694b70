// What stands in a question besides what was understood of it is answered or told, and never left out; held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const HOSTS = [
  ['pay-1', 'Payroll Database', 'Leeds, Rack 1', 'production', 'Debian 12', 'IT Security'],
  ['pay-2', 'Payroll Database', 'Leeds, Rack 2', 'production', 'Debian 12', 'IT Security'],
  ['pay-3', 'Till Database', 'Leeds, Rack 2', 'staging', 'Windows Server 2022', 'End User Team'],
  ['web-1', 'Web Proxy', 'Auburn', 'production', 'Windows Server 2022', 'Database Administration'],
  ['web-2', 'Web Proxy', 'Auburn', 'staging', 'Windows Server 2022', 'Database Administration'],
] as const;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const [place, host] of HOSTS.entries()) {
    const [name, primaryFunction, serverLocation, environment, operatingSystem, teamOwner] = host;
    await ann.call(servers.create, {
      body: { name, primaryFunction, serverLocation, environment, operatingSystem, teamOwner, status: 'online' },
    });
    await at.current.database.pool.query(
      'update servers set cpu_usage = $2, memory_usage = $3, disk_usage = $4 where name = $1',
      [name, 20 * place, 90 - 10 * place, [96, 96, 40, 10, null][place]],
    );
  }
  const { db } = at.current.database;
  await aDocument(db, signedIn.user, { title: 'Build of pay-2', content: 'Build the payroll database.' });
  await aDocument(db, signedIn.user, { title: 'Restart the payroll database', content: '## Restart\n\nRestart it with `ssh pay-2 sudo systemctl restart pay`.' });
  await aDocument(db, signedIn.user, { title: 'Tills', content: '## Storage requirements\n\nThe till database pay-3 needs 2 TB of storage.' });
}, 120_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const rowsOf = async (sql: string) => (await at.current.database.pool.query<{ value: string; told: string }>(sql)).rows; // prettier-ignore

describe('AI-09 of one server', () => {
  test.each([
    ['how many CPU cores does pay-1 have?', 'cores'],
    ['disk serial number of pay-1', 'serial'],
    ['monthly cost and status of pay-1', 'monthly cost'],
    ['who owned pay-1 before?', 'before'],
    ['what was the cpu of pay-1 yesterday?', 'yesterday'],
    ['owner of pay-1 last year', 'last year'],
  ])('AI-09 %s: the inventory records nothing about it, and that is said', async (query, words) => {
    expect(await ask(query)).toContain(`records nothing about “${words}”`);
  });

  test.each([
    ['how much disk is left on pay-1?', 'free disk is **4 % (96 % used)**'],
    ['free memory on pay-1', 'free memory is **10 % (90 % used)**'],
    ['how much disk is used on pay-1?', 'disk usage is **96 %**'],
    ['which team should fix pay-1?', 'team owner is **IT Security**'],
  ])('AI-09 %s', async (query, told) => {
    const answer = await ask(query);
    expect(answer).toContain(told);
    expect(answer).not.toMatch(/records nothing|From the documents|Environment:/);
  });

  test('AI-09 a level of patches is no order to patch', async () => {
    const answer = await ask('patch level of pay-1');
    expect(answer).toContain('records nothing about “patch level”');
    expect(answer).not.toMatch(/change nothing|From the documents/);
    expect(await ask('patch pay-1')).toContain('change nothing, so I cannot “patch”');
  });

  test('AI-10 others than the one that is named: those that share the field with it, or that there is none', async () => {
    expect(linked(await ask('which servers have the same owner as pay-1?'))).toEqual(await idsOf("team_owner = 'IT Security'")); // prettier-ignore
    expect(await ask('what other servers are in the rack of pay-1?')).toBe(
      'No other server has the location Leeds, Rack 1.',
    );
    expect(await ask('which other servers are like pay-1?')).toMatch(/^I did not understand “other”/);
  });

  test.each([
    ['does pay-1 run windows?', 'operating system is **Debian 12**'],
    ['is web-1 in Leeds?', 'location is **Auburn**'],
    ['is pay-3 a till database?', 'function is **Till Database**'],
    ['is the cpu of web-1 over 80%?', 'CPU usage is **60 %**'],
  ])('AI-10 %s', async (query, told) => {
    const answer = await ask(query);
    expect(answer).toContain(told);
    expect(answer).not.toContain('records nothing');
  });

  test('AI-09 a document that names another server is none of this one', async () => {
    expect(await ask('storage requirements of pay-3')).toContain('> The till database pay-3 needs 2 TB');
    for (const query of ['storage requirements of pay-1', 'how do I build pay-1?', 'where is the build document of pay-1?'])
      expect(await ask(query)).not.toMatch(/\*\*\[(?:Build of pay-2|Tills)\]/);
    expect(await ask('how do I restart pay-1?')).toContain('**[Restart the payroll database]');
  }); // prettier-ignore
});

test('AI-10 servers of a kind are not all that a team of that name owns, who are found where nothing else has it', async () => {
  expect(linked(await ask('database servers'))).toEqual(await idsOf("primary_function like '%Database'"));
  expect(linked(await ask('administration servers'))).toEqual(
    await idsOf("team_owner like '%Administration'"),
  );
});

test('AI-09 documents of the servers that are listed', async () => {
  const { pool } = at.current.database;
  await pool.query(`insert into server_documents (server_id, document_id)
    select s.id, d.id from servers as s, documents as d where s.name = 'pay-2' and d.title = 'Build of pay-2'`);
  for (const query of ['list debian servers and the runbook', 'documents of the debian servers']) {
    const answer = await ask(query);
    expect([...new Set(linked(answer))]).toEqual(await idsOf("operating_system = 'Debian 12'"));
    expect(answer).toMatch(/^- \[pay-2\]\(\S+\): \[Build of pay-2\]/m);
  }
  expect(await ask('list windows servers and their documents')).toContain(
    'No document is linked to any of these',
  );
});

describe('AI-10 groups', () => {
  test.each([
    ['average memory per environment', 'environment', 'avg(memory_usage)'],
    ['which team has the highest average cpu?', 'team_owner', 'avg(cpu_usage)'],
    ['max cpu by operating system', 'operating_system', 'max(cpu_usage)'],
  ])('AI-10 %s', async (query, column, figure) => {
    const answer = await ask(query);
    const rows = await rowsOf(`select ${column} as value, round((${figure})::numeric, 2)::float8 as told from servers group by 1 order by 2 desc`);
    expect([...answer.matchAll(/^- (.+?): \*\*([\d.]+) %/gm)].map(([, value, told]) => [value, told])).toEqual(
      rows.map(({ value, told }) => [value, String(told)]),
    );
  }); // prettier-ignore

  test.each([
    ['servers by function', 'primary_function', ''],
    ['how many servers of each role in production?', 'primary_function', "where environment = 'production'"],
    ['servers per rack in Leeds', 'server_location', "where server_location like 'Leeds%'"],
    ['how many racks do we have in Leeds', 'server_location', "where server_location like 'Leeds%'"],
    ['which OS do most of our servers run?', 'operating_system', ''],
  ])('AI-10 %s', async (query, column, where) => {
    const answer = await ask(query);
    const rows = await rowsOf(`select ${column} as value, count(*) as told from servers ${where} group by 1`);
    for (const { value, told } of rows) expect(answer).toContain(`- ${value}: **${told}**`);
  }); // prettier-ignore

  test.each([
    ['servers by colour', '“by colour”'],
    ['how many servers per customer?', '“per customer”'],
  ])('AI-10 %s: what is not counted is said', async (query, words) => {
    const answer = await ask(query);
    expect(answer).toContain(`I did not understand ${words}`);
    expect(answer).not.toMatch(/\*\*\d/);
  });
});

test('AI-10 a total of percentages is not told: that there is none is said, and what there is instead', async () => {
  const answer = await ask('total disk usage per team');
  expect(answer).toContain('Percentages have no total, so this is their average.');
  expect(answer).toContain('- IT Security: **96 %**, measured on **2** servers');
});

test('AI-10 those with the same figure are all told', async () => {
  const answer = await ask('which server is using the most disk?');
  expect(linked(answer)).toEqual(await idsOf('disk_usage = 96'));
});

test('AI-10 of a number of servers no more are told, and that others have the same', async () => {
  const answer = await ask('top 3 servers by disk');
  expect(linked(answer)).toHaveLength(3);
  await at.current.database.pool.query("update servers set disk_usage = 40 where name = 'web-1'");
  expect(await ask('top 3 servers by disk')).toContain('**1** more server has the same');
  await at.current.database.pool.query("update servers set disk_usage = 10 where name = 'web-1'");
});

test('AI-10 both figures of each, where two are asked for', async () => {
  const answer = await ask('cpu and memory of the web proxies');
  expect(answer).toContain('CPU usage 60 % · memory usage 60 %');
});

test.each([
  ["what percent of production servers isn't in Leeds", '**1** of **3**'],
  ['how many percent of staging servers have memory over 65', '**1** of **2**'],
  ['what share of servers with disk over 50 is in production', '**2** of **2**'],
])('AI-10 %s: of those that it is a share of', async (query, told) =>
  expect(await ask(query)).toContain(told),
);

describe('AI-10 a short question is about what was answered before', () => {
  beforeAll(async () => {
    await at.current.database.pool.query(
      "update servers set status = 'offline' where name in ('pay-1', 'pay-3')",
    );
  });

  test.each([
    [
      ['how many servers does IT Security own?', 'which are offline?'],
      "team_owner = 'IT Security' and status = 'offline'",
    ],
    [
      ['servers in Leeds', 'except the till databases'],
      "server_location like 'Leeds%' and primary_function <> 'Till Database'",
    ],
    [
      ['servers in production', 'not in Leeds'],
      "environment = 'production' and server_location not like 'Leeds%'",
    ],
    [['debian servers', 'ip addresses please'], "operating_system = 'Debian 12'"],
    [['servers in staging', 'without the purple ones', 'ip addresses please'], "environment = 'staging'"],
    [
      ['list windows servers in Leeds', 'in Auburn instead'],
      "operating_system like 'Windows%' and server_location = 'Auburn'",
    ],
  ])('AI-10 %j', async (questions, where) =>
    expect(linked(await ask(...questions))).toEqual(await idsOf(where)),
  );
});

describe('AI-10 what is asked of each server in a list', () => {
  test.each([
    ['list the web proxies with their owners', "primary_function = 'Web Proxy'", 'team owner Database Administration'],
    ['list debian servers with owner and location', "operating_system = 'Debian 12'", 'location Leeds, Rack 1 · team owner IT Security'],
    ['name, IP and OS of each web proxy', "primary_function = 'Web Proxy'", 'IP address not recorded · operating system Windows Server 2022'],
    ['show me every web proxy with its status', "primary_function = 'Web Proxy'", 'online'],
  ])('AI-10 %s', async (query, where, told) => {
    const answer = await ask(query);
    expect(linked(answer)).toEqual(await idsOf(where));
    expect(answer).toContain(` · ${told}`);
  }); // prettier-ignore

  test('AI-10 with an owner are those that have one; beside a ranking each is told with its own', async () => {
    expect(await ask('servers with an owner')).toContain('some team owner recorded');
    const answer = await ask('two servers with the lowest memory and their owners');
    expect(linked(answer)).toEqual(await idsOf("primary_function = 'Web Proxy'"));
    expect(answer.match(/team owner Database Administration$/gm)).toHaveLength(2);
  });
});

test('AI-10 an outage of the server that was told about, and not of others', async () => {
  await at.current.database.pool.query(
    "insert into incidents (server_id, started_at, ended_at, message) select id, now() - interval '1 hour', now() - interval '30 minutes', 'x' from servers where name in ('pay-1', 'pay-2')",
  );
  for (const query of ['when was it last down?', 'was it down this year?']) {
    const answer = await ask('tell me about pay-2', query);
    expect(answer).toContain('[pay-2]');
    expect(answer).not.toContain('[pay-1]');
  }
});
