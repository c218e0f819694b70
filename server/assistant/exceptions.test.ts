// Servers that a question leaves out, and fields that it asks for beside others, held against SQL over a made-up inventory.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  const signedIn = await at.current.signedIn();
  ann = signedIn;
  await makeUpInventory(at.current, ann);
  for (const [name, serverLocation, operatingSystem] of [
    ['dc-kiwi-1', 'Leeds, Rack 4', 'CentOS 7'],
    ['dc-kiwi-2', 'Sydney', 'Windows Server 2022'],
  ] as const)
    await ann.call(servers.create, {
      body: { name, serverLocation, operatingSystem, status: 'online', environment: 'production', teamOwner: 'IT Security', primaryFunction: 'Domain Controller', keyContacts: 'Night desk' },
    });
  for (const [name, department, role] of [
    ['Al Ode', 'IT Security', 'Engineer'],
    ['Bea Ode', 'IT Security', 'Manager'],
    ['Cy Ode', 'Server Services', 'Engineer'],
  ] as const)
    await ann.call(team.create, { body: { name, department, role, email: `${name.slice(0, 2)}@example.com` } });
  const { db } = at.current.database;
  await aDocument(db, signedIn.user, { title: 'Restart the mail relay', content: 'Drain the queue of the mail relay first.' });
  await aDocument(db, signedIn.user, { title: 'Restart the print server', content: 'Clear the spooler of the print server.' });
}, 120_000); // prettier-ignore

const talk = (...questions: string[]) => askInTurn(ann, questions);
const ask = async (query: string): Promise<string> => (await talk(query))[0] ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

const NOT_PRODUCTION = "environment <> 'production'";
const NOT_UBUNTU = "operating_system !~ 'Ubuntu'";
const ELSEWHERE = "server_location !~ '^(Sydney|Auburn|Dublin)'";

describe('AI-10 what a question leaves out', () => {
  test.each([
    ['everything but Ubuntu in dev', `${NOT_UBUNTU} and environment = 'development'`],
    ['everything but Ubuntu in dev or staging', `${NOT_UBUNTU} and environment in ('development', 'staging')`],
    ['all but the print servers and dc-kiwi-2', "primary_function is distinct from 'Print Server' and name <> 'dc-kiwi-2'"],
    ['list all servers except dc-kiwi-2 and the print servers', "primary_function is distinct from 'Print Server' and name <> 'dc-kiwi-2'"],
    ['all servers except the print servers and the ubuntu ones', `primary_function is distinct from 'Print Server' and ${NOT_UBUNTU}`],
    ['all servers but those in Dublin and dc-kiwi-2', "server_location <> 'Dublin Data Centre' and name <> 'dc-kiwi-2'"],
    ['everything in Leeds except the print servers, dc-kiwi-1 and the ubuntu ones', `primary_function is distinct from 'Print Server' and name <> 'dc-kiwi-1' and server_location ~ '^Leeds' and ${NOT_UBUNTU}`],
    ['all but the Dublin servers', "server_location <> 'Dublin Data Centre'"],
    ['everything but production', NOT_PRODUCTION],
    ['any OS but Windows in Leeds', "operating_system !~ 'Windows' and server_location ~ '^Leeds'"],
    ['all print servers but those in Leeds', "primary_function = 'Print Server' and server_location !~ '^Leeds'"],
    ['servers apart from production', NOT_PRODUCTION],
    ['list servers aside from the production ones', NOT_PRODUCTION],
    ['all servers except for production', NOT_PRODUCTION],
    ['servers ignoring Ubuntu', NOT_UBUNTU],
    ['servers with the exception of Ubuntu', NOT_UBUNTU],
    ['servers other than Ubuntu', NOT_UBUNTU],
    ['servers in Leeds minus the print servers', "server_location ~ '^Leeds' and primary_function is distinct from 'Print Server'"],
    ['servers excluding Ubuntu and production', `${NOT_UBUNTU} and ${NOT_PRODUCTION}`],
    ['servers in production but not in Leeds', "environment = 'production' and server_location !~ '^Leeds'"],
    ['servers in production but online', "environment = 'production' and status = 'online'"],
    ['servers not in Sydney, Auburn or Dublin', ELSEWHERE],
    ['servers not in Sydney, in Auburn or in Dublin', ELSEWHERE],
    ['servers not owned by IT Security, Server Services or End User Team', "team_owner not in ('IT Security', 'Server Services', 'End User Team')"],
    ['servers that are not offline, unknown or in maintenance', "status not in ('offline', 'unknown', 'maintenance')"],
    ['servers not Windows, CentOS or Debian', "operating_system !~ 'Windows|CentOS|Debian'"],
    ['servers that are neither Windows nor Ubuntu', "operating_system !~ 'Windows|Ubuntu'"],
    ['servers that have neither an owner nor a location', "coalesce(team_owner, '') = '' and coalesce(server_location, '') = ''"],
    ['servers neither in production nor in Leeds', "environment <> 'production' and server_location !~ '^Leeds'"],
  ])('AI-10 %s', async (query, where) => {
    expect(linked(await ask(query))).toEqual(await idsOf(where));
  }); // prettier-ignore

  test.each([
    ['all servers but the Dublin ones in production', 'except'],
    ['servers except those in production and in Leeds', 'except'],
    ['servers in Leeds but Windows', 'but'],
    ['servers not in Leeds, Windows or staging', 'or'],
    ['servers apart from narnia', 'except narnia'],
  ])('AI-10 %s: what may be read in two ways is not told', async (query, words) => {
    const answer = await ask(query);
    expect(answer).toContain(`I did not understand “${words}`);
    expect(answer).not.toMatch(/\*\*\d/);
    expect(linked(answer)).toEqual([]);
  });

  test('AI-10 people that are left out', async () => {
    expect(await ask('everyone but the managers in IT Security?')).not.toContain('[Bea Ode]');
    const answer = await ask('list people who are neither managers nor in IT Security');
    expect(answer).toContain('[Cy Ode]');
    expect(answer).toContain('**1** team member');
  });
});

