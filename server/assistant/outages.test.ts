// Since when and how long servers were down, held against the incidents of the database; times in the zone of the account.
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { exactTime } from '../../contract/dates.ts';
import { servers } from '../../contract/servers.ts';
import { settingsChange } from '../../contract/settings-change.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
const ZONE = 'Pacific/Auckland';
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await ann.call(settingsChange.update, { body: { profile: { timezone: ZONE } } });
  const { pool } = at.current.database;
  for (const [name, status, outages] of [
    ['elm-1', 'offline', [['5 hours', null]]],
    ['elm-2', 'online', [['3 days', '2 days'], ['9 days', '8 days 22 hours']]],
    ['elm-3', 'offline', []],
    ['elm-4', 'online', []],
    ['elm-5', 'offline', [['20 minutes', null]]],
  ] as const) {
    const { id } = await ann.call(servers.create, { body: { name, status, serverLocation: name === 'elm-5' ? 'Leeds' : 'Perth' } });
    await pool.query('update servers set last_health_check = now() where id = $1', [id]);
    for (const [from, until] of outages)
      await pool.query("insert into incidents (server_id, started_at, ended_at, message) values ($1, now() - $2::interval, now() - $3::interval, 'x')", [id, from, until]);
  }
}, 60_000); // prettier-ignore

const ask = async (query: string) => (await ann.call(assistant.ask, { body: { query } })).response;
const startOf = async (name: string): Promise<string> => {
  const { rows } = await at.current.database.pool.query<{ at: Date }>(
    'select max(started_at) as at from incidents join servers on servers.id = server_id where name = $1',
    [name],
  );
  return exactTime(rows[0]?.at, ZONE);
};

describe('AI-10 how long a server is down', () => {
  test.each(['How long has elm-1 been down?', 'since when is elm-1 down', 'When did elm-1 go down?'])(
    'AI-10 %s',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toContain(`has been down since **${await startOf('elm-1')} (${ZONE})**`);
      expect(answer).toMatch(/for \*\*5 h \d+ min\*\*/);
    },
  );

  test.each(['When was elm-2 last down?', 'how long was elm-2 down?', 'when did elm-2 go offline'])(
    'AI-10 %s: it is not any more',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toContain('is not down: its status is **online**');
      expect(answer).toContain(`It last went down **${await startOf('elm-2')} (${ZONE})**`);
      expect(answer).toContain('for **1 d 0 h**');
    },
  );

  test.each([
    'when was elm-2 down last time?',
    'when did elm-2 go down the last time',
    'when was the last time elm-2 was down?',
    'the last time elm-2 went offline',
    'last outage of elm-2',
    'how long was the last outage of elm-2',
    'elm-2 last downtime',
  ])('AI-10 %s: the last one and no other', async (query) => {
    const answer = await ask(query);
    expect(answer).toContain(`It last went down **${await startOf('elm-2')} (${ZONE})**`);
    expect(answer).toContain('for **1 d 0 h**');
  });

  test('AI-10 a server without an outage had no last one', async () => {
    expect(await ask('last outage of elm-4')).toMatch(/^No outage of \[elm-4\]\S+ is recorded/);
  });

  test('AI-10 how long the last one was of the server that was told about', async () => {
    for (const goesOn of ['how long was the last one?', 'how long did it last?'])
      expect((await askInTurn(ann, ['last outage of elm-2', goesOn])).at(-1)).toContain('for **1 d 0 h**');
  });

  test('AI-10 what no check saw is not recorded', async () => {
    expect(await ask('Since when is elm-3 offline?')).toContain('when it went down is not recorded');
    expect(await ask('When did elm-4 go down?')).toContain('No outage of [elm-4]');
  });

  test('AI-10 in a time that is named all of its outages', async () => {
    const answer = await ask('How long was elm-2 down in the last 30 days?');
    expect(answer).toContain('**2** outages of [elm-2]');
    expect(answer).toContain('1 d 2 h in all');
    expect(await ask('how often did elm-2 go down in the last 30 days?')).toContain('**2** outages of elm-2');
    expect(await ask('how many times was elm-2 down in the last 30 days?')).toContain('**2** outages');
    expect(await ask('total downtime of elm-2 in the last 30 days')).toContain('1 d 2 h in all');
    // What began before that time is counted as far as it lasted in it.
    expect(await ask('How long was elm-1 down in the last 2 hours?')).toContain(', 2 h 0 min in all');
    expect(await ask('Was elm-1 down in the last 2 hours?')).toContain('**1** outage of elm-1');
    expect(await ask('Did elm-1 go down in the last 2 hours?')).toContain('did not go down');
    expect(await ask('Did elm-4 go down in the last 30 days?')).toContain('did not go down');
  });
});

