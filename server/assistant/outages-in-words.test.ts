// Outages and checks in the words of whoever is on call, held against SQL over incidents that began, lasted and are open still.
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { settingsChange } from '../../contract/settings-change.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
const ZONE = 'Pacific/Auckland';
const LOCAL = `(now() at time zone '${ZONE}')`;
const day = (back: number) =>
  `(date_trunc('day', ${LOCAL}) - interval '${back} days') at time zone '${ZONE}'`;
const week = `date_trunc('week', ${LOCAL}) at time zone '${ZONE}'`;
let ann: Client;

/** Begin and end as SQL; an open outage has no end. */
const OUTAGES: [server: string, from: string, until: string | null][] = [
  ['oak-1', `${week} - interval '9 hours'`, null],
  ['oak-2', `${week} - interval '9 hours'`, null],
  ['oak-3', `${day(2)} + interval '3 hours'`, `${day(2)} + interval '4 hours'`],
  ['oak-4', `${day(3)} + interval '3 hours'`, `${day(3)} + interval '4 hours'`],
  ['oak-5', `${day(9)} + interval '3 hours'`, `${day(9)} + interval '9 hours'`],
  ['oak-6', `now() - interval '30 minutes'`, null],
];
/** When the last check was. */
const CHECKED: Record<string, string> = {
  'oak-4': `now() - interval '30 hours'`,
  'oak-5': `now() - interval '10 days'`,
  'oak-7': 'null',
};

beforeAll(async () => {
  ann = await at.current.signedIn();
  await ann.call(settingsChange.update, { body: { profile: { timezone: ZONE } } });
  const { pool } = at.current.database;
  for (let n = 1; n < 10; n++) {
    const name = `oak-${n}`;
    const isDown = OUTAGES.some(([server, , until]) => server === name && until === null) || n === 9;
    await ann.call(servers.create, { body: { name, status: isDown ? 'offline' : 'online', environment: n % 2 ? 'production' : 'staging', serverLocation: n < 5 ? 'Auckland' : 'Leeds' } });
    await pool.query(`update servers set last_health_check = ${CHECKED[name] ?? 'now()'} where name = $1`, [name]);
  }
  for (const [name, from, until] of OUTAGES)
    await pool.query(`insert into incidents (server_id, started_at, ended_at, message) select id, ${from}, ${until}, 'x' from servers where name = $1`, [name]);
}, 60_000); // prettier-ignore

const ask = async (query: string) => (await ann.call(assistant.ask, { body: { query } })).response;
const out = (where: string) => `exists (select from incidents where server_id = servers.id and ${where})`;
const during = (from: string, until = `'infinity'`) => `started_at < ${until} and coalesce(ended_at, now()) > ${from}`; // prettier-ignore

describe('AI-10 outages that lasted', () => {
  test.each([
    ['which outages lasted longer than two hours this week', `${during(week)} and coalesce(ended_at, now()) - started_at > interval '2 hours'`],
    ['which servers were down for more than 2 hours this week', `${during(week)} and coalesce(ended_at, now()) - started_at > interval '2 hours'`],
    ['what was the longest outage this week?', `started_at = ${week} - interval '9 hours'`],
    ['longest outage in the last 30 days in Leeds', `started_at < ${day(8)}`],
    ['did anything in Leeds fall over in the last 24 hours', `started_at > now() - interval '1 day' and server_location = 'Leeds'`],
  ])('AI-10 %s', async (query, where) => {
    const answer = await ask(query);
    expect(linked(answer)).toEqual(await idsWhere(at.current.database.pool, out(where)));
  }); // prettier-ignore

  test.each(['average length of outages in the last 30 days', 'average outage duration', 'how long do outages last on average'])(
    'AI-10 %s',
    async (query) => {
      const { rows } = await at.current.database.pool.query<{ hours: number }>(
        'select floor(extract(epoch from avg(coalesce(ended_at, now()) - started_at)) / 3600)::int as hours from incidents',
      );
      const hours = rows[0]?.hours ?? 0;
      const answer = await ask(query);
      expect(answer).toContain('of **6** outages');
      expect(answer).toContain(hours < 24 ? `**${hours} h ` : `**${Math.floor(hours / 24)} d ${hours % 24} h**`);
      expect(answer).toContain('**3** of them are still open');
    },
  ); // prettier-ignore

  test('AI-10 an average for each of something is not the average of all', async () => {
    expect(await ask('average outage duration per site')).toContain('I did not understand “per site”');
  });
});

