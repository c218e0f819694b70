// What people ask in few words: by a part of a name, by one word or another, and of what was found; held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const HOSTS = [
  ['pay-1', 'Payroll Database', 'Leeds', 'offline', 'Lenovo ThinkCentre M5', '10.64.0.11', 'Debian 12'],
  ['pay-2', 'Payroll Database', 'Leeds', 'online', 'Lenovo ThinkCentre M5', '10.64.0.12', 'Debian 12'],
  ['mel-web-03', 'Web Proxy', 'Auburn', 'online', 'Dell PowerEdge R750', '10.64.1.13', 'Ubuntu 24.04 LTS'],
  ['mel-web-04', 'Web Proxy', 'Auburn', 'warning', null, '10.65.0.1', 'Windows Server 2022'],
  ['mail-1', 'Mail Relay', 'Dublin', 'maintenance', 'Dell PowerEdge R750', null, 'Ubuntu 22.04 LTS'],
  ['mail-2', 'Mail Relay', 'Dublin', 'online', null, null, 'Windows Server 2022'],
] as const;

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (const [place, host] of HOSTS.entries()) {
    const [name, primaryFunction, serverLocation, status, hardwareModel, ipAddress, operatingSystem] = host;
    const environment = place % 3 === 2 ? 'staging' : 'production';
    await ann.call(servers.create, { body: { name, primaryFunction, serverLocation, status, hardwareModel, operatingSystem, environment, ipAddress } });
    await at.current.database.pool.query(
      `update servers set cpu_usage = $2, memory_usage = $3, disk_usage = $4, created_at = now() - $5 * interval '10 days' where name = $1`,
      [name, 15 * place + 10, 95 - 15 * place, [95, 20, 61, 50, 30, null][place], (place * 5) % 7],
    );
  }
  for (const [name, role, department] of [
    ['Anita Patel', 'Network Engineer', 'IT Operations'],
    ['Ravi Patel', 'Database Administrator', 'Finance'],
    ['Bo Heron', 'Manager', 'IT Security'],
  ] as const)
    await ann.call(team.create, { body: { name, role, department, email: `${name.split(' ')[0]}@example.com` } });
}, 120_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const people = (answer: string) => [...answer.matchAll(/\[([A-Z]\w+) \w+\]\(\/team\?/g)].map(([, name]) => name).join(' '); // prettier-ignore

describe('AI-10 by a part of a name', () => {
  test('AI-10 is payroll ok?: how those are that have the word, and which need somebody', async () => {
    const answer = await ask('is payroll ok?');
    expect(answer).toContain('**2** servers with the text “payroll” by status');
    expect(linked(answer)).toEqual(await idsOf("name = 'pay-1'"));
    expect(linked(await ask('is payroll down?'))).toEqual(await idsOf("name = 'pay-1'"));
    expect(await ask('is lunch ok?')).toContain('I found nothing');
  });

  test.each([
    ['any Lenovo M5 left?', "hardware_model like 'Lenovo%'"],
    ['any Lenovo left in Leeds?', "hardware_model like 'Lenovo%' and server_location = 'Leeds'"],
    ['any R750?', "hardware_model like '%R750'"],
    ['any dell left?', "hardware_model like 'Dell%'"],
    ['any Debian 12 left?', "operating_system = 'Debian 12'"],
  ])('AI-10 %s', async (query, where) => expect(linked(await ask(query))).toEqual(await idsOf(where)));

  test.each([
    ['anyone called Patel?', 'Anita Ravi'],
    ['is there anybody named Anita?', 'Anita'],
    ['who is Patel?', 'Anita Ravi'],
    ['anyone called Patel in IT Operations?', 'Anita'],
    ['anyone called Anita or Heron?', 'Anita Bo'],
    ['anyone in IT Security?', 'Bo'],
    ['team members with the last name Patel', 'Anita Ravi'],
    ['people who are not called Patel', 'Bo'],
    ['people whose name starts with A', 'Anita'],
    ['team members whose last name begins with P', 'Anita Ravi'],
  ])('AI-10 %s: %s', async (query, names) => {
    expect(people(await ask(query))).toBe(names);
  });

  test.each(['anyone called Zebulon?', 'people called Anita Heron'])(
    'AI-10 %s: nobody is, and that is said',
    async (query) => expect(await ask(query)).toContain('there is no team member with name “'),
  );

  test.each([
    ['how many servers are production and online?', "environment = 'production' and status = 'online'"],
    ['How many servers are debian, in Leeds and online', "server_location = 'Leeds' and status = 'online'"],
  ])('AI-10 %s: what is counted is not whether all are', async (query, where) => {
    expect(figure(await ask(query))).toBe((await idsOf(where)).length);
  });
});

describe('AI-10 limits of several figures, and of what is free', () => {
  test.each([
    ['cpu or memory over 78%', 'cpu_usage > 78 or memory_usage > 78'],
    ['which servers have either cpu, memory or disk over 60 percent?', 'cpu_usage > 60 or memory_usage > 60 or disk_usage > 60'],
    ['servers with both cpu and memory over 30%', 'cpu_usage > 30 and memory_usage > 30'],
    ['over 90% disk or memory usage', 'disk_usage > 90 or memory_usage > 90'],
    ['high cpu or memory', 'cpu_usage > 80 or memory_usage > 80'],
    ['production servers with cpu or memory over 50%', "environment = 'production' and (cpu_usage > 50 or memory_usage > 50)"],
    ['servers with less than 10% free disk', 'disk_usage > 90'],
    ['at least 50 % free disk space', 'disk_usage <= 50'],
    ['free memory below 40%', 'memory_usage > 60'],
    ['which servers have under 40 % of disk space left?', 'disk_usage > 60'],
    ['between 20 and 50% disk free', 'disk_usage between 50 and 80'],
    ['exactly 80% free disk', 'disk_usage = 20'],
  ])('AI-10 %s', async (query, where) => expect(linked(await ask(query))).toEqual(await idsOf(`(${where})`))); // prettier-ignore

  test.each(['servers with memory over 16 gb', 'neither cpu nor memory over 50%', 'servers with cpu and memory or disk over 50%'])(
    'AI-10 %s: no part of it is answered alone',
    async (query) => expect(await ask(query)).toMatch(/did not understand|I found nothing/),
  ); // prettier-ignore

  test('AI-10 what follows is about the same', async () => {
    const answer = await ask('cpu or memory over 78%', 'which of them are in Leeds?');
    expect(linked(answer)).toEqual(
      await idsOf("(cpu_usage > 78 or memory_usage > 78) and server_location = 'Leeds'"),
    );
  });
});

describe('AI-10 ranges of addresses, and names by how they begin', () => {
  test.each([
    ['servers in 10.64.0.*', "ip_address like '10.64.0.%'"],
    ['which servers are in 10.64.0.0/16', "ip_address like '10.64.%'"],
    ['offline servers in 10.64.0.x', "ip_address like '10.64.0.%' and status = 'offline'"],
    ['10.64.0.0/16', "ip_address like '10.64.%'"],
    ['servers with an IP starting with 10.65', "ip_address like '10.65.%'"],
    ['what is between 10.64.0.12 and 10.64.1.13?', "ip_address in ('10.64.0.12', '10.64.1.13')"],
    ['servers starting with mel', "name like 'mel%'"],
    ['servers whose name ends with 1', "name like '%1'"],
  ])('AI-10 %s', async (query, where) => expect(linked(await ask(query))).toEqual(await idsOf(where)));

  test('AI-10 a negation of a range is not left out', async () => {
    expect(await ask('servers not in 10.64.x.x')).toContain('I did not understand “not”');
  });
});

describe('AI-10 servers by when they were added', () => {
  const named = (answer: string) => [...answer.matchAll(/^- \[([\w-]+)\]/gm)].map(([, name]) => name);
  const inOrder = async (order: string, where = 'true') => {
    const { rows } = await at.current.database.pool.query<{ name: string }>(
      `select name from servers where ${where} order by created_at ${order}, name`,
    );
    return rows.map(({ name }) => name);
  };

  test.each([
    ['newest server', 'desc', 1],
    ['what is the oldest server?', 'asc', 1],
    ['which server was added last?', 'desc', 1],
    ['most recently added server', 'desc', 1],
    ['the 3 newest servers', 'desc', 3],
    ['list the two oldest servers', 'asc', 2],
  ])('AI-10 %s', async (query, order, count) => {
    expect(named(await ask(query))).toEqual((await inOrder(order)).slice(0, count));
  });

  test('AI-10 of those that are meant', async () => {
    expect(named(await ask('oldest servers in Dublin'))).toEqual(await inOrder('asc', "server_location = 'Dublin'"));
  }); // prettier-ignore

  test('AI-10 servers added last week are those of that week', async () => {
    expect(await ask('servers added last week')).toMatch(/last week/);
  });

  test('AI-10 servers with the oldest os: the age of something else is not known', async () => {
    expect(await ask('servers with the oldest os')).toContain('I did not understand “');
  });
});

describe('AI-10 a name in parts, "only" behind a value, and signs between them', () => {
  test.each([
    ['mel web 03 ip', "name = 'mel-web-03'"],
    ['is mel web 04 up?', "name = 'mel-web-04'"],
    ['online servers (prod only)', "environment = 'production' and status = 'online'"],
    [
      'prod, linux, offline',
      "environment = 'production' and status = 'offline' and operating_system not like 'Win%'",
    ],
    ['servers that are neither online nor in Leeds', "status <> 'online' and server_location <> 'Leeds'"],
  ])('AI-10 %s', async (query, where) => expect(linked(await ask(query))).toEqual(await idsOf(where)));

  test('AI-10 how the name was read is told, and what runs Linux only is another question', async () => {
    expect(await ask('mel web 03 ip')).toContain('I read “mel web 03” as “mel-web-03”.');
    expect(await ask('which teams run linux only')).toMatch(/did not understand|I found nothing/);
  });
});

describe('AI-10 of whom and of what was said before', () => {
  test.each(['her email', 'what is her email?', 'her team', 'what team is she in?', 'and her role?'])(
    'AI-10 %s',
    async (query) => expect(people(await ask('who is Anita Patel?', query))).toBe('Anita'),
  );

  test('AI-10 servers have no person, but a team', async () => {
    await ann.call(servers.create, { body: { name: 'sec-1', teamOwner: 'IT Security' } });
    const who = 'tell me about Bo Heron';
    expect(await ask(who, 'his servers')).toContain('no person');
    expect(linked(await ask(who, 'which servers does his team own?'))).toEqual(await idsOf("name = 'sec-1'"));
    await at.current.database.pool.query("delete from servers where name = 'sec-1'");
  });

  test.each([
    ['her email', 'I do not know who'],
    ['who is the owner?', 'no server was named before'],
    ['where is it?', 'no server was named before'],
  ])('AI-10 %s: of nobody, and that is said', async (query, told) => {
    const answer = await ask(query);
    expect(answer).toContain(told);
    expect(answer).not.toMatch(/^- |\*\*\d/m);
  });
});
