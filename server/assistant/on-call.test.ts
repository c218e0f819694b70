import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/calls/assistant.ts';
import { servers } from '../../contract/calls/servers.ts';
import { team } from '../../contract/calls/team.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aDocument, type TestUser, ANYBODY } from '../../test/factories.ts';
import { linked, replyToLast } from '../../test/assistant-answers.ts';
import { auditEntries } from '../db/schema.ts';

/** Questions as people on call type them. Wednesday noon in Sydney, in a year in which nobody runs this test. */
const NOW = new Date('2431-03-12T01:00:00Z');
const at = withApp();
let ann: Client;
let author: TestUser;
let userId = '';
const ids = new Map<string, string>();

const MADE = [
  {
    name: 'dub-mail-01',
    ipAddress: '10.62.0.11',
    serverLocation: 'Dublin Hall, Rack 1',
    operatingSystem: 'Red Hat Enterprise Linux 9',
    primaryFunction: 'mail relay',
    keyContacts: 'Mail desk, 4084',
    status: 'online',
    figures: [20, 40, 85, 3_000_000],
    certificate: '2431-03-20',
    down: [],
  },
  {
    name: 'dub-web-02',
    ipAddress: '10.62.0.12',
    serverLocation: 'Dublin Hall, Rack 2',
    operatingSystem: 'Ubuntu 22.04 LTS',
    notes: 'Patched for CVE-2024-3094',
    status: 'offline',
    figures: [70, 90, 30, 50_000],
    certificate: '2431-05-20',
    // 02:30 in Sydney.
    down: ['2431-03-11T15:30:00Z', '2431-03-11T16:00:00Z'],
  },
  {
    name: 'lds-db-03',
    ipAddress: '10.63.0.13',
    serverLocation: 'Leeds Centre, Rack 1',
    operatingSystem: 'Ubuntu 24.04 LTS',
    notes: 'ORA-01555 in March',
    status: 'online',
    figures: [65, 30, 60, 2_000_000],
    certificate: '2431-02-20',
    // The afternoon of the day before.
    down: ['2431-03-11T03:00:00Z', '2431-03-11T06:00:00Z'],
  },
] as const;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  author = signedIn.user;
  userId = signedIn.user.id;
  const { pool, db } = at.current.database;
  for (const { figures, certificate, down, ...fields } of MADE) {
    // oxlint-disable-next-line no-await-in-loop -- The order matters.
    const { id } = await ann.call(servers.create, { body: { environment: 'production', ...fields } });
    ids.set(fields.name, id);
    // oxlint-disable-next-line no-await-in-loop
    await pool.query(
      `update servers set cpu_usage = $2, memory_usage = $3, disk_usage = $4, uptime = $5, certificate_expires_at = $6,
         last_health_check = $7 where id = $1`,
      [id, ...figures, certificate, NOW],
    );
    if (down.length > 0)
      // oxlint-disable-next-line no-await-in-loop
      await pool.query(
        `insert into incidents (server_id, started_at, ended_at, message) values ($1, $2, $3, 'Refused')`,
        [id, ...down],
      );
    // oxlint-disable-next-line no-await-in-loop
    await db.insert(auditEntries).values({
      kind: 'server',
      subjectId: id,
      actorName: 'Bob Stone',
      action: 'server.update',
      at: NOW,
      before: {},
      after: { notes: fields.name },
    });
  }
  for (const [name, role] of [
    ['Jane Doe', 'DBA'],
    ['Pavel Novak', 'Manager'],
  ] as const) {
    const body = { name, role, email: `${name.replace(' ', '.')}@example.com`, department: 'Operations' };
    // oxlint-disable-next-line no-await-in-loop
    await ann.call(team.create, { body });
  }
});

const asking = () => ({
  db: at.current.database.db,
  userId,
  ...ANYBODY,
  now: NOW,
  signal: new AbortController().signal,
});

const ask = (...turns: string[]) => replyToLast(turns, asking());
const namesIn = (text: string): string[] =>
  linked(text)
    .flatMap((id) => [...ids].filter(([, own]) => own === id).map(([name]) => name))
    .toSorted();

