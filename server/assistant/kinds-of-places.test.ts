// Places, names and teams that share their words: depots, a "Parts Depot" that is a function, and names that begin with two words in one.
import { beforeAll, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
import { aDocument } from '../../test/factories.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

type Made = [name: string, location: string, job: string, status: 'online' | 'offline' | 'maintenance'];
const MADE: Made[] = [
  ['ly-plan-1', 'Depot Lyon', 'Planning', 'online'],
  ['ly-gate-1', 'Depot Lyon', 'Gate Control', 'offline'],
  ['vi-plan-1', 'Depot Vienna', 'Planning', 'maintenance'],
  ['spare-1', 'Main Office', 'Parts Depot', 'offline'],
  ['garage-1', 'Garage Hill Road', 'Workshop', 'online'],
  ['garage-2', 'Garage Mill Lane', 'Workshop', 'offline'],
  ['rentgarage-1', 'Main Office', 'Booking', 'offline'],
  ['rentgarage-2', 'Main Office', 'Booking', 'online'],
  ['mailrelay-1', 'Main Office', 'Mail Relay', 'online'],
  ['mailrelay-2', 'Main Office', 'Mail Relay', 'online'],
  ['out-1', 'Main Office', 'Mail Relay', 'online'],
];
const DEPOTS = "server_location like 'Depot %'";

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (const [name, serverLocation, primaryFunction, status] of MADE) {
    const body = { name, serverLocation, primaryFunction, status, domain: 'garage.example.com', environment: 'production' } as const; // prettier-ignore
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, { body });
  }
  for (const [name, serverLocation, operatingSystem] of [
    ['hq-virt-1', 'Headquarters Graz', 'VMware ESXi 8.0'],
    ['plain-2', 'Headquarters Graz', 'Windows Server 2022'],
    ['hq-old-3', 'Main Office', 'Windows Server 2019'],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- As above.
    await ann.call(servers.create, { body: { name, serverLocation, operatingSystem, environment: 'production', status: 'online' } }); // prettier-ignore
}, 60_000);

const ask = async (query: string) => (await askInTurn(ann, [query]))[0] ?? '';

test.each([
  ['servers in the depots', DEPOTS],
  ['list the depots servers', DEPOTS],
  ['anything in maintenance in the depots', `${DEPOTS} and status = 'maintenance'`],
  ['which depots have a server offline', `${DEPOTS} and status = 'offline'`],
  ['which garages have a server offline', "name = 'garage-2'"],
  ['parts depots', "primary_function = 'Parts Depot'"],
])('AI-10 places of one kind are all that are called so: %s', async (query, where) => {
  expect(linked(await ask(query))).toEqual(await idsWhere(at.current.database.pool, where));
});

test.each([
  ['rent garage servers', "name like 'rentgarage-%'"],
  ['which rent garage servers are down', "name = 'rentgarage-1'"],
  ['mail relay servers', "primary_function = 'Mail Relay'"],
])('AI-10 two words that names have in one are these names: %s', async (query, where) => {
  expect(linked(await ask(query))).toEqual(await idsWhere(at.current.database.pool, where));
});

test('AI-09 what documents call in two words is still looked for so', async () => {
  const { user } = await at.current.signedIn();
  const title = 'Opening hours';
  await aDocument(at.current.database.db, user, { title, content: 'The rent garage is open until ten.' });
  expect(await ask('what is written about the rent garage?')).toContain('open until ten');
});

test.each([
  ['Customers complain about a slow garage. Which rentgarage servers are offline?', "name = 'rentgarage-1'"],
  ['Depot Lyon is slow. Which rentgarage servers are offline?', "name = 'rentgarage-1'"],
  ['Depot Lyon is slow. Which servers are offline?', "name = 'ly-gate-1'"],
  ['Depot Lyon is slow. Which planning servers are affected?', "name = 'ly-plan-1'"],
])('AI-10 a place that was told of does not narrow what has a name: %s', async (query, where) => {
  expect(linked(await ask(query))).toEqual(await idsWhere(at.current.database.pool, where));
});

test.each([
  ['servers at HQ', "server_location = 'Headquarters Graz'"],
  ['servers at headquarters not running esxi', "name = 'plain-2'"],
  ['windows servers not in hq', "name = 'hq-old-3'"],
  ['esxi servers', "name = 'hq-virt-1'"],
])('AI-10 headquarters and systems by what people call them: %s', async (query, where) => {
  expect(linked(await ask(query))).toEqual(await idsWhere(at.current.database.pool, where));
});

test.each(['how many depots do we have?', 'how many depots are there'])(
  'AI-10 places of one kind are counted, and not their servers: %s',
  async (query) => {
    const answer = await ask(query);
    expect(answer).toContain('**2**');
    expect(answer).toContain('Depot Lyon');
    expect(answer).toContain('Depot Vienna');
  },
);
