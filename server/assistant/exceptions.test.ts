// Servers that a question leaves out, and fields that it asks for beside others, held against SQL over a made-up inventory.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { team } from '../../contract/team.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
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
    ['servers neither in production nor in Leeds', "environment <> 'production' and server_location !~ '^Leeds'"],
  ])('AI-10 %s', async (query, where) => {
    expect(linked(await ask(query))).toEqual(await idsOf(where));
  }); // prettier-ignore

  test.each([
    ['all servers but the Dublin ones in production', 'except'],
    ['servers except those in production and in Leeds', 'except'],
    ['servers in Leeds but Windows', 'but'],
    ['servers not in Leeds, Windows or staging', 'or'],
    ['every server but dc-kiwi-1', 'but dc-kiwi-1'],
    ['all servers except dc-kiwi-1 and dc-kiwi-2', 'except dc-kiwi-'],
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
