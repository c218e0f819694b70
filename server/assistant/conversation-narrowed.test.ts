// Turns that do not say which servers they are about are about those of the answer before, held against SQL over an
// inventory that is made up anew each run.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await makeUpInventory(at.current, ann);
  const { pool } = at.current.database;
  for (const [index, status] of (['offline', 'online', 'warning', 'offline'] as const).entries())
    await ann.call(servers.create, {
      body: { name: `plum-${index}`, status, environment: 'staging', serverLocation: 'Auburn', teamOwner: 'IT Security', primaryFunction: index === 0 ? 'Print Server' : 'Mail Relay' },
    });
  const { id } = await ann.call(servers.create, { body: { name: 'fig-1', status: 'online', keyContacts: 'Night desk' } });
  for (const [from, until] of [['3 days', '2 days'], ['40 days', '39 days']])
    await pool.query("insert into incidents (server_id, started_at, ended_at, message) values ($1, now() - $2::interval, now() - $3::interval, 'It fell over')", [id, from, until]);
  await pool.query("update servers set cpu_usage = 50, memory_usage = 50, disk_usage = 50 where cpu_usage is null and name like 'plum%'");
}, 120_000); // prettier-ignore

const talk = (...questions: string[]) => askInTurn(ann, questions);
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

describe('AI-10 a turn that does not say which servers is about those of the answer before', () => {
  test('AI-10 a state alone, and then another team', async () => {
    const [, down, other] = await talk('how many servers does IT Security own?', 'which are down?', 'and Server Services?'); // prettier-ignore
    expect(linked(down)).toEqual(await idsOf("team_owner = 'IT Security' and status = 'offline'"));
    expect(linked(other)).toEqual(await idsOf("team_owner = 'Server Services' and status = 'offline'"));
  });

  test('AI-10 what is left out, an order, and fewer of them', async () => {
    const [, without, sorted, three] = await talk('servers in staging in Auburn?', 'except the print servers', 'sorted by cpu', 'only the top 2'); // prettier-ignore
    const where =
      "environment = 'staging' and server_location = 'Auburn' and coalesce(primary_function, '') <> 'Print Server'";
    expect(linked(without)).toEqual(await idsOf(where));
    expect(linked(sorted)).toEqual(await idsOf(`${where} and cpu_usage is not null`));
    expect(linked(three)).toHaveLength(2);
    expect(await idsOf(where)).toEqual(expect.arrayContaining(linked(three)));
  });

  test('AI-10 after a turn that was not understood the answer that stood is still meant', async () => {
    const [, refused, addresses, count] = await talk('physical servers in Auburn', 'without the patched ones', 'ip addresses please', 'how many is that?'); // prettier-ignore
    const ids = await idsOf("server_type = 'physical' and server_location = 'Auburn'");
    expect(refused).toMatch(/^I did not understand/);
    expect(linked(addresses)).toEqual(ids);
    expect(figure(count)).toBe(ids.length);
    const [, , dublin] = await talk('linux servers in Auburn', 'both in percent', 'in Dublin instead');
    expect(linked(dublin)).toEqual(
      await idsOf(
        "server_location = 'Dublin Data Centre' and operating_system ~ 'Ubuntu|Debian|Red Hat' and operating_system !~ 'Windows'",
      ),
    );
  });

  test('AI-10 a number alone is the same limit, a figure alone has it too', async () => {
    const [over, lower, memory, production] = await talk('how many servers have disk over 60?', '40?', 'and memory?', 'in production only'); // prettier-ignore
    const counts = await Promise.all(
      ['disk_usage > 60', 'disk_usage > 40', 'memory_usage > 40', "memory_usage > 40 and environment = 'production'"].map(async (where) => (await idsOf(where)).length), // prettier-ignore
    );
    expect([over, lower, memory, production].map(figure)).toEqual(counts);
  });

  test('AI-10 the same grouping of others, and which group has most', async () => {
    const [, production, , most] = await talk('servers in staging by data centre', 'the same for production', 'and in percent?', 'which has most?'); // prettier-ignore
    for (const answer of [production, most]) {
      expect(answer).toContain('with environment production by site:');
      expect(answer).toContain(
        `- Auburn: **${(await idsOf("environment = 'production' and server_location = 'Auburn'")).length}**`,
      );
    }
  });

  test('AI-10 the other end of an order, and the highest behind an average', async () => {
    const { pool } = at.current.database;
    const value = async (order: string) =>
      (await pool.query<{ value: number }>(`select memory_usage as value from servers where deleted_at is null and server_location = 'Auburn' and memory_usage is not null order by 1 ${order} limit 1`)).rows[0]?.value; // prettier-ignore
    const [, bottom] = await talk('top 3 servers by memory in Auburn', 'and the bottom 2?');
    const [, highest, lowest] = await talk('average memory in Auburn', 'highest?', 'lowest');
    for (const [answer, order] of [
      [bottom, 'asc'],
      [lowest, 'asc'],
      [highest, 'desc'],
    ] as const)
      // prettier-ignore
      expect([order, Number(/\*\*([\d.]+) %/.exec(answer ?? '')?.[1])]).toEqual([order, await value(order)]);
    expect(linked(bottom)).toHaveLength(2);
  });

  test('AI-10 which place has the most of them, what share of all they are, and two exceptions', async () => {
    const [down, most, share] = await talk('how many servers are offline?', 'which data centre has the most?', 'what percentage is that?'); // prettier-ignore
    const offline = (await idsOf("status = 'offline'")).length;
    expect(figure(down)).toBe(offline);
    expect(most).toContain('with status offline by site:');
    expect(share).toContain(`**${offline}** of **${(await idsOf('true')).length}** servers`);
    const [, , both] = await talk('servers in production', 'not in Auburn', 'excluding Singapore too');
    expect(linked(both)).toEqual(
      await idsOf("environment = 'production' and server_location not in ('Auburn', 'Singapore')"),
    );
  });

  test('AI-10 since when a warning is there is not recorded, and the servers are still meant', async () => {
    const [, since, contacts] = await talk('which servers are in warning?', 'since when?', 'who do I call?');
    expect(since).toContain('is not recorded');
    expect(linked(contacts)).toEqual(await idsOf("status = 'warning'"));
  });

  test('AI-10 outages of one place only', async () => {
    const [, only] = await talk('outages in the last 7 days', 'only Auburn');
    expect(only).toMatch(/location auburn/i);
  });

  test('AI-10 what is about all servers after an answer about some of them says so', async () => {
    const all = 'This is about all servers, not only those of the answer before.';
    const [, down, again] = await talk('tell me about fig-1', 'which are down?', 'which servers are down?');
    expect(linked(down)).toEqual(await idsOf("status = 'offline'"));
    expect(down).toContain(all);
    expect(again).not.toContain(all);
    const [, anything] = await talk('servers in Auburn', 'is anything down?');
    expect(anything).toContain(all);
  });
});

