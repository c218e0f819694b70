// Shares, whether all is well, most of something and authors, held against SQL over an inventory that is made up anew each run.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument, aUser } from '../../test/factories.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await makeUpInventory(at.current, ann);
  await ann.call(servers.create, { body: { name: 'redis-9', environment: 'staging', status: 'online', description: 'share of red things' } });
  const heron = await aUser(at.current.database.db, { firstName: 'Bo', lastName: 'Heron' });
  const write = (title: string, content: string) => aDocument(at.current.database.db, heron, { title, content });
  await write('Restart the name server', 'Restart bind on the name server.');
  await write('Restart the mail relay', 'Restart the server of the mail relay, then restart the server again.');
  const cache = await write('Cache', 'On redis-9.');
  await at.current.database.pool.query(`insert into server_documents (server_id, document_id) select id, $1 from servers where name = 'redis-9'`, [cache]);
}, 120_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const countOf = async (where: string) => (await idsOf(where)).length;

describe('AI-10 what is asked in other words', () => {
  test.each([
    ['What share of our servers is virtual?', 'true', "server_type = 'virtual'"],
    [
      'what percentage of production servers is online',
      "environment = 'production'",
      "environment = 'production' and status = 'online'",
    ],
    ['proportion of servers running Ubuntu', 'true', "operating_system like 'Ubuntu%'"],
  ])('AI-10 %s: of how many, and how many', async (query, base, where) => {
    const [all, some] = [await countOf(base), await countOf(where)];
    const share = Math.round((some / all) * 10_000) / 100;
    expect(await ask(query)).toMatch(
      new RegExp(`^\\*\\*${some}\\*\\* of \\*\\*${all}\\*\\* servers.*\\*\\*${share} %\\*\\*`),
    );
  });

  test.each([
    ['Are the production servers healthy?', "environment = 'production'"],
    ['are all servers in Auburn up?', "server_location = 'Auburn'"],
    ['is everything in Dublin up', "server_location = 'Dublin Data Centre'"],
  ])('AI-10 %s: how many are how, and which are not', async (query, where) => {
    const answer = await ask(query);
    expect(figure(answer)).toBe(await countOf(where));
    expect(linked(answer)).toEqual(await idsOf(`${where} and status in ('offline', 'warning')`));
  });

  test.each([
    ['Which servers have a full disk?', 'disk_usage > 80'],
    ['which boxes are red?', "status = 'offline'"],
    ['What should I look at first?', "status in ('offline', 'warning')"],
  ])('AI-10 %s', async (query, where) => expect(linked(await ask(query))).toEqual(await idsOf(where)));

  test.each(['Which site has the most servers?', 'how many servers per site?'])(
    'AI-10 %s: most first, without the racks',
    async (query) => {
      const { rows } = await at.current.database.pool.query<{ total: number }>(
        `select count(*)::int as total from servers where deleted_at is null and server_location <> ''
         group by replace(server_location, ', Rack 4', '') order by 1 desc`,
      );
      const answer = await ask(query);
      const told = [...answer.matchAll(/^- (?!not recorded)[^:]+: \*\*(\d+)\*\*$/gm)].map(([, total]) => Number(total)); // prettier-ignore
      expect(told).toEqual(rows.map(({ total }) => total));
    },
  );

  test('AI-10 sorted by a figure, most first', async () => {
    const { rows } = await at.current.database.pool.query<{ value: number }>(
      'select cpu_usage as value from servers where deleted_at is null and cpu_usage is not null order by 1 desc limit 50',
    );
    const answer = await ask('list servers sorted by cpu');
    expect([...answer.matchAll(/\*\*([\d.]+) %\*\*/g)].map(([, value]) => Number(value))).toEqual(
      rows.map(({ value }) => value),
    );
  });

  test('AI-10 kinds of servers are not servers, and how often one went down is counted', async () => {
    const types = new Set(await Promise.all(['virtual', 'physical'].map(async (type) => (await countOf(`server_type = '${type}'`)) > 0 && type))); // prettier-ignore
    expect(await ask('How many kinds of servers are there?')).toContain(`**${types.size}** different values of type`); // prettier-ignore
    await at.current.database.pool.query(`insert into incidents (server_id, started_at, ended_at, message)
      select id, now() - n * interval '2 hours', now() - n * interval '2 hours' + interval '5 minutes', 'x'
      from servers, generate_series(1, 3) as n where name = 'redis-9'`);
    expect(await ask('How many times did redis-9 go down?')).toContain('**3** outages of [redis-9]');
    expect(await ask('Got paged for redis-9, what is the problem?')).toContain('is **online**. ');
  });

  test.each([
    ['Which sites have no offline servers?', '“no”'],
    ['which teams own no servers in Dublin?', '“no”'],
    ['how many servers changed status today?', '“status”'],
    ['How many documents are older than a year?', '“older than a year”'],
  ])('AI-10 %s: what would be the answer to another question is not told', async (query, words) => {
    const answer = await ask(query);
    expect(answer).toContain(`I did not understand ${words}`);
    expect(answer).not.toMatch(/\*\*\d/);
  });

  test('AI-10 open incidents are those that the checks began, and people are counted by department', async () => {
    const { pool } = at.current.database;
    await pool.query(`insert into incidents (server_id, message) select id, 'x' from servers where deleted_at is null and status = 'offline'`);
    expect(figure(await ask('How many incidents are open?'))).toBe(await countOf(`id in (select server_id from incidents where ended_at is null)`));
    for (const [name, department] of [['Al', 'IT Security'], ['Bea', 'IT Security'], ['Cy', 'Server Services']] as const)
      await ann.call(team.create, { body: { name, department, email: `${name}@example.com`, role: 'Engineer' } });
    const answer = await ask('how many people are in each department?');
    expect(answer).toContain('- IT Security: **2**');
    expect(answer).toContain('- Server Services: **1**');
  }); // prettier-ignore

  test('AI-10 who looks after what is no server is not told as if it were all of them', async () => {
    expect(await ask('Who manages the network?')).not.toContain('by team owner');
  });
});

describe('AI-09 documents asked for in other words', () => {
  test('AI-09 who wrote one', async () => {
    const answer = await ask('Who wrote the guide about the mail relay?');
    expect(answer).toContain('[Restart the mail relay]');
    expect(answer).toContain('written by **Bo Heron**');
  });

  test.each(['Which runbook applies to redis-9?', 'documents for redis-9', 'what do the documents say about redis-9?'])(
    'AI-09 %s: those that are linked and those that name it',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toMatch(/^\*\*1\*\* document is linked to \[redis-9\]/);
      expect(answer).toContain('**1** document mentions “redis-9”');
    },
  ); // prettier-ignore

  test('AI-09 a name server is not any server', async () => {
    expect(await ask('how do I restart a name server?')).toMatch(
      /^From the documents:\s+\*\*\[Restart the name server\]/,
    );
  });

  test('AI-09 a tag that there is not is said, and groups are counted', async () => {
    expect(await ask('documents tagged unicorn')).toContain('there is no document (tag unicorn)');
    expect(await ask('documents by type')).toContain('- Knowledge Base: **3**');
  });
});
