import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/calls/servers.ts';
import { team } from '../../contract/calls/team.ts';
import { startTestApp } from '../../test/app.ts';
import { replyBuiltIn, replyToLast } from '../../test/assistant-answers.ts';
import { auditEntries } from '../db/schema.ts';
import { aDocument, aUser, ANYBODY } from '../../test/factories.ts';
import { keepExchange } from './queries.ts';

/** Wednesday noon in Sydney, in a year that differs from the real one. */
const NOW = new Date('2031-03-12T01:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

let app: Awaited<ReturnType<typeof startTestApp>>;
let userId = '';
const ids = new Map<string, string>();

const MADE = [
  {
    name: 'web-1',
    hostname: 'web-1.example.com',
    ipAddress: '10.1.0.1',
    serverLocation: 'Leeds, Rack 4',
    operatingSystem: 'Debian 12',
    teamOwner: 'Platform',
    status: 'online',
    keyContacts: 'Jane Doe',
  },
  {
    name: 'web-2',
    ipAddress: '10.1.0.2',
    serverLocation: 'Leeds Annex',
    operatingSystem: 'Debian 12',
    teamOwner: 'Warehouse Platform',
    status: 'offline',
  },
  {
    name: 'db-1',
    ipAddress: '10.2.0.1',
    serverLocation: 'Dublin',
    operatingSystem: 'Ubuntu 22.04 LTS',
    teamOwner: 'Network',
    status: 'warning',
    network: 'DMZ',
    primaryFunction: 'Order warehouse',
    notes: 'Backs up to tape in postgres format',
  },
  {
    name: 'mail',
    serverLocation: 'Dublin, Rack 4',
    teamOwner: 'End User Team',
    status: 'maintenance',
    primaryFunction: 'Mail Relay',
    notes: 'For PO numbers',
  },
] as const;

beforeAll(async () => {
  app = await startTestApp();
  const ann = await app.signedIn();
  userId = ann.user.id;
  for (const fields of MADE) {
    // oxlint-disable-next-line no-await-in-loop -- The order matters.
    const { id } = await ann.call(servers.create, { body: { environment: 'production', ...fields } });
    ids.set(fields.name, id);
  }
  const { pool, db } = app.database;
  const outage = (name: string, from: Date, to: Date | null, message: string) =>
    pool.query('insert into incidents (server_id, started_at, ended_at, message) values ($1, $2, $3, $4)', [
      ids.get(name),
      from,
      to,
      message,
    ]);
  await outage('web-2', hoursAgo(3), null, 'Connection refused');
  await outage('db-1', hoursAgo(30), hoursAgo(28), 'Timed out');
  await pool.query(
    'update servers set cpu_usage = 91, uptime = 200000, last_health_check = $2, last_message = $3 where id = $1',
    [ids.get('db-1'), hoursAgo(1), 'CPU high'],
  );
  await pool.query('update servers set certificate_expires_at = $2 where id = $1', [
    ids.get('web-1'),
    hoursAgo(-240),
  ]);
  await pool.query("update servers set created_at = $1::timestamptz - interval '90 days'", [NOW]);
  await pool.query('update servers set created_at = $2 where id = $1', [ids.get('mail'), hoursAgo(20)]);
  await db.insert(auditEntries).values({
    kind: 'server',
    subjectId: ids.get('web-1') ?? '',
    actorName: 'Bob Stone',
    action: 'server.update',
    at: hoursAgo(50),
    before: { teamOwner: 'Corp IT' },
    after: { teamOwner: 'Platform' },
  });
  await ann.call(team.create, {
    body: {
      name: 'Jane Doe',
      email: 'jane@example.com',
      role: 'Database Administrator',
      department: 'Operations',
    },
  });
  await aDocument(db, ann.user, {
    title: 'Flush the mail queue',
    content: '# When the queue is full\n\nRun `postsuper -d ALL`.',
  });
}, 120_000);
afterAll(() => app.stop());

const ask = (...turns: string[]) => replyToLast(turns, asking());
const asking = () => ({
  db: app.database.db,
  userId,
  ...ANYBODY,
  now: NOW,
  signal: new AbortController().signal,
});
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\/infrastructure\/([0-9a-f-]{36})/g)].flatMap(([, id]) =>
    [...ids].filter(([, own]) => own === id).map(([name]) => name),
  );

