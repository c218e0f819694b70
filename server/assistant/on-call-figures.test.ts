import { ANYBODY } from '../../test/factories.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { linkedNames, replyToLast } from '../../test/assistant-answers.ts';

/** Comparisons, levels, releases and several questions at once. Wednesday noon in Sydney, in a year of no test run. */
const NOW = new Date('2431-03-12T01:00:00Z');
const at = withApp();
let ann: Client;
let userId = '';
const names = new Map<string, string>();

type Made = [
  name: string,
  environment: 'production' | 'staging' | 'development',
  status: 'online' | 'offline' | 'maintenance' | 'warning',
  serverLocation: string,
  operatingSystem: string,
  figures: [cpu: number, memory: number, disk: number],
  certificate: string | null,
];
const MADE: Made[] = [
  [
    'lds-mail-01',
    'production',
    'online',
    'Leeds Hall, Rack 1',
    'Ubuntu 22.04 LTS',
    [92, 50, 40],
    '2431-03-20',
  ],
  [
    'lds-mail-02',
    'production',
    'offline',
    'Leeds Hall, Rack 2',
    'Ubuntu 20.04 LTS',
    [10, 95, 97],
    '2431-02-20',
  ],
  ['lds-app-01', 'production', 'online', 'Leeds Hall, Rack 2', 'Windows Server 2022', [30, 40, 30], null],
  [
    'dub-web-01',
    'staging',
    'maintenance',
    'Dublin Hall, Rack 1',
    'Ubuntu 24.04 LTS',
    [60, 20, 93],
    '2431-05-01',
  ],
  ['dub-web-11', 'staging', 'online', 'Dublin Hall, Rack 1', 'Debian 12', [60, 30, 20], null],
  ['web-007', 'development', 'warning', 'Oslo', 'Windows Server 2019', [5, 10, 50], null],
];

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  userId = signedIn.user.id;
  for (const [name, environment, status, serverLocation, operatingSystem, figures, certificate] of MADE) {
    const body = { name, environment, status, serverLocation, operatingSystem };
    // oxlint-disable-next-line no-await-in-loop -- The order matters.
    const { id } = await ann.call(servers.create, { body });
    names.set(id, name);
    // oxlint-disable-next-line no-await-in-loop
    await at.current.database.pool.query(
      `update servers set cpu_usage = $2, memory_usage = $3, disk_usage = $4, certificate_expires_at = $5, last_health_check = $6
       where id = $1`,
      [id, ...figures, certificate, NOW],
    );
  }
});

const ask = (...turns: string[]) =>
  replyToLast(turns, { db: at.current.database.db, userId, ...ANYBODY, now: NOW });

test.each([
  ['lds-mail-1', ['lds-mail-01']],
  ['is lds-mail-2 up?', ['lds-mail-02']],
  ['status of lds mail 1', ['lds-mail-01']],
  ['dub-web-1', ['dub-web-01']],
  ['who owns web7?', ['web-007']],
  ['second highest disk', ['dub-web-01']],
  ['3rd lowest memory', ['dub-web-11']],
  ['second highest cpu', ['dub-web-01', 'dub-web-11']],
  ['servers with high cpu', ['lds-mail-01']],
  ['low disk space', ['lds-mail-02']],
  ['memory almost full', ['lds-mail-02']],
  ['low cpu', ['web-007']],
  ['is the disk of dub-web-01 full?', ['dub-web-01']],
  ['is cpu of web-007 over 80 %?', ['web-007']],
  ['which certificates expired?', ['lds-mail-02']],
  ['certs expiring in the next 30 days', ['lds-mail-01']],
  ['certs expiring soon', ['lds-mail-01']],
  ['certificates not expiring in the next 30 days', ['dub-web-01']],
  ['certs not expired', ['dub-web-01', 'lds-mail-01']],
  ['which certificate expires next?', ['lds-mail-01']],
  ['has the cert of lds-mail-02 expired?', ['lds-mail-02']],
  ['ubuntu servers older than 22.04', ['lds-mail-02']],
  ['os newer than ubuntu 20.04', ['dub-web-01', 'lds-mail-01']],
  ['windows older than 2022', ['web-007']],
  ['ubuntu 22.04 or older', ['lds-mail-01', 'lds-mail-02']],
  ['windows 2022 and newer', ['lds-app-01']],
  ['ubuntu 12.04 or older', []],
  ['servers with little disk left', ['lds-mail-02']],
  ['which servers did we change in March?', []],
  ['ubuntu servers with cpu below 50', ['lds-mail-02']],
  ['wich servrs are offlien', ['lds-mail-02']],
  ['yellow servers', ['web-007']],
  ['servers without a health check in Oslo', ['web-007']],
])('AI-10 finds the servers of: %s', async (question, expected) => {
  const { text, end } = await ask(question);
  expect(linkedNames(text, names)).toEqual(expected);
  expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
});

