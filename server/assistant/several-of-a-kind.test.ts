// Many of what does something, sites without their racks, kinds of documents, and the share of time, held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument, aUser } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const HOSTS = [
  ['mail-1', 'Mail Relay', 'Leeds DC, Rack 1', 'offline'],
  ['mail-2', 'mail relay', 'Leeds DC, Rack 2', 'online'],
  ['prn-1', 'Print Server', 'Leeds DC - Room 3', 'online'],
  ['db-1', 'Payroll Database', 'Auburn', 'online'],
  ['db-2', 'Till Database', 'Auburn / Rack 9', 'offline'],
  ['px-1', 'Web Proxy', null, 'online'],
] as const;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  for (const [name, primaryFunction, serverLocation, status] of HOSTS)
    await ann.call(servers.create, { body: { name, primaryFunction, serverLocation, status, environment: 'production' } });
  const { db, pool } = at.current.database;
  const heron = await aUser(db, { firstName: 'Bo', lastName: 'Heron' });
  await aDocument(db, heron, { title: 'VPN is slow', content: 'Look at the vpn.', templateType: 'troubleshooting' });
  await aDocument(db, heron, { title: 'Mail is late', content: 'Look at the mail relay.', templateType: 'troubleshooting' });
  await aDocument(db, signedIn.user, { title: 'Troubleshooting in general', content: 'Mail, dns and vpn: begin with troubleshooting.' });
  await aDocument(db, signedIn.user, { title: 'Window', content: 'Patch the dns.', templateType: 'maintenance' });
  await pool.query(`insert into check_hours (server_id, hour, results, good, bad)
    select id, date_trunc('month', now()) - interval '10 days' + n * interval '1 hour', 60, 60 - n, n
    from servers, generate_series(0, 9) as n where name in ('mail-1', 'mail-2')`);
  await pool.query(`insert into check_results (server_id, outcome, message, simulated)
    select id, outcome, 'x', outcome = 'unknown' from servers, (values ('good'), ('warning'), ('bad'), ('unknown'), ('maintenance')) as seen (outcome)
    where name = 'mail-1'`);
}, 120_000); // prettier-ignore

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const value = async (sql: string) => {
  const { rows } = await at.current.database.pool.query<{ value: string }>(`select (${sql})::text as value`);
  return rows[0]?.value;
};

describe('AI-10 many of what does something', () => {
  test.each([
    ['list mail relays', "primary_function ilike 'mail relay'"],
    ['which mail relays are offline?', "primary_function ilike 'mail relay' and status = 'offline'"],
    ['print servers', "primary_function = 'Print Server'"],
    ['show me all databases', "primary_function like '% Database'"],
    ['show me all dbs', "primary_function like '% Database'"],
    ['list the payroll databases', "primary_function = 'Payroll Database'"],
    ['list web proxies', "primary_function = 'Web Proxy'"],
    [
      'which databases are in Auburn',
      "primary_function like '% Database' and server_location like 'Auburn%'",
    ],
  ])('AI-10 %s', async (query, where) => expect(linked(await ask(query))).toEqual(await idsOf(where)));

  test('AI-10 they are counted, and what follows is about them', async () => {
    expect(figure(await ask('how many mail relays are there?'))).toBe(2);
    expect(linked(await ask('how many databases are there', 'which of them are offline?'))).toEqual(
      await idsOf("name = 'db-2'"),
    );
  });
});

describe('AI-10 places', () => {
  test.each(['How many locations are there?', 'how many sites do we have', 'number of data centres'])(
    'AI-10 %s: those without their racks and rooms, and what the locations are',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toContain('**2** sites, counted without their racks and rooms');
      const values = await value('select count(distinct server_location) from servers');
      expect(answer).toContain(`**${values}** different values of location`);
      expect(answer).toContain('- Leeds DC: **3**');
      expect(answer).toContain('- Auburn: **2**');
      expect(answer).toContain('- not recorded: **1**');
    },
  );
});

describe('AI-09 kinds of documents, authors and one word or another', () => {
  test.each([
    ['list troubleshooting guides', 2, ['VPN is slow', 'Mail is late']],
    ['How many troubleshooting documents are there?', 2, []],
    ['list maintenance documents', 1, ['Window']],
    ['documents owned by Bo Heron', 2, ['VPN is slow', 'Mail is late']],
    ['documents managed by Heron', 2, ['VPN is slow', 'Mail is late']],
    ['which documents are about dns or vpn?', 3, ['VPN is slow', 'Troubleshooting in general', 'Window']],
    ['how many documents are about dns, vpn or mail', 4, []],
    ['list documents about dns or the mail relay', 3, ['Mail is late', 'Troubleshooting in general', 'Window']],
  ])('AI-09 %s: %i', async (query, count, titles) => {
    const answer = await ask(query);
    expect(answer).toContain(`**${count}** document`);
    const listed = [...answer.matchAll(/^- \[([^\]]+)\]/gm)].map(([, title = '']) => title);
    expect(listed.toSorted()).toEqual(titles.toSorted());
  }); // prettier-ignore

  test('AI-09 a kind that no document has is a word like others', async () => {
    expect(await ask('how many security audit documents are there')).toContain('There is no document');
  });
});

describe('AI-09 the share of time that servers were up, by the rule of their page', () => {
  const share = (from: string, until: string, those: string) =>
    value(`select round(100.0 * sum(good) / sum(good + bad), 2)::float8 from check_hours where hour >= ${from} and hour < ${until} and ${those}`);

  test('AI-09 of a month, of one and of several', async () => {
    const [until, from] = ["date_trunc('month', now())", "date_trunc('month', now()) - interval '1 month'"];
    const one = await share(from, until, "server_id = (select id from servers where name = 'mail-1')");
    expect(await ask('uptime percentage of mail-1 last month')).toContain(`last month is **${one} %**: of **600** checks that counted, **45** failed.`);
    expect(await ask('what was the availability of mail-1 last month?')).toContain(`**${one} %**`);
    const all = await share(from, until, 'true');
    expect(await ask('uptime of production servers last month')).toContain(`environment production last month is **${all} %**: of **1200** checks`);
  });

  test('AI-09 without a time the last day, week and month; what was not counted is not told', async () => {
    const answer = await ask('what is the availability of mail-1');
    expect(answer).toContain('**66.67 %** of the last day');
    expect(await ask('uptime percentage of prn-1 last month')).toContain('is not told here');
    expect(await ask('which servers had the lowest uptime last month')).not.toMatch(/\*\*[\d.]+ %/);
  });
}); // prettier-ignore
