// Words that turn a question round are read or refused, and never left out; held against SQL over a made-up inventory.
import { beforeAll, describe, expect, test } from 'vitest';
import { assistant } from '../../contract/assistant.ts';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await makeUpInventory(at.current, ann);
  for (const [name, primaryFunction, status] of [
    ['dub-ns-1', 'Name Server', 'online'],
    ['dub-bak-1', 'Backup Server', 'offline'],
  ] as const)
    await ann.call(servers.create, {
      body: {
        name,
        primaryFunction,
        status,
        environment: 'production',
        serverLocation: 'Dublin Data Centre',
      },
    });
}, 120_000);

const ask = async (query: string) => (await ann.call(assistant.ask, { body: { query } })).response;
const byText = (a: string, b: string) => (a < b ? -1 : 1);
const idsOf = async (where: string): Promise<string[]> => {
  const { rows } = await at.current.database.pool.query<{ id: string }>(
    `select id from servers where deleted_at is null and ${where}`,
  );
  return rows.map(({ id }) => id).toSorted(byText);
};
const linked = (answer: string) =>
  [...answer.matchAll(/server=([0-9a-f-]{36})/g)].map(([, id = '']) => id).toSorted(byText);

describe('AI-10 a word that asks is not what a server does', () => {
  test.each([
    ['name the servers in Dublin', "server_location = 'Dublin Data Centre'"],
    ['print the servers in Dublin', "server_location = 'Dublin Data Centre'"],
    ['name all offline servers', "status = 'offline'"],
    ['Name of the server in Auburn that is in maintenance?', "server_location = 'Auburn' and status = 'maintenance'"],
    ['which servers are name servers', "primary_function = 'Name Server'"],
    ['list print servers and backup servers', "primary_function in ('Print Server', 'Backup Server')"],
    ['list all print or backup servers', "primary_function in ('Print Server', 'Backup Server')"],
  ])('AI-10 %s', async (query, where) => {
    expect(linked(await ask(query))).toEqual(await idsOf(where));
  }); // prettier-ignore

  test('AI-10 what servers lack is no function that they have not', async () => {
    const answer = await ask('servers with no backup');
    expect(answer).toContain('I did not understand “no backup”');
    expect(linked(answer)).toEqual([]);
  });
});