describe('AI-10 figures', () => {
  test.each([
    [['prod vs staging servers'], '- Environment: production: **3**\n- Environment: staging: **2**'],
    [
      ['are there more servers in Dublin or in London?'],
      '- Location: Dublin Hall, Rack 1: **2**\n- text “london”: **0**',
    ],
    [
      ['compare the memory of leeds, dublin and oslo'],
      '- Location: Leeds Hall: **61.67 %** (3)\n- Location: Dublin Hall, Rack 1: **25 %** (2)\n- Location: Oslo: **10 %** (1)',
    ],
    [['avg disk of windows vs ubuntu'], '- OS: Ubuntu: **76.67 %** (3)\n- OS: Windows Server: **40 %** (2)'],
    [
      ['prod vs staging', 'and in Leeds?'],
      '(Location: Leeds Hall), the highest first:\n\n- Environment: production: **3**',
    ],
    [['how many servers per location?'], '- Leeds Hall: **3**\n- Dublin Hall: **2**\n- Oslo: **1**'],
    [
      ['average cpu per location'],
      '- Dublin Hall: **60 %** (2)\n- Leeds Hall: **44 %** (3)\n- Oslo: **5 %** (1)',
    ],
    [['second highest disk'], '2nd highest Disk:'],
    [['median memory in Leeds'], 'The median Memory is **50 %**, measured on **3** servers'],
    [['p90 cpu'], 'The 90th percentile of the CPU is **76 %**'],
    [['highest disk', 'and the second?'], '2nd highest Disk:'],
    [['second highest disk', 'and the lowest?'], 'Lowest Disk:'],
    [['prod vs staging', 'cpu'], 'Average CPU of servers, the highest first:'],
    [['average cpu per location', 'memory'], 'Average Memory of servers by Location'],
    [['is lds-mail-02 up?', 'since when?'], 'is **offline**'],
    [['is lds-mail-02 up?', 'contacts'], 'Contacts: not recorded'],
    [['status of lds-mail-01', 'how long has it been up?'], 'Uptime: not recorded'],
    [['servers in Dublin', 'why?'], 'is **maintenance**'],
    [['9th highest disk'], 'Only **6** servers can be ranked by Disk.'],
    [['are all prod servers online?'], '**66.67 %**: 2 of **3** servers'],
    [
      ['how many servers in Leeds', 'how many are ubuntu', 'not ubuntu'],
      '**1** server (Location: Leeds Hall, not OS: Ubuntu).',
    ],
    [['are all mail servers up?'], '**50 %**: 1 of **2** servers (word “mail”)'],
    [['what % of ubuntu servers are in prod?'], '**66.67 %**: 2 of **3** servers (OS: Ubuntu)'],
    [['who changed web-007 last?'], '**1** change of servers (this server)'],
    [['what is wrong w lds-mail-02'], 'is **offline**'],
    [['is the certificate of dub-web-01 ok?'], 'Certificate expires: **01/05/2431'],
    [['tell me more about web-007'], 'Location: **Oslo**'],
    [['compare the cpu of web-007 and lds-app-01'], 'CPU: **30 %** used'],
    [['what happened at 3am?'], 'from 12/03/2431, 3:00 am UTC+11 to before 12/03/2431, 4:00 am UTC+11'],
    [
      ['what was down this morning?'],
      'down from 12/03/2431, 12:00 am UTC+11 to before 12/03/2431, 12:00 pm UTC+11',
    ],
  ])('AI-10 %j', async (turns, part) => {
    const { text, end } = await ask(...turns);
    expect(text).toContain(part);
    expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
  });

  test.each([
    'is there more load in Leeds than in Dublin?',
    'are there fewer outages in Leeds than in Dublin?',
    'how many servers per os and environment?',
    'what kinds of hardware do we have?',
    'max memory per location',
    'busiest server per location',
    'median cpu of Leeds vs Dublin',
    'average number of ubuntu servers',
    'offline servers in maintenance',
    'linux servers older than 22',
    'servers on the wrong network',
    '60th highest cpu',
  ])('AI-10 no figure of something else for: %s', async (question) => {
    const { text, end } = await ask(question);
    expect(end.outcome === 'query' && end.understood?.unread.length === 0 ? text : 'none').toBe('none');
  });
});

