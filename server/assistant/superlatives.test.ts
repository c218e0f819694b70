// What most or fewest servers have, what part of each group is so, what is told of each, and when servers were booted.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

type Made = [
  name: string,
  location: string,
  system: string,
  owner: string,
  status: 'online' | 'offline',
  days: number | null,
  notes?: string,
];
const MADE: Made[] = [
  ['lib-cat-1', 'Main Library', 'Debian 12', 'Library IT', 'online', 3, 'Loans stop at ten'],
  ['lib-cat-2', 'Main Library', 'Debian 12', 'Library IT', 'offline', 0],
  ['gpu-node-1', 'Physics', 'Ubuntu 24.04', 'Research', 'online', 40],
  ['gpu-node-2', 'Physics', 'Debian 12', 'Research', 'online', 1],
  ['gpu-node-3', 'Physics', 'Ubuntu 24.04', 'Research', 'online', null],
  ['gpu-test', 'Physics', 'AlmaLinux 9', 'Research', 'offline', 0],
  ['exam-web', 'Annex', 'AlmaLinux 9', 'Teaching', 'online', 200, 'Frozen in June'],
  ['mail-a', 'Clinic', 'Debian 12', 'Library IT', 'online', 9],
]; // prettier-ignore

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (const [name, serverLocation, operatingSystem, teamOwner, status, , notes] of MADE)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, {
      body: { name, serverLocation, operatingSystem, teamOwner, status, notes, environment: 'production', primaryFunction: name.startsWith('gpu') ? 'Compute Node' : 'Web' },
    });
  for (const [name, , , , , days] of MADE)
    // oxlint-disable-next-line no-await-in-loop -- A few servers.
    await at.current.database.pool.query(
      'update servers set uptime = $2, last_health_check = now() where name = $1',
      [name, days && days * 86_400 + 60],
    );
}, 60_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const where = (condition: string) => idsWhere(at.current.database.pool, condition);

describe('AI-10 as many values as are asked for', () => {
  test.each([
    ['top 2 operating systems', ['Debian 12: **4**', 'AlmaLinux 9: **2**'], '**1** more value has as many'],
    ['the two most common operating systems in Physics', ['Ubuntu 24.04: **2**', 'AlmaLinux 9: **1**'], '**1** more value has'],
    ['top 2 sites by number of servers', ['Physics: **4**', 'Main Library: **2**'], undefined],
    ['which 2 teams own the most servers?', ['Research: **4**', 'Library IT: **3**'], undefined],
    ['which teams own the most servers?', ['Research: **4**', 'Library IT: **3**', 'Teaching: **1**'], undefined],
    ['show me the 2 teams with the most servers', ['Research: **4**', 'Library IT: **3**'], undefined],
    ['which sites have the most servers, top 2', ['Physics: **4**', 'Main Library: **2**'], undefined],
    ['bottom 1 teams', ['Teaching: **1**'], undefined],
    ['the 3 biggest sites', ['Physics: **4**', 'Main Library: **2**', 'Annex: **1**'], '**1** more value has'],
  ])('AI-10 %s', async (query, values, more) => {
    const answer = await ask(query);
    expect([...answer.matchAll(/^- (.+)$/gm)].map(([, line]) => line)).toEqual(values);
    expect(answer.includes('as many as the last')).toBe(more !== undefined);
    expect(answer).toContain(more ?? '');
  });

  test('AI-10 of an average too', async () => {
    const answer = await ask('top 2 sites by average uptime');
    expect(answer).toContain('Average uptime by site:');
    expect([...answer.matchAll(/^- ([^:]+):/gm)].map(([, site]) => site)).toEqual(['Annex', 'Physics']);
  });
}); // prettier-ignore

describe('AI-10 what most or fewest have is named first', () => {
  test.each([
    ['What is the most common operating system?', '**Debian 12** has the most: 4.'],
    ['which system is most common?', '**Debian 12** has the most: 4.'],
    ['which operating system is the most used?', '**Debian 12** has the most: 4.'],
    [
      'least common operating system in Physics',
      '**AlmaLinux 9** and **Debian 12** have the fewest: 1 each.',
    ],
    ['Which location has the fewest servers?', '**Annex** and **Clinic** have the fewest: 1 each.'],
    ['which location has the fewest offline servers?', '**Annex** and **Clinic** have the fewest: 0 each.'],
    ['which team owns the most servers?', '**Research** has the most: 4.'],
    ['what is our biggest location?', '**Physics** has the most: 4.'],
    ['what are the largest teams?', '**Research** has the most: 4.'],
  ])('AI-10 %s', async (query, first) => {
    expect((await ask(query)).split('\n')[0]).toBe(first);
  });
});