describe('AI-10 one server', () => {
  test.each([
    ['What is the IP of web-1?', 'IP: `10.1.0.1`'],
    ['where is WEB-2.', 'Location: **Leeds Annex**'],
    ['who owns db-1?', 'Team: **Network**'],
    ['is web-1.example.com up?', 'Status: **online**'],
    ['Is web-2 in staging?', 'Environment: **production**'],
    ['which server has the IP 10.1.0.2?', 'web-2'],
    ['when was db-1 last checked?', 'Last checked: **12/03/2031, 11:00 am UTC+11**'],
    ['who should I call about web-1?', 'Contacts: **Jane Doe**'],
    ['how long has db-1 been up?', 'Uptime: **2.3 days**'],
    ['why is web-2 down?', 'It is down since **12/03/2031, 9:00 am UTC+11**: “Connection refused”'],
    ['how long has web-2 been down?', 'It is down since **12/03/2031, 9:00 am UTC+11**'],
    ["what's wrong with db-1?", 'said “CPU high”. It measured CPU 91 %.'],
  ])('AI-10 %s', async (question, part) => {
    const { text, end } = await ask(question);
    expect(text).toContain(part);
    expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
  });

  test('AI-10 names a value that is not recorded, and shows no figure', async () => {
    const { text, end } = await ask('how many cores does web-1 have?');
    expect(text).toBe(
      'I did not understand “cores”. No server mentions “cores”. ' +
        'Ask in other words, or filter in [Infrastructure](/infrastructure).',
    );
    expect(end.outcome).toBe('nothing');
  });
});

describe('AI-10 finds the places, teams and texts that the question means', () => {
  test.each([
    ['servers in Leeds', ['web-1']],
    ['servers in the Leeds Annex', ['web-2']],
    ['servers owned by Platform', ['web-1']],
    ['servers of the network team', ['db-1']],
    ['servers in Leeds rack 4', ['web-1']],
    ['warehouse servers', ['db-1']],
    ['servers owned by Warehouse Platform', ['web-2']],
    ['servers for tape', ['db-1']],
    ['list all PO servers', ['mail']],
    ['servers with postgre', ['db-1']],
    ['servers whose certificate expires within 2 weeks', ['web-1']],
    ['servers added yesterday', ['mail']],
    ['servers added in the last 24 hours', ['mail']],
    ['which servers went down yesterday?', ['db-1']],
    ['which servers were down since Monday?', ['web-2', 'db-1']],
    ['which servers have been down since Monday?', []],
    ['which servers have been offline since this morning?', ['web-2']],
    ['which servers have been down for 2 hours?', ['web-2']],
    ['which servers have been down for 3 days?', []],
    ['servers unreachable for more than 90 minutes', ['web-2']],
    ['servers that are offline for less than 2 hours', []],
    ['servers down for less than a day', ['web-2']],
    ['offline servers with more than 2 days of uptime', []],
    ['servers that have been up for 2 days', ['db-1']],
    ['servers not rebooted in 2 days', ['db-1']],
    ['servers that have been running for 3 days', []],
    ["servers that haven't been changed for 2 days", ['web-2', 'db-1', 'mail', 'web-1']],
  ])('AI-10 %s', async (question, names) => {
    expect(namesIn((await ask(question)).text)).toEqual(names);
  });

  test('AI-10 a place without servers lists no other servers', async () => {
    expect((await ask('how many servers are in Atlantis?')).text).toMatch(
      /^I did not understand “Atlantis”\. No server mentions “Atlantis”\./,
    );
    expect((await ask('dns servers')).text).toMatch(
      /^I did not understand “dns”\. No server mentions “dns”\./,
    );
  });
});

describe('AI-10 outages, changes and people', () => {
  test.each([
    ['outages in the last 7 days', '**2** outages in the last 7 days'],
    ['how many outages were there this week?', '**2** outages since 2031-03-10.'],
    ['longest outage', '**3 hours** · Connection refused'],
    ['outages of db-1', '**2 hours** · Timed out'],
    ['which server had the most outages?', 'Highest number of outages:'],
    ['which team had the most outages?', '**Network**, **Warehouse Platform** have the most: 1.'],
    ['which location had the most outages today?', '**Leeds Annex** has the most: 1.'],
    ['outages per location in the last 3 days', '- Leeds: **0**'],
    ['how many outages did each environment have?', '- production: **2**'],
    ['outages by team last month', 'No outage from 2031-02-01 to before 2031-03-01 is recorded.'],
    ['what changed on Monday?', 'changed Team · Bob Stone · 10/03/2031, 10:00 am UTC+11'],
    ['what changed today?', 'No change of servers on 2031-03-12 is recorded.'],
    ['who changed web-1?', 'changed Team · Bob Stone'],
    ['who is Jane Doe?', 'Database Administrator · Operations · `jane@example.com`'],
    ['who are the database administrators?', '**1** team member'],
    ['how many people are in Operations?', '**1** team member'],
    ['how many users are there?', '**1** team member.'],
    ["what is Jane Doe's email?", '`jane@example.com`'],
    ['availability of web-1', 'no check of that time counts'],
  ])('AI-10 %s', async (question, part) => {
    const { text, end } = await ask(question);
    expect(text).toContain(part);
    expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
  });
});