describe('AI-10 questions that go on keep what was asked', () => {
  test.each([
    ['how many have memory above 60%?', 'memory_usage > 60'],
    ['any with disk over 20%?', 'disk_usage > 20'],
    ['under 90% cpu?', 'cpu_usage < 90'],
  ])('AI-10 a usage alone: %s', async (query, where) => {
    const [, answer] = await talk('servers in production', query);
    expect(answer).toContain('environment production');
    expect(figure(answer)).toBe((await idsOf(`environment = 'production' and ${where}`)).length);
    const [, anew] = await talk('servers in production', 'is anything over 20% disk?');
    expect(linked(anew)).toEqual(await idsOf('disk_usage > 20'));
  });

  test.each(['who is in Server Services and what servers do they own in Leeds', 'Who is in Server Services? Which servers in Leeds are theirs?'])(
    'AI-10 %s: those of the team, and not all of the place',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toContain('[Cy Ode]');
      expect(linked(answer)).toEqual(await idsOf("team_owner = 'Server Services' and server_location ~ '^Leeds'"));
    },
  ); // prettier-ignore

  test('AI-10 after one server the owner and the contact are its own, after many theirs', async () => {
    const [, owner, contact] = await talk('is dc-kiwi-1 up?', 'who is the owner?', "who's the contact?");
    expect(owner).toMatch(/^\[dc-kiwi-1\].*team owner is \*\*IT Security\*\*/);
    expect(contact).toMatch(/^\[dc-kiwi-1\].*key contacts are \*\*Night desk\*\*/);
    const [, many] = await talk('list the domain controllers', 'who is the owner?');
    expect(many).toContain('function Domain Controller by team owner:');
  });

  test('AI-09 after a document the same is asked of something else, and no server was meant', async () => {
    const relay = 'how do I restart the mail relay?';
    const [, print, again] = await talk(relay, 'and the print server?', 'and for the mail relay?');
    expect(print).toMatch(/^From the documents:\s+\*\*\[Restart the print server\]/);
    expect(again).toMatch(/^From the documents:\s+\*\*\[Restart the mail relay\]/);
    const [, hosts, leeds] = await talk(relay, 'which hosts are those?', 'servers in Leeds?');
    expect(hosts).toContain('the answer before was about no servers');
    expect(linked(hosts)).toEqual([]);
    expect(linked(leeds)).toEqual(await idsOf("server_location ~ '^Leeds'"));
  });
});