test.each([
  [
    'how many servers are down? who is on call for Oslo?',
    ['**how many servers are down?**', '**1** server (Status: offline).', '**1** server (Location: Oslo)'],
  ],
  [
    'how many servers are up in Leeds? and in Dublin?',
    ['Location: Leeds Hall)', '**1** server (Status: online, Location: Dublin'],
  ],
  ['how many are windows? how many are ubuntu?', ['(OS: Windows Server).', '(OS: Ubuntu).']],
  ['is lds-mail-02 down? who owns it?', ['Status: **offline**', 'Team: not recorded']],
  ['where is web-007 and is it up', ['Location: **Oslo**', 'Status: **warning**']],
  [
    'is web-007 down? how do I tune a harp?',
    ['Status: **warning**', '**how do I tune a harp?**\n\nI found nothing about'],
  ],
])('AI-10 every question of a message has a reply: %s', async (question, parts) => {
  const { text } = await ask(question);
  for (const part of parts) expect(text).toContain(part);
});

test.each([
  'how many servers are offline, and which are in maintenance',
  'how many are windows, how many are ubuntu',
  'how many servers are down and who is on call for Oslo',
])('AI-10 only a question mark ends a question, and what is not read is named: %s', async (question) => {
  const { text, end } = await ask(question);
  expect(text).toMatch(/^I did not understand “/);
  expect(end.outcome).toBe('nothing');
});

test('AI-10 shows how each question of a message was understood', async () => {
  const { end } = await ask('how many servers are down? and who owns web-007? how do I tune a harp?');
  expect(end.earlierUnderstood?.map(({ filter }) => filter)).toEqual(['status:=offline']);
  expect(end.understood?.filter).toMatch(/^id:/);
  expect((await ask('how many servers are down?')).end.earlierUnderstood).toBeUndefined();
});

test('AI-10 a story before a question is not cut into questions', async () => {
  const { text } = await ask('the box web-007, which is in Oslo, hums. what should I do?');
  expect(text).not.toContain('**which is in Oslo');
});

test('AI-10 finds the servers of a manager who has one name', async () => {
  await at.current.database.pool.query(
    `update users set first_name = 'Administrator', last_name = '' where id = $1`,
    [userId],
  );
  const { text } = await ask('how many servers are managed by administrator?');
  expect(text).toBe('**6** servers (Managed by: Administrator).');
});

test('INFRA-04 the list finds a name without its zeros, unless a server has the name as typed', async () => {
  const namesOf = async (q: string) => {
    const found = await ann.call(servers.list, { query: { q } });
    return found.map(({ name }) => name);
  };
  expect(await namesOf('lds-mail-1')).toEqual(['lds-mail-01']);
  expect(await namesOf('web7')).toEqual(['web-007']);
  expect(await namesOf('dub-web-1')).toEqual(['dub-web-01', 'dub-web-11']);
  expect(await namesOf('lds-mail-10')).toEqual([]);
  await ann.call(servers.create, { body: { name: 'lds-mail-1' } });
  expect(await namesOf('lds-mail-1')).toEqual(['lds-mail-1']);
});