test('AI-10 "since when?" of the server that the answer before was about', async () => {
  const conversationHistory = [
    { type: 'user' as const, content: 'Is elm-1 down?' },
    { type: 'assistant' as const, content: await ask('Is elm-1 down?') },
  ];
  const { response } = await ann.call(assistant.ask, { body: { query: 'since when?', conversationHistory } });
  expect(response).toContain(`[elm-1]`);
  expect(response).toContain('has been down since');
});

describe('AI-10 outages of all servers', () => {
  const named = (answer: string) => [...answer.matchAll(/\[(elm-\d)\]/g)].map(([, name]) => name);

  test.each([
    ['What was the longest outage in the last 30 days?', ['elm-2']],
    ['longest outages in the last 30 days', ['elm-2', 'elm-1', 'elm-2', 'elm-5']],
    ['What was the longest outage in the last 6 hours?', ['elm-1']],
    ['Which server has been down the longest?', ['elm-1']],
    ['Which servers have been down the longest?', ['elm-1', 'elm-5']],
    ['longest outage in Leeds', ['elm-5']],
    ['When was the last outage?', ['elm-5']],
    ['last outage in Perth', ['elm-1']],
    ['when was anything in Perth down last time?', ['elm-1']],
    ['when did the last outage in Perth start?', ['elm-1']],
    ['Was anything down in the last 10 minutes?', ['elm-5', 'elm-1']],
    ['How long have the servers been down?', ['elm-1', 'elm-5', 'elm-3']],
    ['Which servers are down and since when?', ['elm-1', 'elm-5', 'elm-3']],
  ])('AI-10 %s', async (query, names) => {
    expect(named(await ask(query))).toEqual(names);
  });

  test('AI-10 those that are offline without an outage are counted', async () => {
    expect(await ask('Since when are the servers down?')).toContain('**1** more server is offline');
  });
});

describe('AI-10 times are told in the zone of the account', () => {
  test('AI-10 one zone, named alike in lists and in the answer about one server', async () => {
    const started = await startOf('elm-1');
    const list = await ask('Which servers went down in the last 6 hours?');
    expect(list).toContain(`(times in ${ZONE})`);
    expect(list).toContain(started);
    const status = await ask('Is elm-1 up?');
    expect(status).toMatch(/Checked \d\d\/\d\d\/\d{4}, \d+:\d\d [ap]m \(Pacific\/Auckland\)/);
    expect(status).not.toContain('UTC');
  });
});

test.each(['What is down right now and since when?', 'What is offline? Since when?'])(
  'AI-10 %s: those of which it is not recorded are named',
  async (query) => {
    const answer = await ask(query);
    expect(answer).toMatch(
      /\*\*1\*\* more server is offline; since when is not recorded:\n\n- \[elm-3\]\([^)]*\)$/,
    );
    expect(answer).toContain('**2** servers are down by the health checks');
  },
);

test.each([
  'Which servers are down and since when, and where are they?',
  'What is offline, since when, and where is it?',
  'How long have the servers been down and where are they?',
  'Which servers went down in the last 24 hours and where are they?',
])('AI-10 %s: both are told of each', async (query) => {
  const lines = (await ask(query)).split('\n').filter((line) => line.startsWith('- '));
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines)
    expect(line).toMatch(line.includes('[elm-5]') ? /location Leeds$/ : /location Perth$/);
});
