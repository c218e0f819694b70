import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/calls/servers.ts';
import { withApp } from '../../test/app.ts';
import { aDocument, type TestUser, ANYBODY } from '../../test/factories.ts';
import { linkedNames, replyToLast } from '../../test/assistant-answers.ts';

/** Wednesday noon in Sydney, in a year of no test run. */
const NOW = new Date('2431-03-12T01:00:00Z');
const at = withApp();
let userId = '';
let author: TestUser;
const names = new Map<string, string>();

type Outage = [from: string, to: string | null];
type Made = {
  name: string;
  environment: 'production' | 'staging';
  status: 'online' | 'offline' | 'maintenance';
  teamOwner: string;
  outages: Outage[];
};
const MADE: Made[] = [
  {
    name: 'lds-db-01',
    environment: 'production',
    status: 'offline',
    teamOwner: 'Databases',
    // Sunday morning in Sydney.
    outages: [['2431-03-08T22:00:00Z', null]],
  },
  {
    name: 'lds-web-01',
    environment: 'staging',
    status: 'offline',
    teamOwner: 'Web',
    outages: [['2431-03-11T10:00:00Z', null]],
  },
  {
    name: 'dub-app-01',
    environment: 'production',
    status: 'online',
    teamOwner: 'Web',
    outages: [['2431-03-10T20:00:00Z', '2431-03-11T03:00:00Z']],
  },
  {
    name: 'dub-app-02',
    environment: 'production',
    status: 'online',
    teamOwner: 'Web',
    outages: [
      ['2431-03-02T00:00:00Z', '2431-03-02T01:00:00Z'],
      ['2431-03-05T00:00:00Z', '2431-03-05T00:20:00Z'],
      ['2431-03-12T00:10:00Z', '2431-03-12T00:30:00Z'],
    ],
  },
  {
    name: 'osl-mail-01',
    environment: 'production',
    status: 'online',
    teamOwner: 'Mail',
    outages: [['2431-03-11T20:00:00Z', '2431-03-11T21:00:00Z']],
  },
  {
    name: 'osl-old-03',
    environment: 'production',
    status: 'maintenance',
    teamOwner: 'Mail',
    outages: [
      ['2430-05-01T00:00:00Z', '2430-05-01T01:00:00Z'],
      ['2430-05-02T00:00:00Z', '2430-05-02T01:00:00Z'],
      ['2430-05-03T00:00:00Z', '2430-05-03T01:00:00Z'],
      ['2430-05-04T00:00:00Z', '2430-05-04T01:00:00Z'],
      // All of the Sunday and Monday before counts, but little of this week.
      ['2431-02-20T00:00:00Z', '2431-03-09T14:00:00Z'],
    ],
  },
];

beforeAll(async () => {
  const ann = await at.current.signedIn();
  userId = ann.user.id;
  author = ann.user;
  for (const { outages, ...body } of MADE) {
    // oxlint-disable-next-line no-await-in-loop -- The order matters.
    const { id } = await ann.call(servers.create, { body });
    names.set(id, body.name);
    for (const [from, to] of outages)
      // oxlint-disable-next-line no-await-in-loop
      await at.current.database.pool.query(
        `insert into incidents (server_id, started_at, ended_at, message) values ($1, $2, $3, 'Refused')`,
        [id, from, to],
      );
    // oxlint-disable-next-line no-await-in-loop
    await at.current.database.pool.query(
      `insert into check_results (server_id, at, outcome, latency_ms, message, simulated)
         select $1, $2::timestamptz - age, outcome, latency, 'x', simulated from (values
           (interval '1 hour', 'good', $3::real, false), ('2 hours', 'warning', 4 * $3::real, false),
           ('3 hours', 'bad', 9000, false), ('4 hours', 'good', 9000, true), ('25 hours', 'good', 9000, false))
           as made (age, outcome, latency, simulated)`,
      [id, NOW, body.name.length],
    );
  }
});

const ask = (...turns: string[]) =>
  replyToLast(turns, { db: at.current.database.db, userId, ...ANYBODY, now: NOW });

test.each([
  ['which server has been down the longest?', ['lds-db-01']],
  ['who has been offline longest in staging?', ['lds-web-01']],
  ['which server is down the longest', ['lds-db-01']],
  ['longest offline server', ['lds-db-01']],
  ['which servers have been down the longest', ['lds-db-01', 'lds-web-01']],
  ['which server was offline the longest this week', ['lds-db-01']],
  ['which server was down the longest this month', ['osl-old-03']],
  ['which server was down the longest?', ['osl-old-03']],
  ['what went down last?', ['dub-app-02']],
  ['which server went down most recently', ['dub-app-02']],
  ['what went down first today', ['osl-mail-01']],
  ['which server failed last in staging', ['lds-web-01']],
  ['when was lds-web-01 last down', ['lds-web-01']],
  ['most recent outage', ['dub-app-02']],
  ['which server was down most often this month', ['dub-app-02']],
  ['which server failed the most this month?', ['dub-app-02']],
  ['which server has been down the most', ['osl-old-03']],
  ['what went down in the last 2 hours?', ['dub-app-02']],
  ['what was down in the last 2 hours?', ['dub-app-02', 'lds-db-01', 'lds-web-01']],
  ['what recovered today', ['dub-app-02', 'osl-mail-01']],
  ['what came back online in the last hour', ['dub-app-02']],
  ['has anything recovered since midnight?', ['dub-app-02', 'osl-mail-01']],
  ['which server came back last', ['dub-app-02']],
  ['when did osl-mail-01 come back?', ['osl-mail-01']],
  ['last 2 outages', ['dub-app-02', 'osl-mail-01']],
  ['last 3 servers that went down', ['dub-app-02', 'lds-web-01', 'osl-mail-01']],
  ['first outage of the Web team this month', ['dub-app-02']],
  ['what broke in the last 2 hours?', ['dub-app-02']],
  ['servers without outages this month', []],
  ['servers without outages this week in staging', []],
  ['servers never down since Tuesday', ['osl-old-03']],
  ['which outage lasted the longest?', ['osl-old-03']],
  ['when did staging go down?', ['lds-web-01']],
  ['how long was staging down?', ['lds-web-01']],
  ['what is down right now?', ['lds-db-01', 'lds-web-01']],
  ['down since Monday', ['lds-db-01']],
  ['servers that are offline since yesterday', ['lds-db-01', 'lds-web-01']],
  ['what has been down since this morning?', ['lds-db-01', 'lds-web-01']],
  [
    'which servers were down since Tuesday',
    ['dub-app-01', 'dub-app-02', 'lds-db-01', 'lds-web-01', 'osl-mail-01'],
  ],
  ['what went down since Tuesday', ['dub-app-01', 'dub-app-02', 'lds-web-01', 'osl-mail-01']],
])('AI-10 finds the servers of: %s', async (question, expected) => {
  const { text, end } = await ask(question);
  expect(linkedNames(text, names)).toEqual(expected);
  expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
});