describe('AI-10 when and how often "it" was down is asked of the server before', () => {
  test.each(['when was it last down?', 'when did it last go down?', 'when did it crash?'])(
    'AI-10 %s',
    async (query) => {
      const [, when, whom] = await talk('tell me about fig-1', query, 'who should I contact?');
      expect(when).toMatch(/\[fig-1\].*It last went down/);
      expect(whom).toMatch(/\[fig-1\].*\*\*Night desk\*\*/);
    },
  );

  test('AI-10 in a time, and in another one', async () => {
    const [, week, year] = await talk('tell me about fig-1', 'was it down in the last 7 days?', 'and in the last 60 days?'); // prettier-ignore
    expect(week).toContain('**1** outage of fig-1');
    expect(year).toContain('**2** outages of fig-1');
  });

  test('AI-10 whom to call about the servers of the answer before', async () => {
    const [, , contacts] = await talk('tell me about fig-1', 'servers in Auburn', 'who do I call?');
    expect(linked(contacts)).toEqual(await idsOf("server_location = 'Auburn'"));
  });
});

describe('AI-10 a turn that asks for another figure is what the next one goes on from', () => {
  const STAGING = "environment = 'staging'";
  const PRODUCTION = "environment = 'production'";
  const mean = async (figureOf: string, where: string) => {
    const { rows } = await at.current.database.pool.query<{ mean: number }>(
      `select round(avg(${figureOf})::numeric, 2)::float8 as mean from servers where deleted_at is null and ${where}`,
    );
    return rows[0]?.mean;
  };

  test.each([
    [
      ['top 3 servers by cpu in production', 'and by memory?', 'same for staging'],
      'Highest memory',
      `memory_usage is not null and ${STAGING}`,
    ],
    [
      ['top 3 servers by cpu in production', 'the lowest?', 'and in staging'],
      'Lowest CPU',
      `cpu_usage is not null and ${STAGING}`,
    ],
  ])('AI-10 %j', async (questions, told, where) => {
    const answer = (await talk(...questions)).at(-1);
    expect(answer).toContain(told);
    expect(linked(answer)).toHaveLength(3);
    expect(await idsOf(where)).toEqual(expect.arrayContaining(linked(answer)));
  });

  test('AI-10 an average of another figure, in another environment and in a place', async () => {
    const [, memory, staging, disk, place] = await talk(
      'average cpu in production',
      'and memory?',
      'and in staging',
      'and disk?',
      'only in Auburn',
    );
    expect(memory).toContain(`average memory usage is **${await mean('memory_usage', PRODUCTION)} %**`);
    expect(staging).toContain(`average memory usage is **${await mean('memory_usage', STAGING)} %**`);
    expect(disk).toContain(`average disk usage is **${await mean('disk_usage', STAGING)} %**`);
    expect(place).toContain(
      `average disk usage is **${await mean('disk_usage', `${STAGING} and server_location = 'Auburn'`)} %**`,
    );
  });
});
