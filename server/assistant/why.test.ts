// Why servers are as they are, held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  const { pool, db } = at.current.database;
  for (const [name, status] of [['fig-1', 'offline'], ['fig-2', 'online'], ['fig-3', 'online'], ['fig-4', 'online'], ['fig-5', 'unknown']] as const)
    await ann.call(servers.create, { body: { name, status, environment: 'production', primaryFunction: 'Fruit Store' } });
  const seen = async (name: string, status: string, message: string) =>
    pool.query(
      `update servers set status = $2, last_message = $3, last_health_check = now() - interval '4 minutes', disk_usage = 97, cpu_usage = 'NaN' where name = $1`,
      [name, status, message],
    );
  await seen('fig-1', 'offline', 'No answer within 10 s');
  await seen('fig-2', 'warning', 'Disk is 97 % used');
  await seen('fig-3', 'online', 'It answered 200');
  const { id } = (await pool.query<{ id: string }>(`select id from servers where name = 'fig-4'`)).rows[0] ?? expect.fail();
  await ann.call(servers.update, { params: { id }, body: { status: 'maintenance' } });
  await pool.query(`insert into incidents (server_id, started_at, ended_at, message)
    select id, now() - interval '3 hours', case name when 'fig-3' then now() - interval '1 hour' end, 'Refused *by* ' || name
    from servers where name in ('fig-1', 'fig-3')`);
  await aDocument(db, signedIn.user, { title: 'Slow pages', content: 'Pages of fig-3 are slow when the cache is cold.' });
}, 120_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const told = async (sql: string, name: string): Promise<string[]> => {
  const { rows } = await at.current.database.pool.query<{ value: string }>(sql, [name]);
  return rows.map(({ value }) => value);
};

describe('AI-09 why a server is as it is: the stored reason', () => {
  test.each([
    ['why is fig-1 offline?'],
    ['Why did fig-1 go down?'],
    ['what is wrong with fig-1'],
    ["what's up with fig-1?"],
    ['what caused the outage of fig-1?'],
    ['Is fig-1 up?', 'why?'],
    ['tell me about fig-1', 'and why is it down?'],
  ])('AI-09 %s %s', async (...questions) => {
    const answer = await ask(...questions);
    const [hours] = await told(`select extract(hour from now() - started_at)::text as value from incidents join servers s on s.id = server_id where s.name = $1 and ended_at is null`, 'fig-1');
    expect(answer).toMatch(new RegExp(String.raw`\[fig-1\].* is \*\*offline\*\* since .* for \*\*${hours} h \d+ min\*\*: “Refused \\\*by\\\* fig-1”`));
    expect(answer).toContain((await told('select last_message as value from servers where name = $1', 'fig-1'))[0]);
  }); // prettier-ignore

  test.each([
    'why is fig-2 in warning?',
    'Why does fig-2 show a warning?',
    'what is the problem with fig-2?',
  ])('AI-09 %s: the last check and the figures that it measured', async (query) => {
    const answer = await ask(query);
    expect(answer).toContain('is **warning**');
    expect(answer).toContain('“Disk is 97 % used”');
    expect(answer).toContain('disk usage 97 %');
    expect(answer).not.toContain('NaN');
  });

  test('AI-09 whoever set it by hand is named, and one that was never checked is said to be', async () => {
    const [actor] = await told(
      `select actor_name as value from audit_entries join servers s on s.id = subject_id where s.name = $1 and action = 'server.update'`,
      'fig-4',
    );
    expect(await ask('why is fig-4 in maintenance?')).toMatch(
      new RegExp(`is \\*\\*maintenance\\*\\*. ${actor} set it so, .*It was never checked`),
    );
    expect(await ask('why is fig-5 unknown?')).toContain('It was never checked.');
  });

  test('AI-09 what is not so is not explained, and what was before is told', async () => {
    const answer = await ask('why is fig-3 down?');
    expect(answer).toContain('is not offline: its status is **online**');
    expect(answer).toContain('for **2 h 0 min**: “Refused \\*by\\* fig-3”');
    expect(await ask('why is fig-2 in maintenance?')).toContain('is not in maintenance');
    expect(await ask('why did fig-2 go down last month?')).toContain(
      'No outage of it is recorded last month',
    );
  });

  test('AI-09 of all servers with a status, each with what its check said', async () => {
    const answer = await ask('why are the Fruit Store servers offline?');
    expect(linked(answer)).toEqual(await idsWhere(at.current.database.pool, "status = 'offline'"));
    expect(answer).toContain('“No answer within 10 s”');
    expect(await ask('Why are servers in maintenance and warning?')).toContain('**2** servers');
  });

  test('AI-09 what the inventory does not record is looked up in the documents', async () => {
    expect(await ask('why are the pages of fig-3 slow?')).toContain('[Slow pages]');
  });
});