test.each([
  ['which server has been down the longest?', '**3.1 days** · Refused'],
  ['which server was offline the longest this week', 'lds-db-01', '**2.5 days**'],
  ['which server was down the longest this month', '**9 days**'],
  ['which server was down most often this month', '**3**'],
])('AI-10 shows the figure of: %s', async (question, ...figures) => {
  const { text } = await ask(question);
  for (const figure of figures) expect(text).toContain(figure);
});

test('AI-10 a ranking by number of outages counts only those of the period', async () => {
  const { text } = await ask('which server had the most outages this month?');
  expect(text).toMatch(/^Highest number of outages .*\n\n- \[dub-app-02\]\S+ \*\*3\*\*/);
});

test.each([
  [
    'median outage length this month',
    'The median outage length is **4 hours**, measured on **8** outages since',
  ],
  [
    'how long do outages last on average in staging?',
    'The average outage length is **15 hours**, measured on **1**',
  ],
  [
    'on average how long is a server down this week',
    'The average outage length is **3.6 days**, measured on **6**',
  ],
  ['how much downtime did we have on Monday?', 'together **1 day**'],
  [
    'average outage duration per team',
    '- Databases: **3.1 days** (1)\n- Mail: **3 days** (6)\n- Web: **4.7 hours** (5)',
  ],
  ['mttr', 'The average outage length is'],
  ['how many times did dub-app-02 go down this month?', '**3** outages of servers (this server)'],
  ['how often was dub-app-02 offline?', '**3** outages of servers (this server).'],
  ['how many servers are down now?', '**2** servers (Status: offline).'],
  ['outages this week with their owner', '**20 minutes** · Refused · Team: **Web**'],
  [
    '90th percentile of outage lengths in staging',
    'The 90th percentile of the outage length is **15 hours**',
  ],
  [
    'average response time',
    'The average response time is **25 ms**, measured on **12** checks in the last 24 hours',
  ],
  [
    'typical latency of lds-db-01',
    'The median response time is **22.5 ms**, measured on **2** checks (this server)',
  ],
  ['fastest server', 'Lowest response time in the last 24 hours:\n\n- [lds-db-01]'],
  ['which production servers are slowest?', 'of servers (Environment: production):\n\n- ['],
  ['top 2 servers by response time', '): **25 ms**'],
  ['which server has the highest average latency?', '[osl-mail-01]'],
  ['which team has the highest average latency?', 'response time of servers in the last 24 hours by Team'],
  ['p99 response time of lds-db-01', 'The 99th percentile of the response time is **35.7 ms**'],
])('AI-10 %s', async (question, part) => {
  const { text, end } = await ask(question);
  expect(text).toContain(part);
  expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
});

test.each([
  'how many servers are down on average',
  'percentile of outage lengths',
  'average number of outages per team',
  'how long on average have the offline servers been up',
  'median response time of staging vs production',
  'slowest query on staging',
  'which server went down least often?',
  'what was down for more than an hour yesterday?',
  'which servers were down for 2 hours?',
  'which team is worst?',
  'is dub-app-01 back up?',
  'which servers back up at night?',
])('AI-10 no figure of something else for: %s', async (question) => {
  const { text, end } = await ask(question);
  expect(end.outcome === 'query' && end.understood?.unread.length === 0 ? text : 'none').toBe('none');
});

test.each([
  [['what went down last?', 'who owns it?'], '· Refused · Team: **Web**'],
  [['last outage', 'and the longest?'], 'the longest first'],
  [['which server has been down the longest?', 'why?'], 'lds-db-01](/infrastructure'],
])('AI-10 a follow-up about outages: %j', async (turns, part) => {
  const { text, end } = await ask(...turns);
  expect(text).toContain(part);
  expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
});

test('AI-10 instructions stay instructions, and a runbook of one thing is not any document', async () => {
  const { db } = at.current.database;
  await aDocument(db, author, { title: 'Rota', content: 'Call the duty manager.' });
  for (const question of ['how often should I restart staging?', 'find the runbook for staging']) {
    // oxlint-disable-next-line no-await-in-loop
    const { text, end } = await ask(question);
    expect(end.outcome).not.toBe('query');
    expect(text).not.toContain('changed last');
  }
  expect((await ask('View recent documentation')).text).toContain('Rota');
});