describe('AI-09 documents', () => {
  test.each(['how do I flush a full mail queue?', 'the queue is full'])('AI-09 %s', async (question) => {
    const { text, end } = await ask(question);
    expect(text).toMatch(/^\*\*Closest passages\*\*\n/);
    expect(text).toContain('postsuper -d ALL');
    expect(end).toMatchObject({ outcome: 'passages', understood: null });
  });

  test('AI-09 reports words without matches, and answers a greeting with help', async () => {
    expect((await ask('kafka')).text).toBe('I found nothing about “kafka”.');
    expect((await ask('hello')).text).toContain('Which production servers are offline?');
    expect((await ask('View recent documentation')).text).toContain('Flush the mail queue');
  });
});

describe('AI-10 follow-up questions', () => {
  test.each([
    [['who owns web-1?', 'and db-1?'], 'Team: **Network**'],
    [['which servers are in Dublin?', 'who owns them?'], 'Team: **End User Team**'],
    [['which servers are in Dublin?', 'how many of them are in warning?'], '**1** server'],
    [['list offline servers', 'why?'], 'Connection refused'],
    [['servers in Dublin', 'and in Leeds?'], 'web-1'],
    [['average disk in Dublin', 'and cpu?'], 'The average CPU is **91 %**'],
    [['average cpu in Dublin', 'per location'], '- Dublin: **91 %** (1)'],
    [
      ['which servers are offline?', 'what percentage is that?'],
      '**25 %**: 1 of **4** servers fit (Status: offline).',
    ],
  ])('AI-10 %j', async (turns, part) => {
    expect((await ask(...turns)).text).toContain(part);
  });

  const askAfter = (previousInteractionId: string) =>
    replyBuiltIn({
      query: 'which of them are in warning?',
      conversationHistory: [],
      previousInteractionId,
      ...asking(),
    });

  test('AI-10 narrows the stored query of the previous reply, whatever the reply said', async () => {
    const first = await ask('which servers are in Dublin?');
    const context = {
      outcome: 'query',
      query: first.end.understood?.query,
      history: 0,
      suggestedActions: [],
    };
    const previousInteractionId = await keepExchange(app.database.db, {
      userId,
      query: 'x',
      response: 'Something else',
      context,
    });
    const { text, end } = await askAfter(previousInteractionId);
    expect(namesIn(text)).toEqual(['db-1']);
    expect(end.understood?.filter).toBe('location:Dublin status:=warning');
  });

  test('threat 45 never narrows the query of another account', async () => {
    const first = await ask('which servers are in Dublin?');
    const other = await aUser(app.database.db);
    const exchange = { query: 'private', response: 'x' };
    const context = {
      outcome: 'query',
      query: first.end.understood?.query,
      history: 0,
      suggestedActions: [],
    };
    const previousInteractionId = await keepExchange(app.database.db, {
      ...exchange,
      userId: other.id,
      context,
    });
    const { end } = await askAfter(previousInteractionId);
    expect(end.understood?.filter).toBe('status:=warning');
  });

  test('AI-10 a changed chip runs the changed query', async () => {
    const { text, end } = await replyBuiltIn({
      query: 'which servers are in Dublin?',
      conversationHistory: [],
      inventoryQuery: {
        from: 'servers',
        where: [[{ kind: 'is', field: 'serverLocation', values: ['Leeds'] }]],
        ask: { kind: 'count' },
      },
      ...asking(),
    });
    expect(text).toBe('**2** servers (Location: Leeds).');
    expect(end.understood?.filter).toBe('location:Leeds');
  });
});

test('AI-10 the reply shows for each condition the words it came from', async () => {
  const { end } = await ask('Which production servers in Dublin are not online?');
  expect(end.understood?.parts.map(({ words }) => words)).toEqual(['production', 'Dublin', 'not online']);
});