test.each([
  ['2 longest running servers', ['exam-web', 'gpu-node-1']],
  ['which server is up the longest?', ['exam-web']],
  ['longest running server in Physics', ['gpu-node-1']],
  ['2 longest uptime', ['exam-web', 'gpu-node-1']],
])('AI-10 what runs longest has the highest uptime: %s', async (query, names) => {
  const told = [...(await ask(query)).matchAll(/^- \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(told).toEqual(names);
});

describe('AI-10 a share of each is of its own servers', () => {
  test.each([
    'what share of each location is offline?',
    'percentage of servers offline per location',
    "what percentage of each location's servers is offline?",
  ])('AI-10 %s', async (query) => {
    const answer = await ask(query);
    expect(figure(answer)).toBe(8);
    for (const line of ['- Main Library: **1** of 2 (50 %)', '- Physics: **1** of 4 (25 %)', '- Annex: **0** of 1 (0 %)'])
      expect(answer).toContain(line);
  }); // prettier-ignore

  test('AI-10 of some of them it is the part of those', async () => {
    const [answer = '', next = ''] = await askInTurn(ann, ['what share of the Library IT servers is offline per location?', 'list them']);
    expect(answer).toContain('**1** of **3** servers with team owner Library IT are those with status offline, by location');
    expect(answer).toContain('- Clinic: **0** of 1 (0 %)');
    expect(linked(next)).toEqual(await where("name = 'lib-cat-2'"));
  }); // prettier-ignore

  test('AI-10 of those that are counted it stays the part of them', async () => {
    expect(await ask('what percentage of the offline servers by location?')).toContain(
      'Physics: **1** (50 %)',
    );
  });
});

describe('AI-10 when servers were booted is told by their uptime', () => {
  const RUNS = "status <> 'offline' and uptime";
  test.each([
    ['which servers were rebooted within the last 7 days?', `${RUNS} < 7 * 86400`],
    ['servers restarted in the last two days', `${RUNS} < 2 * 86400`],
    ['which servers came up in the last two days and are in Physics?', `${RUNS} < 2 * 86400`],
    ['which compute nodes were booted in the last 7 days?', `${RUNS} < 7 * 86400 and name like 'gpu%'`],
    ['which servers have not been rebooted in the last 30 days?', `${RUNS} > 30 * 86400`],
    ['list servers with uptime under 7 days', `${RUNS} < 7 * 86400`],
  ])('AI-10 %s', async (query, condition) => {
    const answer = await ask(query);
    expect(linked(answer)).toEqual(await where(condition));
    expect(answer).toContain('uptime');
  });

  test('AI-10 one that is offline was not, as far as it is known', async () => {
    expect(await ask('which offline servers were rebooted this week?')).toBe(
      'There is no server with status offline, a last reboot this week.',
    );
  });

  test('AI-10 what else started is no reboot', async () => {
    for (const query of ['which outages started this week?', 'what came up this week?'])
      expect(await ask(query)).not.toContain('reboot');
  });

  test('AI-10 as a number, and of one server', async () => {
    expect(figure(await ask('how many servers were restarted in the last 24 hours'))).toBe(0);
    expect(figure(await ask('how many servers were restarted in the last 25 hours'))).toBe(1);
    expect(await ask('when was gpu-node-1 last rebooted?')).toContain('uptime is **40 d');
    expect(linked(await ask('which servers were rebooted in the last 7 days?', 'which of them are in Physics?'))).toEqual(
      await where("name = 'gpu-node-2'"),
    );
  }); // prettier-ignore
});

test('AI-10 an order that nothing reads is no text to look for', async () => {
  expect(await ask('which team has the biggest share of offline servers?')).toContain('did not understand');
});

test.each(['give me the notes of all servers in Main Library', 'notes of the servers in Main Library'])(
  'AI-10 a text that is no value of many is told of each: %s',
  async (query) => {
    const answer = await ask(query);
    expect(linked(answer)).toEqual(await where("server_location = 'Main Library'"));
    expect(answer).toContain('notes Loans stop at ten');
    expect(answer).toContain('notes not recorded');
  },
);

test.each([
  'which servers handle loans?',
  'which servers process loans in Main Library?',
  'list the servers that store loans',
  'every server that deals with loans',
])('AI-10 the verb of what servers do is no text that they must have: %s', async (query) => {
  const answer = await ask(query);
  expect(linked(answer)).toEqual(await where("name = 'lib-cat-1'"));
  expect(answer).not.toContain('Without it');
});