describe('AI-10 a day at which servers are down', () => {
  test('AI-10 without "was", on one day or on two, and since one', async () => {
    const { pool } = at.current.database;
    const { rows } = await pool.query<{ name: string }>(
      `select trim(to_char(${LOCAL} - n * interval '1 day', 'Day')) as name from unnest(array[3, 2, 5]) n`,
    );
    const [third, second, fifth] = rows.map(({ name }) => name);
    const then = (from: number, until: number) => idsWhere(pool, out(during(day(from), day(until))));
    expect(linked(await ask(`any server down on ${third}?`))).toEqual(await then(3, 2));
    expect(linked(await ask(`was any server down on ${third} or ${second}?`))).toEqual(await then(3, 1));
    expect(linked(await ask(`any host down on ${second} or ${third}?`))).toEqual(await then(3, 1));
    expect(await ask(`any server down on ${fifth} or ${second}?`)).toContain('do not follow each other');
    const open = await idsWhere(pool, out(`${during(day(3))} and ended_at is null`));
    for (const query of [`are any hosts down since ${third}?`, `servers down since ${third}`])
      expect(linked(await ask(query))).toEqual(open);
  });
});

describe('AI-10 what did not happen', () => {
  const NEVER = `not ${out('true')} and status <> 'offline'`;
  const unchecked = (from: string) => `(last_health_check is null or last_health_check < ${from})`;
  test.each([
    ['servers that were never down', NEVER],
    ['which servers have never gone down', NEVER],
    ['how many servers were never offline', NEVER],
    ['which Leeds servers had no outage in the last 5 days', `not ${out(during(`now() - interval '5 days'`))} and status <> 'offline' and server_location = 'Leeds'`],
    ['servers without any outage in the last 5 days', `not ${out(during(`now() - interval '5 days'`))} and status <> 'offline'`],
    ['Which servers did not go down today?', `not ${out(during(day(0)))} and status <> 'offline'`],
    ['which servers have no health check today', unchecked(day(0))],
    ["which servers haven't been checked today", unchecked(day(0))],
    ['which production servers have not been checked for a day', `${unchecked(`now() - interval '1 day'`)} and environment = 'production'`],
    ['servers not checked for more than 5 days', unchecked(`now() - interval '5 days'`)],
    ['how many servers were checked today?', `not ${unchecked(day(0))}`],
    ['which servers were never checked', 'last_health_check is null'],
  ])('AI-10 %s', async (query, where) => {
    const answer = await ask(query);
    const ids = await idsWhere(at.current.database.pool, where);
    const isCount = query.startsWith('how many');
    expect(isCount ? figure(answer) : linked(answer)).toEqual(isCount ? ids.length : ids);
  }); // prettier-ignore

  test('AI-10 the question after it keeps the time', async () => {
    const [, only] = await askInTurn(ann, ['which servers have not been checked for a day?', 'only in Leeds']);
    expect(linked(only)).toEqual(
      await idsWhere(at.current.database.pool, `${unchecked(`now() - interval '1 day'`)} and server_location = 'Leeds'`),
    );
  }); // prettier-ignore

  test('AI-10 a check that is not the last is not known of', async () => {
    expect(await ask('which servers were not checked yesterday')).toContain('I did not understand');
  });
});

test.each(['which servers had an outage this week?', 'how many outages were there this week', 'what went down this week?'])(
  'AI-10 %s: those that began before and lasted are told beside those that began',
  async (query) => {
    const before = `started_at < ${week} and coalesce(ended_at, now()) > ${week}`;
    const { length } = await idsWhere(at.current.database.pool, out(before));
    const answer = await ask(query);
    expect(answer).toContain(`**${length}** outages that began before were still going on then:`);
    expect(linked(answer)).toEqual(await idsWhere(at.current.database.pool, out(during(week))));
  },
); // prettier-ignore
