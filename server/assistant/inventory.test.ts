// Questions over an inventory that is made up anew each run; every figure is compared with SQL on the database.
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { byText, figure, linked } from '../../test/assistant-answers.ts';
import { INVENTORY_QUESTIONS } from '../../test/inventory-questions.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });

let ann: Client;
let name = '';
let address = '';
let limit = 0;

beforeAll(async () => {
  ann = await at.current.signedIn();
  ({ name, address, limit } = await makeUpInventory(at.current, ann));
}, 120_000);

/** The answer after its question, so that what fails says what was asked. */
const ask = async (query: string): Promise<string> => {
  const { response } = await ann.call(assistant.ask, { body: { query } });
  return `${query}
${response}`;
};
const rows = async (where: string, select = 'id'): Promise<Record<string, string | number>[]> =>
  (
    await at.current.database.pool.query(
      `select ${select} from servers where deleted_at is null and ${where}`,
    )
  ).rows;

describe('AI-10 questions about the inventory', () => {
  test.each(INVENTORY_QUESTIONS)('AI-10 count and list by %s', async (_, where, counting, listing) => {
    const ids = (await rows(where)).map(({ id }) => String(id)).toSorted(byText);
    for (const query of counting) expect([query, figure(await ask(query))]).toEqual([query, ids.length]);
    for (const query of listing) {
      const answer = await ask(query);
      expect([query, linked(answer)]).toEqual([query, ids]);
      expect([query, figure(answer)]).toEqual([query, ids.length]);
    }
  });

  test('AI-10 count all', async () => {
    const total = (await rows('true')).length;
    for (const query of [
      'How many servers are there?',
      'count all servers',
      'What is the total number of servers in the inventory?',
    ])
      expect([query, figure(await ask(query))]).toEqual([query, total]);
  });

  test('AI-10 usage over and under a figure', async () => {
    const columns = { cpu: 'cpu_usage', memory: 'memory_usage', disk: 'disk_usage' };
    for (const [word, column] of Object.entries(columns)) {
      const over = (await rows(`${column} > ${limit}`)).map(({ id }) => String(id)).toSorted(byText);
      for (const query of [
        `Which servers have ${word} usage over ${limit}%?`,
        `list servers with more than ${limit} percent ${word}`,
        `show hosts where ${word} is above ${limit}`,
      ])
        expect([query, linked(await ask(query))]).toEqual([query, over]);
      const under = (await rows(`${column} < ${limit}`)).length;
      for (const query of [
        `How many servers have ${word} usage below ${limit}%?`,
        `count hosts with ${word} under ${limit} %`,
        `number of servers using less than ${limit}% ${word}`,
      ])
        expect([query, figure(await ask(query))]).toEqual([query, under]);
    }
    const long = (await rows(`uptime > ${30 * 86_400}`)).map(({ id }) => String(id)).toSorted(byText);
    for (const query of [
      'Which servers have an uptime over 30 days?',
      'list hosts with uptime longer than 30 days',
      'servers with more than 30 days of uptime',
      'which servers have been running for more than 30 days?',
    ])
      expect([query, linked(await ask(query))]).toEqual([query, long]);
  });

  test.each([
    [
      'environment',
      [
        'How many servers per environment?',
        'servers by environment',
        'Show the number of hosts in each environment',
      ],
    ],
    ['server_location', ['View location details']],
    [
      "split_part(server_location, ', Rack', 1)",
      ['How many servers are at each location?', 'What locations do we have?'],
    ],
    [
      'operating_system',
      ['Which operating systems do we run?', 'servers by os', 'count servers per operating system'],
    ],
    ['network', ['Show network topology', 'how many servers are in each network zone', 'servers by network']],
    ['team_owner', ['How many servers does each team own?', 'servers per owner', 'Which teams own servers?']],
  ])('AI-10 count by %s', async (column, wordings) => {
    const groups = await rows(`true group by ${column}`, `${column} as value, count(*)::int as total`);
    for (const query of wordings) {
      const answer = await ask(query);
      for (const { value, total } of groups) expect(answer).toContain(`- ${value}: **${total}**`);
    }
  });

  test('AI-10 between two figures, exactly one, two of the same and either of two', async () => {
    const [some] = await rows('cpu_usage is not null order by name limit 1', 'cpu_usage');
    const exact = Number(some?.['cpu_usage'] ?? 0);
    const asked: [string, string[]][] = [
      ['memory_usage between 20 and 70', ['Which servers have memory between 20 and 70 percent?', 'list servers with memory usage from 20% to 70%', 'show hosts using between 20 and 70 % memory']],
      [`cpu_usage = ${exact}`, [`Which servers have a cpu usage of exactly ${exact}%?`, `list hosts with exactly ${exact} % cpu`, `show servers whose cpu is at ${exact} percent`]],
      ['disk_usage > 20 and disk_usage < 80', ['Which servers have disk over 20% and under 80%?', 'list hosts with disk usage above 20 and below 80', 'show servers where disk is more than 20 % but less than 80 %']],
      ['(cpu_usage > 70 or memory_usage > 70)', ['Which servers have cpu over 70% or memory over 70%?', 'list hosts with cpu above 70 or memory above 70', 'show servers with more than 70% cpu or more than 70% memory']],
      [`(status = 'offline' or disk_usage > 60)`, ['Which servers are offline or have disk over 60%?', 'list hosts that are down or have more than 60 percent disk', 'show servers with disk above 60 % or offline']],
      [`uptime > ${60 * 86_400}`, ['Which servers have an uptime over 2 months?', 'list hosts with more than 2 months of uptime', 'show servers up for over 2 months']],
    ];
    for (const [where, wordings] of asked) {
      const ids = (await rows(where)).map(({ id }) => String(id)).toSorted(byText);
      for (const query of wordings) expect([query, linked(await ask(query))]).toEqual([query, ids]);
    }
  }); // prettier-ignore

  test.each([
    ['How many servers have 8 cores?', '“8 cores”'],
    ['How many production servers were bought last week?', 'bought last week'],
    ['List servers that rebooted 3 times', '“rebooted 3 times”'],
    ['Which servers cost between 20 and 40 dollars?', '“cost between 20 40 dollars”'],
  ])('AI-10 %s: what was not understood is said, and no figure is given', async (query, words) => {
    const answer = (await ask(query)).slice(query.length);
    expect(answer).toContain('I did not understand');
    expect(answer).toContain(words);
    expect(answer).not.toMatch(/\*\*\d/);
    expect(answer).not.toContain('?server=');
  });

  test('AI-10 what is wrong, in the words of somebody who was called', async () => {
    const of = async (where: string) => (await rows(where)).map(({ id }) => String(id)).toSorted(byText);
    for (const query of ['is anything down?', 'is anything ofline right now', 'whats down'])
      expect([query, linked(await ask(query))]).toEqual([query, await of("status = 'offline'")]);
    for (const query of ['what is wrong?', 'anything broken right now', 'which boxes are unhealthy', 'is something wrong', 'whats broken', 'is everything ok?', 'any servers with problems?'])
      expect([query, linked(await ask(query))]).toEqual([query, await of("status in ('offline', 'warning')")]);
    expect(linked(await ask('servers with no issues'))).toEqual(await of("status not in ('offline', 'warning')"));
  }); // prettier-ignore

  test('AI-10 check server status names how many are how, and those that need attention', async () => {
    const groups = await rows('true group by status', 'status, count(*)::int as total');
    const bad = (await rows("status in ('offline', 'warning')")).map(({ id }) => String(id)).toSorted(byText);
    for (const query of [
      'Check server status',
      'What is the status of our servers?',
      'How is the health of all servers',
    ]) {
      const answer = await ask(query);
      for (const { status, total } of groups) expect(answer).toContain(`- ${status}: **${total}**`);
      expect([query, linked(answer)]).toEqual([query, bad]);
    }
    for (const query of ['Which servers need attention?', 'View recent issues', 'list servers with problems'])
      expect([query, linked(await ask(query))]).toEqual([query, bad]);
  });

  test('AI-10 one server: address, status, location, owner, system; and whose address it is', async () => {
    const [row] = await rows(`name = '${name}'`, '*');
    const attributes: [string, unknown, string[]][] = [
      [
        'ip',
        row?.['ip_address'],
        [`What is the IP of ${name}?`, `${name} ip address`, `which ip does ${name.toUpperCase()} have`],
      ],
      ['status', row?.['status'], [`What is the status of ${name}?`, `Is ${name} online?`, `is ${name} up`]],
      [
        'location',
        row?.['server_location'],
        [`Where is ${name}?`, `location of ${name}`, `Where is ${name} located?`],
      ],
      ['owner', row?.['team_owner'], [`Who owns ${name}?`, `which team owns ${name}`, `owner of ${name}`]],
      [
        'system',
        row?.['operating_system'],
        [`What operating system is ${name} on?`, `what OS does ${name} run?`, `${name}’s operating system`],
      ],
      [
        'environment',
        row?.['environment'],
        [`Which environment is ${name} in?`, `environment of ${name}`, `Is ${name} in production?`],
      ],
    ];
    for (const [, value, wordings] of attributes)
      for (const query of wordings) {
        const answer = await ask(query);
        expect(answer).toContain(String(value));
        expect(answer).toContain(`[${name}](/infrastructure?server=${row?.['id']})`);
      }
    for (const query of [
      `Which server has the IP ${address}?`,
      `whose address is ${address}`,
      `What host is ${address}?`,
    ])
      expect(await ask(query)).toContain(`[${name}]`);
  });

  test('AI-10 the highest, the lowest and the average of a figure', async () => {
    const [most] = await rows('cpu_usage is not null order by cpu_usage desc limit 1', 'cpu_usage');
    for (const query of [
      'Which server has the highest CPU usage?',
      'what host has the most cpu load',
      'server with the highest cpu',
    ])
      expect(await ask(query)).toContain(`**${most?.['cpu_usage']} %**`);
    const three = await rows('disk_usage is not null order by disk_usage desc limit 3', 'disk_usage');
    for (const query of [
      'Top 3 servers by disk usage',
      'show the top 3 hosts by disk',
      'list the 3 servers with the highest disk usage',
      'top three servers by disk',
      'which three servers use the most disk?',
      'the three servers with the least free disk space',
    ]) {
      const shown = [...(await ask(query)).matchAll(/\*\*([\d.]+) %\*\*/g)].map(([, value]) => Number(value));
      expect([query, shown]).toEqual([query, three.map((row) => row['disk_usage'])]);
    }
    const [mean] = await rows('true', 'round(avg(memory_usage)::numeric, 2)::float8 as mean');
    for (const query of [
      'What is the average memory usage?',
      'average memory of all servers',
      'mean ram usage of servers',
    ])
      expect(await ask(query)).toContain(`**${mean?.['mean']} %**`);
  });

  test('AI-10 a figure of each server', async () => {
    const [some] = await rows('cpu_usage is not null order by name limit 1', 'name, cpu_usage');
    for (const query of [
      'cpu usage of all servers',
      'List the servers with their cpu',
      'show the cpu of our hosts',
    ])
      expect(await ask(query)).toMatch(
        new RegExp(`\\[${some?.['name']}\\].* CPU usage ${some?.['cpu_usage']} %`),
      );
  });

  test('AI-10 all addresses', async () => {
    const all = await rows('true', 'ip_address');
    for (const query of [
      'List all server IPs',
      'show the ip addresses of all servers',
      'What are the IPs of our hosts?',
    ]) {
      const answer = await ask(query);
      for (const { ip_address: ip } of all) expect(answer).toContain(`\`${ip}\``);
    }
  });

  test('AI-10 "it" is the server that the conversation was about', async () => {
    const [row] = await rows(`name = '${name}'`, '*');
    const conversationHistory = [{ type: 'user' as const, content: `Tell me about ${name}` }];
    const { response } = await ann.call(assistant.ask, {
      body: { query: 'Where is it located?', conversationHistory },
    });
    expect(response).toContain(String(row?.['server_location']));
    // A team that is called so is no pronoun.
    const query = 'How many servers does IT Security own?';
    const { response: other } = await ann.call(assistant.ask, { body: { query, conversationHistory } });
    expect(other).not.toContain(name);
  });

  test('AI-10 the same question has the same answer', async () => {
    expect(await ask('List all servers')).toBe(await ask('List all servers'));
  });
});
