// What became new or different in a time that the question names, held against what the database says of the same time.
import { beforeAll, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { settingsChange } from '../../contract/settings-change.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { aDocument } from '../../test/factories.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
/** Far enough from where the database is to tell their days apart. */
const ZONE = 'Pacific/Auckland';
let ann: Client;
let name = '';

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await ann.call(settingsChange.update, { body: { profile: { timezone: ZONE } } });
  name = (await makeUpInventory(at.current, ann)).name;
  const { db, pool } = at.current.database;
  for (let n = 0; n < 30; n++)
    await aDocument(db, signedIn.user, {
      title: `Note ${n}${n % 3 ? '' : ' about the tape robot'}`,
      content: 'x',
      ...(n % 2 ? { templateType: 'how_to_guide' } : {}),
    });
  // From ten minutes to two months ago, none within ten minutes of where "the last hour" or "day" begins.
  for (const table of ['servers', 'documents'])
    await pool.query(
      `update ${table} as t set updated_at = instant, created_at = instant - interval '2 days' from (
         select id, now() - interval '10 minutes' - interval '20 minutes' * floor(exp(random() * 8.4) - 1) as instant from ${table}) as made
       where made.id = t.id`,
    );
  await pool.query(
    `insert into incidents (server_id, started_at, ended_at, message)
     select id, now() - interval '30 minutes', now(), 'x' from servers where deleted_at is null order by name limit 3`,
  );
}, 60_000);

const ask = async (query: string) => (await ann.call(assistant.ask, { body: { query } })).response;

const LOCAL = `(now() at time zone '${ZONE}')`;
const day = (back: number) =>
  `(date_trunc('day', ${LOCAL}) - interval '${back} days') at time zone '${ZONE}'`;
const monday = `date_trunc('week', ${LOCAL}) at time zone '${ZONE}'`;

/** A time in three wordings, and the instants it means. */
const TIMES: [said: [string, string, string], from: string, until?: string][] = [
  [['in the last hour', 'within the past hour', 'over the last 60 minutes'], `now() - interval '1 hour'`],
  [['in the last 24 hours', 'in the past day', 'within the last 24 hours'], `now() - interval '24 hours'`],
  [['in the last three days', 'the last 3 days', 'in the past 3 days'], `now() - interval '3 days'`],
  [['in the last 24h', 'last 24 hours', 'within 24 hrs'], `now() - interval '24 hours'`],
  [['last 20 min', 'in the last 20 mins', 'over the past 20 minutes'], `now() - interval '20 minutes'`],
  [['last night', 'during the last night', 'overnight'], `(date_trunc('day', ${LOCAL}) - interval '6 hours') at time zone '${ZONE}'`, `(date_trunc('day', ${LOCAL}) + interval '6 hours') at time zone '${ZONE}'`],
  [['since yesterday 14:00', 'since 2 pm yesterday', 'after yesterday at 2pm'], `(date_trunc('day', ${LOCAL}) - interval '10 hours') at time zone '${ZONE}'`],
  [['this quarter', 'in this quarter', 'since the start of this quarter'], `date_trunc('quarter', ${LOCAL}) at time zone '${ZONE}'`],
  [['last quarter', 'in the last quarter', 'during the previous quarter'], `(date_trunc('quarter', ${LOCAL}) - interval '3 months') at time zone '${ZONE}'`, `date_trunc('quarter', ${LOCAL}) at time zone '${ZONE}'`],
  [['today', 'since midnight', 'so far today'], day(0)],
  [['yesterday', 'during yesterday', 'over yesterday'], day(1), day(0)],
  [['since yesterday', 'after yesterday', 'from yesterday'], day(1)],
  [['this week', 'since Monday', 'since the start of this week'], monday],
  [
    ['last week', 'in the previous week', 'during last week'],
    `(date_trunc('week', ${LOCAL}) - interval '7 days') at time zone '${ZONE}'`,
    monday,
  ],
]; // prettier-ignore

const count = async (table: string, column: string, from: string, until = `'infinity'`, and = 'true') => {
  const { rows } = await at.current.database.pool.query<{ count: number }>(
    `select count(*)::int from ${table} where deleted_at is null and ${column} >= ${from} and ${column} < ${until} and ${and}`,
  );
  return rows[0]?.count ?? -1;
};

const expectCount = (answer: string, thing: string, total: number) =>
  expect(answer).toMatch(
    total === 0 ? new RegExp(`No ${thing}`) : new RegExp(`\\*\\*${total}\\*\\* ${thing}`),
  );

test.each(TIMES)('AI-10 what changed %j', async ([one, two, three], from, until) => {
  const [servers, documents] = [
    await count('servers', 'updated_at', from, until),
    await count('documents', 'updated_at', from, until),
  ];
  const all = await ask(`What changed ${one}?`);
  expectCount(all, 'server', servers);
  expectCount(all, 'document', documents);
  const onlyServers = await ask(`Which servers were changed ${two}?`);
  expectCount(onlyServers, 'server', servers);
  expect(onlyServers).not.toContain('document');
  const onlyDocuments = await ask(`list the documents updated ${three}`);
  expectCount(onlyDocuments, 'document', documents);
  expect(onlyDocuments).not.toContain('server');
  expectCount(
    await ask(`Which servers were added ${two}?`),
    'server',
    await count('servers', 'created_at', from, until),
  );
});

