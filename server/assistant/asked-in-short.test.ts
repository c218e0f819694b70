// Two counts compared, exceptions between commas, shares and codes of names, as people type them; held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await makeUpInventory(at.current, ann);
}, 120_000);

const ask = async (query: string): Promise<string> => (await askInTurn(ann, [query]))[0] ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

describe('AI-10 whether there are more of one than of another', () => {
  test.each([
    ['do we have more print servers than mail relays?', "primary_function = 'Print Server'", "primary_function = 'Mail Relay'", 1],
    ['are there more Windows than Ubuntu servers?', "operating_system like 'Windows%'", "operating_system like 'Ubuntu%'", 1],
    ['do we have fewer servers in Auburn than in Singapore', "server_location = 'Auburn'", "server_location = 'Singapore'", -1],
    ['are there more production than staging servers in Auburn?', "environment = 'production' and server_location = 'Auburn'", "environment = 'staging' and server_location = 'Auburn'", 1],
  ])('AI-10 %s', async (query, one, other, sign) => {
    const [some, others] = [(await idsOf(one)).length, (await idsOf(other)).length];
    const answer = await ask(query);
    expect(answer).toMatch(Math.sign(some - others) === sign ? /^Yes\./ : /^No/);
    for (const count of [some, others]) expect(answer).toMatch(count === 0 ? /There is no server/ : new RegExp(`\\*\\*${count}\\*\\* server`));
  }); // prettier-ignore

  test('AI-10 nothing is compared where a part is not understood', async () => {
    expect(await ask('do we have more servers in Auburn than chairs?')).not.toMatch(/^(?:Yes|No)/);
  });
});

test.each([
  ['production servers, except those owned by IT Security, with cpu over 50', "environment = 'production' and team_owner is distinct from 'IT Security' and cpu_usage > 50"],
  ['servers in Auburn except those in staging, with disk under 60', "server_location = 'Auburn' and environment <> 'staging' and disk_usage < 60"],
  ['which servers use under 40 percent of their disk?', 'disk_usage < 40'],
  ['servers using more than 60% of their memory', 'memory_usage > 60'],
  ['mel prod', "name like '%-mel-%' and environment = 'production'"],
  ['syd phys srvs prod', "name like '%-syd-%' and environment = 'production' and server_type = 'physical'"],
  ['web dub warn', "name like 'web-dub-%' and status = 'warning'"],
])('AI-10 %s', async (query, where) => {

  expect(linked(await ask(query))).toEqual(await idsOf(where));
}); // prettier-ignore

test('AI-10 an exception and a limit without commas may mean either, and are told', async () => {
  expect(await ask('all servers except print servers with disk over 80')).toContain('did not understand “except”');
}); // prettier-ignore

test.each(['break production down by owner', 'can you break down the production servers by team owner?'])(
  'AI-10 %s',
  async (query) => {
    const { rows } = await at.current.database.pool.query<{ owner: string; total: number }>(
      "select team_owner as owner, count(*)::int as total from servers where deleted_at is null and environment = 'production' group by 1",
    );
    const answer = await ask(query);
    for (const { owner, total } of rows) expect(answer).toContain(`- ${owner}: **${total}**`);
  },
);

test.each(['what part of the DMZ is physical', 'which part of the DMZ is physical?'])(
  'AI-10 %s',
  async (query) => {
    const some = (await idsOf("network = 'DMZ' and server_type = 'physical'")).length;
    const all = (await idsOf("network = 'DMZ'")).length;
    expect(await ask(query)).toContain(`**${some}** of **${all}** server`);
  },
);