describe('AI-10 every field that a question asks for is told', () => {
  test('AI-10 two groupings are one inside of the other', async () => {
    const answer = await ask('count servers per environment and status');
    const all = (await idsOf('true')).length;
    expect(answer).toContain(`**${all}** servers by environment and status:`);
    const { rows } = await at.current.database.pool.query<{ both: string; total: number }>(
      "select environment || ' · ' || status as both, count(*)::int as total from servers where deleted_at is null group by 1",
    );
    for (const { both, total } of rows) expect(answer).toContain(`- ${both}: **${total}**`);
    expect(answer.match(/^- /gm)).toHaveLength(rows.length);
    const [, next] = await askInTurn(ann, ['count servers per environment and status', 'in Auburn?']);
    expect(next).toContain('with location Auburn by environment and status:');
  });

  test('AI-10 which rack has the most, the system of each, and departments by people', async () => {
    const rack = (await idsOf("server_location = 'Leeds, Rack 4'")).length;
    expect(await ask('which rack in Leeds has the most')).toContain(`- Leeds, Rack 4: **${rack}**`);
    const each = await ask('what os are the domain controllers on');
    expect(each).toMatch(/\[dc-kiwi-1\]\(\S+\): CentOS 7/);
    expect(each).toMatch(/\[dc-kiwi-2\]\(\S+\): Windows Server 2022/);
    const people = await ask('which department has the most people');
    expect(people).toMatch(/- IT Security: \*\*2\*\*\n- Server Services: \*\*1\*\*/);
    expect(await ask('which department has the most servers')).toContain(
      'I did not understand “has the most”',
    );
  });

  test.each(['which servers are in AWS', 'how many servers are in aws?', 'which servers run SAP'])(
    'AI-10 %s: a name that nothing has is no slip',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toMatch(/I found nothing for “(?:aws|sap)”/);
      expect(linked(answer)).toEqual([]);
    },
  );
});

describe('AI-10 servers are left out by their names', () => {
  const KIWI = "primary_function = 'Domain Controller'";
  test.each([
    [['every server except the server dc-kiwi-1'], "name <> 'dc-kiwi-1'"],
    [['every server but dc-kiwi-1'], "name <> 'dc-kiwi-1'"],
    [['all servers except dc-kiwi-1 and dc-kiwi-2'], "name not in ('dc-kiwi-1', 'dc-kiwi-2')"],
    [['how many domain controllers are there excluding dc-kiwi-1?', 'list them'], `${KIWI} and name <> 'dc-kiwi-1'`],
    [['all servers in Leeds but dc-kiwi-1'], "server_location ~ '^Leeds' and name <> 'dc-kiwi-1'"],
    [['servers in Leeds other than dc-kiwi-1'], "server_location ~ '^Leeds' and name <> 'dc-kiwi-1'"],
    [['all domain controllers apart from dc-kiwi-2'], `${KIWI} and name <> 'dc-kiwi-2'`],
    [['list the domain controllers but not dc-kiwi-1'], `${KIWI} and name <> 'dc-kiwi-1'`],
    [['list every domain controller except dc-kiwi-1'], `${KIWI} and name <> 'dc-kiwi-1'`],
    [['list the domain controllers', 'all but dc-kiwi-1'], `${KIWI} and name <> 'dc-kiwi-1'`],
    [['list the domain controllers', 'except dc-kiwi-1'], `${KIWI} and name <> 'dc-kiwi-1'`],
    [['all domain controllers', 'except dc-kiwi-2', 'except dc-kiwi-1'], `${KIWI} and false`],
    [['every server but dc-kiwi-1', 'which of them run Windows?'], "name <> 'dc-kiwi-1' and operating_system ~ 'Windows'"],
  ])('AI-10 %j', async (questions, where) => {
    const answer = (await talk(...questions)).at(-1) ?? '';
    expect(linked(answer)).toEqual(await idsOf(where));
    expect(answer).not.toContain('did not understand');
  });

  test('AI-10 a server that is named beside is still the one that is meant', async () => {
    expect(await ask('is dc-kiwi-1 up, but not dc-kiwi-2?')).toContain('[dc-kiwi-1]');
  });
}); // prettier-ignore

describe('AI-10 servers are left out by a code that their names have', () => {
  test.each([
    [
      'all domain controllers except the kiwi ones',
      "primary_function = 'Domain Controller' and name !~ 'kiwi'",
    ],
    ['every server in Leeds but not the dc-kiwi ones', "server_location ~ '^Leeds' and name !~ 'dc-kiwi'"],
    ['list print servers excluding dc-kiwi hosts', "primary_function = 'Print Server' and name !~ 'dc-kiwi'"],
    ['servers in Sydney apart from kiwi', "server_location = 'Sydney' and name !~ 'kiwi'"],
  ])('AI-10 %s', async (query, where) => {
    const answer = await ask(query);
    expect(answer).toContain('name not containing');
    expect(figure(answer)).toBe((await idsOf(where)).length);
    expect(linked(answer)).toEqual(await idsOf(where));
  });

  test('AI-10 they stay left out of the next turn, and a code of no name leaves out nothing', async () => {
    const [, next = ''] = await talk('servers in Leeds except the kiwi ones', 'which of them run CentOS 7?');
    expect(linked(next)).toEqual(
      await idsOf("server_location ~ '^Leeds' and name !~ 'kiwi' and operating_system = 'CentOS 7'"),
    );
    for (const code of ['zzkiwi', 'iwi'])
      expect(await ask(`servers in Leeds except the ${code} ones`)).toContain('did not understand');
  });
});
