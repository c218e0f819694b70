// Two values that are compared: the count or the average of each, held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (let n = 1; n <= 9; n++)
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are numbered.
    await ann.call(servers.create, {
      body: {
        name: `unit-${n}`,
        status: 'online',
        environment: n % 3 === 0 ? 'staging' : 'production',
        serverType: n < 4 ? 'physical' : 'virtual',
        serverLocation: ['Malmo', 'Uppsala', 'Lund'][n % 4] ?? 'Malmo',
        operatingSystem: n < 6 ? 'Windows Server 2019' : 'Debian 12',
      },
    });
  await at.current.database.pool.query(
    "update servers set cpu_usage = right(name, 1)::int * 7, memory_usage = 90 - right(name, 1)::int * 5, disk_usage = 80 - right(name, 1)::int where name <> 'unit-9'",
  );
}, 60_000);

const ask = async (query: string) => (await askInTurn(ann, [query])).at(-1) ?? '';
const valueOf = async (what: string, where: string) =>
  (await at.current.database.pool.query<{ value: string }>(`select ${what} as value from servers where ${where}`)).rows[0]?.value; // prettier-ignore

const [PHYSICAL, VIRTUAL] = ["server_type = 'physical'", "server_type = 'virtual'"];
const [WINDOWS, LINUX] = ["operating_system like 'Windows%'", "operating_system like 'Debian%'"];
const [MALMO, UPPSALA] = ["server_location = 'Malmo'", "server_location = 'Uppsala'"];

describe('AI-10 values that are compared', () => {
  test.each([
    ['average cpu of physical vs virtual', 'cpu_usage', [PHYSICAL, VIRTUAL]],
    [
      'cpu of production versus staging',
      'cpu_usage',
      ["environment = 'production'", "environment = 'staging'"],
    ],
    ['compare the memory usage of Malmo and Uppsala', 'memory_usage', [MALMO, UPPSALA]],
    ['which uses more memory, windows or linux?', 'memory_usage', [WINDOWS, LINUX]],
    [
      'cpu of windows vs linux in production',
      'cpu_usage',
      [WINDOWS, LINUX].map((one) => `${one} and environment = 'production'`),
    ],
  ])('AI-10 %s: an average of each', async (query, column, each) => {
    const answer = await ask(query);
    const told = [...answer.matchAll(/usage is \*\*([\d.]+) %\*\*/g)].map(([, value]) => Number(value));
    const means = await Promise.all(each.map((where) => valueOf(`round(avg(${column})::numeric, 2)`, where)));
    expect(told).toEqual(means.map(Number));
  });

  test.each([
    ['compare Malmo and Uppsala', [MALMO, UPPSALA], 'location Malmo'],
    ['do we have more windows or linux servers', [WINDOWS, LINUX], 'operating system'],
    ['windows or linux, which is used more', [WINDOWS, LINUX], 'operating system'],
    [
      'physical vs virtual servers in Malmo',
      [PHYSICAL, VIRTUAL].map((one) => `${one} and ${MALMO}`),
      'type virtual',
    ],
  ])('AI-10 %s: how many of each, and of which more', async (query, each, more) => {
    const answer = await ask(query);
    const told = [...answer.matchAll(/\*\*(\d+)\*\* server/g)].map(([, value]) => Number(value));
    const counts = await Promise.all(each.map((where) => valueOf('count(*)', where)));
    expect(told).toEqual(counts.map(Number));
    expect(answer).toMatch(new RegExp(`^More have ${more}`));
  });

  test('AI-10 two servers that are named are still told about', async () => {
    const answer = await ask('compare unit-1 and unit-2');
    expect(answer).toContain('**[unit-1]');
    expect(answer).toContain('**[unit-2]');
  });

  test.each([
    [['cpu of unit-1 and unit-2', 'which of the two is busier'], 'unit-2', 'CPU'],
    [['which of unit-1 and unit-2 is the fuller one?'], 'unit-1', 'disk'],
    [['which servers are in Lund', 'which one has less memory?'], 'unit-6', 'memory'],
    [['unit-1, unit-2', 'which of them has more free disk'], 'unit-2', 'lowest disk'],
  ])('AI-10 %s: the one that has more of it first, and both figures', async (turns, name, figure) => {
    const [head = '', ...figures] = (await askInTurn(ann, turns)).at(-1)?.split('\n\n') ?? [];
    expect(head).toMatch(new RegExp(`^\\[${name}\\].* has the .*${figure} usage\\.$`));
    expect(figures).toHaveLength(2);
    expect(figures[0]).toContain(`[${name}]`);
  });

  test.each([
    [['unit-1 and unit-2', 'do they run the same os?'], 'Yes', 'Windows Server 2019'],
    [['unit-1 and unit-9', 'are they in the same environment'], 'No', 'staging'],
    [['do unit-1 and unit-6 have the same operating system?'], 'No', 'Debian 12'],
    [['which servers are in staging', 'do they all run the same os'], 'No', 'Debian 12: **2**'],
    [
      ['which servers are physical', 'and the same os version?', 'do they run the same version'],
      'Yes',
      'Windows Server 2019: **3**',
    ],
    [['do all physical servers run the same os?'], 'Yes', 'Windows Server 2019: **3**'],
  ])('AI-10 %s: whether it is the same, and what it is', async (turns, so, value) => {
    const answer = (await askInTurn(ann, turns)).at(-1) ?? '';
    expect(answer).toMatch(new RegExp(`^${so}\\.`));
    expect(answer).toContain(value);
  });

  test('AI-10 since when servers are in maintenance is told where somebody set it, and else said to be open', async () => {
    await ann.call(servers.create, {
      body: { name: 'unit-10', status: 'maintenance', environment: 'production' },
    });
    await ann.call(servers.create, {
      body: { name: 'unit-11', status: 'warning', environment: 'production' },
    });
    await at.current.database.pool.query(
      "insert into servers (name, status, environment) values ('unit-12', 'maintenance', 'production')",
    );
    for (const turns of [
      ['which servers are in maintenance and since when?'],
      ['which servers are in maintenance', 'since when?'],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- Two wordings.
      const answer = (await askInTurn(ann, turns)).at(-1) ?? '';
      expect(answer).toMatch(/\[unit-10\]\S* · maintenance · since \d/);
      expect(answer).toMatch(/\[unit-12\]\S* · maintenance · since when is not recorded/);
    }
    expect(await ask('how long has unit-10 been in maintenance')).toMatch(/since \d/);
    expect(await ask('which servers are in warning and for how long')).toMatch(
      /\[unit-11\]\S* · warning · since when is not recorded/,
    );
  });
});
