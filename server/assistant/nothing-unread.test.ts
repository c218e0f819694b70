// Every word of a question is read, is a filler, or is told; held against SQL over a made-up inventory.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  await makeUpInventory(at.current, ann);
  for (const [name, teamOwner, operatingSystem] of [
    ['leo-1', 'IT Security', 'Debian 12'],
    ['leo-2', 'Midrange Services Team', 'Windows Server 2022'],
  ] as const)
    await ann.call(servers.create, {
      body: {
        name,
        teamOwner,
        operatingSystem,
        ipAddress: `10.250.0.${name.at(-1)}`,
        environment: 'production',
        status: 'online',
        serverType: 'virtual',
        serverLocation: 'Leeds, Rack 4',
        primaryFunction: 'Print Server',
        description: 'Runs CUPS.',
      },
    });
  await at.current.database.pool.query(
    "update servers set cpu_usage = 42, memory_usage = 21, disk_usage = 95, last_health_check = now() where name = 'leo-1'",
  );
}, 120_000);

const ask = async (query: string): Promise<string> => (await askInTurn(ann, [query]))[0] ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

describe('AI-10 one server: what no field of it answers is told before its fields', () => {
  test.each([
    ['how many CPU cores does leo-1 have?', 'cores', 'CPU usage is **42 %**'],
    ['cpu temperature of leo-1', 'temperature', 'CPU usage'],
    ['how much memory is installed in leo-1', 'installed', 'memory usage is **21 %**'],
    ['monthly cost and status of leo-1', 'monthly cost', 'status is **online**'],
    ['who owned leo-1 before?', 'before', 'team owner is **IT Security**'],
    ['what was the cpu of leo-1 yesterday?', 'yesterday', 'CPU usage'],
    ['ip of leo-1 last year', 'last year', '10.250.0.1'],
    ['owner of the vm host where leo-1 runs', 'vm host', 'IT Security'],
  ])('AI-10 %s', async (query, unknown, known) => {
    const answer = await ask(query);
    expect(answer).toContain(`The inventory records nothing about “${unknown}”`);
    expect(answer).toContain(known);
  });

  test('AI-10 other servers with the same field are asked for, and not that of the one', async () => {
    const owned = await idsOf("team_owner = 'IT Security'");
    expect(linked(await ask('which servers have the same owner as leo-1?'))).toEqual(owned);
    const beside = await idsOf("server_location = 'Leeds, Rack 4'");
    expect(linked(await ask('which other servers share the rack with leo-1?'))).toEqual(beside);
    expect(await ask('who else is on call in the same rack as leo-1?')).toContain(
      'did not understand “else same”',
    );
  });

  test('AI-10 what runs on it is what it does, and not whether it runs', async () => {
    const answer = await ask("what's running on leo-1 and who owns it?");
    expect(answer).toContain('function is **Print Server**');
    expect(answer).toContain('IT Security');
    expect(answer).not.toContain('status is');
  });
});

describe('AI-10 yes or no of a value of one server', () => {
  test.each([
    ['does leo-1 run linux?', 'Yes. ', 'operating system is **Debian 12**'],
    ['does leo-1 run windows?', 'No. ', 'operating system is **Debian 12**'],
    ['is leo-1 in Singapore?', 'No. ', 'location is **Leeds, Rack 4**'],
    ['is leo-1 owned by IT Security?', 'Yes. ', 'team owner is **IT Security**'],
    ['is leo-1 over 90% disk?', 'Yes. ', 'disk usage is **95 %**'],
    ['is leo-1 not in production?', 'No. ', 'environment is **production**'],
  ])('AI-10 %s: %s', async (query, said, known) => {
    const answer = await ask(query);
    expect(answer.startsWith(said)).toBe(true);
    expect(answer).toContain(known);
  });

  test('AI-10 which of two it is has no yes or no, and each of two servers has its own', async () => {
    expect(await ask('is leo-1 production or staging?')).toMatch(
      /^\[leo-1\].*: environment is \*\*production/,
    );
    const both = await ask('do leo-1 and leo-2 run windows?');
    expect(both).toMatch(/No\. \[leo-1\]/);
    expect(both).toMatch(/Yes\. \[leo-2\]/);
  });
});