test('AI-10 a month and a day by their names', async () => {
  const { rows } = await at.current.database.pool.query<Record<'month' | 'year' | 'date' | 'iso', string>>(
    `select trim(to_char(d, 'Month')) as month, to_char(d, 'YYYY') as year, to_char(d, 'DD/MM/YYYY') as date, to_char(d, 'YYYY-MM-DD') as iso
     from (select ${LOCAL} - n * interval '1 day' as d from unnest(array[1, 20, 40]) n) as days`,
  );
  for (const { month, year, date, iso } of rows) {
    const [from, until] = [`date_trunc('month', '${iso}'::timestamp)`, `date_trunc('month', '${iso}'::timestamp) + interval '1 month'`]
      .map((wall) => `(${wall}) at time zone '${ZONE}'`) as [string, string];
    for (const query of [`in ${month}`, `in ${month} ${year}`])
      expectCount(await ask(`Which documents changed ${query}?`), 'document', await count('documents', 'updated_at', from, until));
    const [begin, end] = [`'${iso}'::timestamp at time zone '${ZONE}'`, `('${iso}'::timestamp + interval '1 day') at time zone '${ZONE}'`];
    for (const query of [`on ${date}`, `on ${iso}`])
      expectCount(await ask(`Which servers changed ${query}?`), 'server', await count('servers', 'updated_at', begin, end));
  }
  expect(await ask('What changed on 31/02/2026?')).toBe('The calendar has no day “31/02/2026”.');
  expect(await ask('Which servers changed tomorrow?')).toContain('still to come');
}); // prettier-ignore

test('AI-10 a day of the week is the last one, with today', async () => {
  const { rows } = await at.current.database.pool.query<{ day: string; back: number }>(
    `select trim(to_char(${LOCAL} - n * interval '1 day', 'Day')) as day, n as back from generate_series(0, 6) n`,
  );
  for (const { day: weekday, back } of rows)
    expectCount(
      await ask(`Which documents changed since ${weekday}?`),
      'document',
      await count('documents', 'updated_at', day(back)),
    );
  const [, before] = rows;
  expectCount(
    await ask(`What was edited on ${before?.day}?`),
    'document',
    await count('documents', 'updated_at', day(1), day(0)),
  );
});

test('AI-10 changes are narrowed down by what else the question names', async () => {
  const from = `now() - interval '30 days'`;
  for (const environment of ['production', 'staging'])
    expectCount(
      await ask(`Which ${environment} servers changed in the last 30 days?`),
      'server',
      await count('servers', 'updated_at', from, undefined, `environment = '${environment}'`),
    );
  const guides = await count('documents', 'updated_at', from, undefined, `template_type = 'how_to_guide'`);
  expectCount(await ask('how-to guides updated in the last 30 days'), 'document', guides);
  const tape = await count('documents', 'updated_at', from, undefined, `title like '%tape robot%'`);
  expectCount(
    await ask('Which documents about the tape robot changed in the last 30 days?'),
    'document',
    tape,
  );
  const about = await ask(`What changed on ${name} in the last 90 days?`);
  expectCount(about, 'server', 1);
  expect(about).toContain(`[${name}]`);
});

test.each([
  ['Which documents were not updated in the last 6 months?', '“not”'],
  ['Which servers havent changed this week?', '“havent”'],
  ['What changed between Monday and today?', '“between”'],
  ['How many servers were added more than 30 days ago?', '30 days ago'],
  ['Which servers were created 2 weeks ago?', '2 weeks ago'],
])('AI-10 %s: what turns the question round is said, and no figure is given', async (query, words) => {
  const answer = await ask(query);
  expect(answer).toContain('I did not understand');
  expect(answer).toContain(words);
  expect(answer).not.toMatch(/\*\*\d/);
});

test('AI-09 a date that no calendar has is no fault of the server', async () => {
  for (const day of ['2026-02-30', '1999-02-31', '2026-13-01'])
    expect(await ask(`Which documents changed since ${day}?`)).not.toMatch(/\*\*\d+\*\* documents changed/);
});

test('AI-10 what was added is not what was changed', async () => {
  const from = `now() - interval '3 days'`;
  const all = await ask('What was added in the last 3 days?');
  expectCount(all, 'server', await count('servers', 'created_at', from));
  expectCount(all, 'document', await count('documents', 'created_at', from));
});

test('AI-10 a server that did not change is named', async () => {
  expect(await ask(`What changed on ${name} in 2019?`)).toContain(`No server named ${name} changed in 2019.`);
});

test('AI-10 outages of a time are those that began then; how something is done is a matter of documents', async () => {
  expect(await ask('Which servers went down in the last hour?')).toContain('**3** outages of servers');
  expect(await ask('Any outages in the last 5 minutes?')).toBe('No server went down in the last 5 minutes.');
  expect(await ask('What happened in the last hour?')).toContain('**3** outages of servers');
  expect(await ask('How do I find out what changed today?')).not.toContain('documents changed');
  expect(await ask('What changed in the last 9999 years?')).toMatch(/\*\*\d+\*\* servers/);
});