describe('AI-10 finds what people on call ask for', () => {
  test.each([
    ['servers with less than 20% disk available', ['dub-mail-01']],
    ['servers with less than 20% free disk space', ['dub-mail-01']],
    ['free disk above 50 percent', ['dub-web-02']],
    ['servers with between 60 and 80 % memory free', ['dub-mail-01', 'lds-db-03']],
    ['which server has the least disk space left?', ['dub-mail-01']],
    ['server with the most free memory', ['lds-db-03']],
    ['cpu above 60 but memory below 50', ['lds-db-03']],
    ['servers up longer than 2 weeks in Leeds', ['lds-db-03']],
    ['-status:online', ['dub-web-02']],
    ['servers location:dublin -os:ubuntu', ['dub-mail-01']],
    ['status:offline OR disk>80', ['dub-mail-01', 'dub-web-02']],
    ['servers -ubuntu', ['dub-mail-01']],
    ['servers with uptime under 24 hrs', ['dub-web-02']],
    ['what was down in the last 12 hrs?', ['dub-web-02']],
    ['what was down in the last 20h', ['dub-web-02', 'lds-db-03']],
    ['all but ubuntu', ['dub-mail-01']],
    ['disks over 80% full', ['dub-mail-01']],
    ['servers with not more than 30% memory', ['lds-db-03']],
    ['servers not over 60% disk', ['dub-web-02', 'lds-db-03']],
    ['are there no offline servers?', ['dub-web-02']],
    ['only ubuntu', ['dub-web-02', 'lds-db-03']],
    ['servers in the Leeds Center', ['lds-db-03']],
    ['is anything red?', ['dub-web-02']],
    ['red hat servers', ['dub-mail-01']],
    ['servers with CVE-2024-3094', ['dub-web-02']],
    ['which servers mention ORA-01555?', ['lds-db-03']],
    ['cpu or memory above 60%', ['dub-web-02', 'lds-db-03']],
    ['memory, disk or cpu over 80', ['dub-mail-01', 'dub-web-02']],
    ['servers above 35 % cpu and memory', ['dub-web-02']],
    ['which servers are not monitored?', ['dub-mail-01', 'dub-web-02', 'lds-db-03']],
    ['was anything down between 2 and 11 pm yesterday', ['lds-db-03']],
    ['servers starting with lds', ['lds-db-03']],
    ['what was down last night?', ['dub-web-02']],
    ['what went down yesterday afternoon?', ['lds-db-03']],
    ['certificates expiring this month', ['dub-mail-01']],
    ['certificates that expire in May', ['dub-web-02']],
    ['ip addresses between 10.62.0.12 and 10.63.0.13', ['dub-web-02', 'lds-db-03']],
    ['servers not in 10.62.*', ['lds-db-03']],
    ['servers with notes', ['dub-web-02', 'lds-db-03']],
    ['which servers have contacts?', ['dub-mail-01']],
    ['servers w/o notes', ['dub-mail-01']],
    ['servers without documents', ['dub-mail-01', 'dub-web-02', 'lds-db-03']],
    ['which server rebooted last?', ['dub-web-02']],
    ['which server has been up longest?', ['dub-mail-01']],
  ])('AI-10 %s', async (question, names) => {
    const { text, end } = await ask(question);
    expect(namesIn(text)).toEqual(names);
    expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
  });

  test.each([
    ['who is on call for the mail relay?', 'Contacts: **Mail desk, 4084**'],
    ['phone number for dub-mail-01', 'Contacts: **Mail desk, 4084**'],
    [
      'which location has the highest average cpu?',
      '- Leeds Centre: **65 %** (1)\n- Dublin Hall: **45 %** (2)',
    ],
    ['newest server', 'Latest Added:'],
    ['how many people are in the Operations team?', '**2** team members'],
    ["Pavel Novak's role", 'Manager'],
    ['does Jane Doe work here?', '**1** team member'],
    ['servers with exactly 70% cpu', 'dub-web-02'],
    ['cpu = 70', 'dub-web-02'],
    ['pls show me down servers asap', 'dub-web-02'],
    ['is dubweb02 up?', 'Status: **offline**'],
    ['why is dub web 02 down', 'is **offline**'],
    ['who do I wake up for dub_mail_01?', 'Contacts: **Mail desk, 4084**'],
    ['was dub-web-02 down yesterday?', 'No outage of servers (this server) on 2431-03-11'],
    ['was lds-db-03 down yesterday?', '**1** outage of servers (this server) on 2431-03-11'],
    ['how many servers had outages this week?', '**2** servers (down since 2431-03-10).'],
    ['how many servers had an outage?', '**2** servers (has recorded outage).'],
    ['last outage', '**2** outages, the last first'],
    ['when did dub-web-02 go down?', '**1** outage of servers (this server)'],
    ['how long was lds-db-03 down?', '**3 hours** · Refused'],
    ['does dub-mail-01 have a check?', 'Health check: not recorded'],
    ['who touched dub-mail-01?', '**2** changes of servers (this server)'],
    ['ORA01555', '**1** server (word “ora”, word “01555”)'],
    ['how much disk is left on dub-mail-01?', 'Disk: **85 %** used'],
    ['who changed dub-mail-01 today?', '**1** change of servers (this server) on 2431-03-12'],
    ['who changed dub-mail-01 yesterday?', 'No change of servers (this server) on 2431-03-11'],
  ])('AI-10 %s', async (question, part) => {
    expect((await ask(question)).text).toContain(part);
  });

  test('AI-10 a list shows the figures and addresses that it was asked for', async () => {
    const { text } = await ask('which servers in 10.62.0.0/16 have less than 20 % disk free?');
    expect(text).toContain('· production · online · IP: `10.62.0.11` · Disk: **85 %** used');
  });

  test('AI-10 the racks of a place are one condition', async () => {
    const { end } = await ask('servers in Dublin');
    expect(end.understood?.filter).toBe('location:"Dublin Hall"');
    const { text } = await ask('how many servers are in Dublin or Leeds Centre?');
    expect(text).toBe('**3** servers (Location: Dublin Hall or Leeds Centre, Rack 1).');
  });

  test('AI-09 names the documents that are linked to the server of a question', async () => {
    const { pool, db } = at.current.database;
    const document = await aDocument(db, author, { title: 'Unjam the franking unit', content: 'Pull it.' });
    await pool.query('insert into server_documents (server_id, document_id) values ($1, $2)', [
      ids.get('dub-mail-01'),
      document,
    ]);
    for (const question of ['runbook for dub-mail-01', 'how do I fix dub-mail-01?']) {
      // oxlint-disable-next-line no-await-in-loop
      const { text, end } = await ask(question);
      expect(text).toMatch(
        /^\[dub-mail-01\].* is \*\*online\*\* \(production\)\.\n\nLinked to \[dub-mail-01\].*\[Unjam the/,
      );
      expect(end.outcome).toBe('passages');
    }
    expect((await ask('how many cores does dub-mail-01 have?')).text).toContain('I did not understand');
  });

  test.each([
    ['when was dub-web-02 last rebooted?', /^\[dub-web-02\].*: Uptime: \*\*/],
    ['highest memory of dub-mail-01', /^\[dub-mail-01\].*: Memory: \*\*40 %\*\* used$/],
    ['is dub-mail-01 monitored?', /^\[dub-mail-01\].*: Health check: /],
    ['which server was added last?', /^Latest Added:\n\n- \[/],
    ['which server was checked last?', /^Latest Last checked:\n\n- \[/],
    ['servers added last week', /\(added from 2431-03-03 to before 2431-03-10\)/],
  ])('AI-10 one server has a value, several have a ranking: %s', async (question, reply) => {
    const { text, end } = await ask(question);
    expect(text).toMatch(reply);
    expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
  });

  test('AI-10 does not show changes of anything as those of one field', async () => {
    const { end } = await ask('which servers changed owner this week?');
    expect(end.understood?.unread).toEqual(['owner']);
  });

  test.each(['which server had the fewest outages?', 'changes per team', 'who are the network people?'])(
    'AI-10 no figure of something else for: %s',
    async (question) => {
      const { text, end } = await ask(question);
      expect(end.outcome === 'query' && end.understood?.unread.length === 0 ? text : 'none').toBe('none');
    },
  );

  test('AI-10 "it" without a question before is not skipped', async () => {
    expect((await ask('what changed on it today?')).text).toContain('I did not understand “it”');
  });
});

describe('AI-10 follow-ups', () => {
  test.each([
    [['what changed today?', 'and yesterday?'], 'No change of servers on 2431-03-11'],
    [['outages this week', 'and last week?'], 'No outage from 2431-03-03 to before 2431-03-10'],
    [['availability of production this month', 'and last month?'], 'from 2431-02-01 to before 2431-03-01'],
    [['average uptime of production this month', 'and last month?'], 'from 2431-02-01 to before 2431-03-01'],
    [['top 2 by memory', 'and cpu?', 'the lowest?', 'top 1'], 'Highest CPU'],
    [['top 2 by memory', 'the lowest?'], 'Lowest Memory'],
    [['which server has the highest memory?', 'who is on call for it?'], '**90 %**'],
    [['outages this week', 'longest?'], '**3 hours** · Refused'],
    [['who owns dub-mail-01?', 'when was it last checked?'], 'Last checked: **12/03/2431, 12:00 pm UTC+11**'],
    [['what changed on dub-web-02 today?', 'is it down?'], 'Status: **offline**'],
    [['who owns dub-mail-01?', 'what changed on it today?'], '**1** change'],
    [['who is Jane Doe?', 'and Pavel Novak?'], 'Manager'],
    [['who is Jane Doe?', 'her email?'], '`jane.doe@example.com`'],
  ])('AI-10 %j', async (turns, part) => {
    const { text, end } = await ask(...turns);
    expect(text).toContain(part);
    expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
  });

  test('AI-10 a question that is not understood does not end the conversation', async () => {
    const first = await ann.call(assistant.ask, { body: { query: 'which servers are in Dublin?' } });
    const missed = await ann.call(assistant.ask, {
      body: { query: 'vaguely?', previousInteractionId: first.interactionId },
    });
    expect(missed.outcome).not.toBe('query');
    const { response } = await ann.call(assistant.ask, {
      body: { query: 'how many of them are offline?', previousInteractionId: missed.interactionId },
    });
    expect(response).toBe('**1** server (Location: Dublin Hall, Status: offline).');
  });
});

test('AI-10 a word that most places have, such as rack, selects no servers', async () => {
  for (let n = 1; n <= 7; n++)
    // oxlint-disable-next-line no-await-in-loop
    await ann.call(servers.create, { body: { name: `per-${n}`, serverLocation: `Perth, Rack ${n}` } });
  for (const question of ['how many racks are in Perth?', 'servers by rack']) {
    // oxlint-disable-next-line no-await-in-loop
    const { text, end } = await ask(question);
    expect(end.outcome === 'query' && end.understood?.unread.length === 0 ? text : 'none').toBe('none');
  }
  expect((await ask('how many servers are in Perth rack 3?')).text).toContain('**1** server');
});

test('AI-10 lists the addresses and names that several servers have, with those servers', async () => {
  expect((await ask('duplicate ips')).text).toBe('No IP belongs to several servers.');
  const made = [
    ['twin-1', 'production', 'fd00::1'],
    ['twin-2', 'staging', 'fd00:0:0:0:0:0:0:1'],
    ['twin-3', 'staging', '10.99.0.1'],
  ] as const;
  for (const [name, environment, ipAddress] of made)
    // oxlint-disable-next-line no-await-in-loop
    await ann.call(servers.create, { body: { name, environment, ipAddress, hostname: 'Twin.example.com' } });
  for (const question of [
    'servers with duplicate IP addresses',
    'which production servers share an address?',
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    const { text, end } = await ask(question);
    expect(text).toMatch(
      /^\*\*1\*\* duplicate IP.*, on \*\*2\*\* servers:\n\n- `fd00::1`: \[twin-1\].*, \[twin-2\]/,
    );
    expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
  }
  const { text } = await ask('are any hostnames used twice?');
  expect(text).toMatch(/^\*\*1\*\* duplicate Hostname, on \*\*3\*\* servers:/);
  expect((await ask('development servers with the same ip')).text).toMatch(/^No IP of servers/);
  for (const question of ['servers with the same ip as twin-1', 'which servers share a location?']) {
    // oxlint-disable-next-line no-await-in-loop
    const other = await ask(question);
    expect(other.end.understood?.unread.length ?? 1).toBeGreaterThan(0);
  }
});

test('AI-10 a release that no server has is an answer, not a question for documents', async () => {
  for (const [question, part] of [
    ['red hat 7 servers', 'There is no server (OS: red hat enterprise linux 7)'],
    ['how many ubuntu 14.04 servers do we have?', '**0** servers (OS: ubuntu 14.04)'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    const { text, end } = await ask(question);
    expect(text).toContain(part);
    expect(end).toMatchObject({ outcome: 'query', understood: { unread: [] } });
  }
});

test('AI-10 lists the documents that were added or changed in a time', async () => {
  const { db, pool } = at.current.database;
  for (const title of ['Rota of Leeds', 'Rota of Dublin']) {
    // oxlint-disable-next-line no-await-in-loop
    const id = await aDocument(db, author, { title, content: 'Call the duty manager.' });
    // oxlint-disable-next-line no-await-in-loop
    await pool.query('update documents set created_at = $2, updated_at = $3 where id = $1', [
      id,
      title.endsWith('Leeds') ? '2431-03-11T02:00:00Z' : '2431-01-11T02:00:00Z',
      '2431-03-11T02:00:00Z',
    ]);
  }
  expect((await ask('which documents changed yesterday?')).text).toMatch(
    /^\*\*2\*\* documents changed on 2431-03-11, the last first:\n\n- \[Rota of /,
  );
  expect((await ask('docs added since Monday')).text).toMatch(/^\*\*1\*\* document added .*Rota of Leeds/s);
  expect((await ask('documents updated today')).text).toBe('No document was changed on 2431-03-12.');
  for (const question of ['how do I see what changed yesterday?', 'documents about rota changed yesterday']) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(question)).text).not.toContain('the last first');
  }
  expect((await ask('which documents mention dublin and quuxes?')).text).toContain(
    'No document mentions quuxes.',
  );
});
