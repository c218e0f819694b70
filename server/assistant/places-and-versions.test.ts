// A place or a system whose name begins that of another, held against SQL.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, figure, idsWhere, linked } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

const MADE: [location: string, system: string, cpu: number | null][] = [
  ['Town Hall', 'Windows Server 2016', 10],
  ['Town Hall', 'Windows Server 2019', null],
  ['Town Hall, Room 3', 'Windows Server 2022', 30],
  ['Town Hall Rack 2', 'Debian 9', 40],
  ['Town Hall Annex', 'Debian 12', 90],
  ['Town Hall Annex / Cellar', 'Debian 12', 95],
  ['Leeds, Rack 4', 'Oracle Linux 8.9', 50],
  ['Leeds DC2', 'Oracle Linux 8.10', null],
  ['Mill', 'VMware ESXi 8.0', null],
  ['Mill', 'VMware ESXi 6.7', null],
];

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (const [index, [serverLocation, operatingSystem, cpu]] of MADE.entries()) {
    const notes = index === 5 ? 'Pictures older than two years are deleted here.' : null;
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are listed.
    await ann.call(servers.create, { body: { name: `ash-${index}`, serverLocation, operatingSystem, notes, environment: 'production' } }); // prettier-ignore
    // oxlint-disable-next-line no-await-in-loop -- As above.
    await at.current.database.pool.query('update servers set cpu_usage = $1 where name = $2', [cpu, `ash-${index}`]); // prettier-ignore
  }
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);
const HALL = "server_location like 'Town Hall%' and server_location not like '%Annex%'";

describe('AI-10 a place that is recorded by its whole name is no other that begins with it', () => {
  test.each([
    [['servers at the Town Hall'], HALL],
    [['servers not at the Town Hall'], `not (${HALL})`],
    [['servers at the Town Hall', 'which of them run Windows?'], `${HALL} and operating_system like 'Windows%'`],
    [['the busiest server at the Town Hall'], "name = 'ash-3'"],
    [['servers at the Town Hall Annex'], "server_location like 'Town Hall Annex%'"],
    [['servers at the annex'], "server_location like 'Town Hall Annex%'"],
    [['servers at the Town Hall or in Leeds'], `${HALL} or server_location like 'Leeds%'`],
    [['servers in Leeds'], "server_location like 'Leeds%'"],
    [['servers in Leeds DC2'], "server_location = 'Leeds DC2'"],
    [['oldest debian'], "operating_system = 'Debian 9'"],
    [['which servers run the newest version of debian?'], "operating_system = 'Debian 12'"],
    [['the oldest release of oracle linux'], "operating_system = 'Oracle Linux 8.9'"],
    [['newest oracle linux we run'], "operating_system = 'Oracle Linux 8.10'"],
    [['the oldest windows in production'], "operating_system = 'Windows Server 2016'"],
  ])('AI-10 %j', async (questions, where) => {
    expect(linked(await ask(...questions))).toEqual(await idsOf(`(${where})`));
  }); // prettier-ignore

  test('AI-10 counted, averaged and asked of one server alike', async () => {
    expect(figure(await ask('how many servers are at the Town Hall?'))).toBe((await idsOf(HALL)).length);
    expect(await ask('average cpu at the Town Hall')).toContain('**26.67 %**');
    expect(await ask('is ash-4 at the Town Hall?')).toMatch(/^No\./);
    expect(await ask('is ash-2 at the Town Hall?')).toMatch(/^Yes\./);
  });
});

describe('AI-10 older and newer than a version of a system', () => {
  test.each([
    ['which machines are older than Windows Server 2019?', ['2016']],
    ['which servers run something older than Debian 12?', ['Debian 9']],
    ['servers running a system newer than windows server 2016', ['2019', '2022']],
    ['windows servers older than 2022', ['2016', '2019']],
    ['windows server 2019 or older', ['2016', '2019']],
    ['servers with oracle linux newer than 8.9', ['8.10']],
    ['servers older than oracle linux 8.10', ['8.9']],
    ['which servers run a newer version than ESXi 7?', ['ESXi 8.0']],
    ['which servers run a newer version of ESXi than 7', ['ESXi 8.0']],
    ['servers on an older ESXi than 7', ['ESXi 6.7']],
    ['servers with a version of ESXi older than 7', ['ESXi 6.7']],
    ['an older release than VMware ESXi 8', ['ESXi 6.7']],
    ['servers with a newer version than Windows Server 2016', ['2019', '2022']],
    ['which servers run an older version of Windows Server than 2022?', ['2016', '2019']],
    ['servers with Debian in a newer version than 9', ['Debian 12']],
  ])('AI-10 %s', async (query, systems) => {
    const where = systems.map((system) => `operating_system like '%${system}'`).join(' or ');
    expect(linked(await ask(query))).toEqual(await idsOf(`(${where})`));
  });

  test.each(['which servers are older than two years?', 'servers newer than ten days', 'servers older than Solaris 11'])(
    'AI-10 %s: no text of a server answers it',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toMatch(/I did not understand “[^”]*(?:older|newer) than/);
      expect(linked(answer)).toEqual([]);
    },
  ); // prettier-ignore
});

test.each(['servers without a network or notes', 'servers with no notes or network zone'])(
  'AI-10 %s are those that have neither',
  async (query) => {
    expect(linked(await ask(query))).toEqual(await idsOf('(network is null and notes is null)'));
  },
);
