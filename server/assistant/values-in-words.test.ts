// Values, names, versions, shares and outages in the words that people use for them, held against SQL over a made-up inventory.
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
  for (const [name, primaryFunction, teamOwner, operatingSystem, hardwareModel] of [
    ['oak-01', 'Payroll Database', 'End User Team', 'Red Hat Enterprise Linux 8', 'Lenovo SR650 V1'],
    ['oak-02', 'Backup Server', 'Database Administration', 'Debian 11', 'Lenovo SR650 V3'],
    ['elm-01', 'Print Server', 'IT Security', 'Ubuntu 20.04 LTS', 'Lenovo SR650 V2'],
    ['ash-01', 'Web Front End', 'IT Security', 'Debian 12', 'Lenovo SR650 V2'],
  ] as const)
    await ann.call(servers.create, {
      body: {
        name,
        primaryFunction,
        teamOwner,
        operatingSystem,
        hardwareModel,
        keyContacts: 'Night desk, extension 12',
        ipAddress: `10.250.1.${name.at(-1)}`,
        environment: 'staging',
        status: 'offline',
        serverLocation: 'Auburn',
      },
    });
  for (const [name, environment, primaryFunction] of [['yew-01', 'production', 'Point-of-Sale Back End'], ['yew-02', 'staging', 'Point-of-Sale Back End'], ['yew-03', 'production', 'Mail Relay']] as const)
    await ann.call(servers.create, {
      body: { name, environment, network: 'Guest Wi-Fi', primaryFunction, hardwareModel: 'PowerEdge R750', operatingSystem: 'Debian 12', serverLocation: 'Perth, Hall 7' },
    }); // prettier-ignore
  for (const [name, primaryFunction, secondaryFunction] of [['fir-01', 'Print Server', 'File Server'], ['fir-02', 'Database Server', null]] as const)
    await ann.call(servers.create, {
      body: { name, environment: 'staging', primaryFunction, secondaryFunction, serverLocation: 'Perth, Hall 8', operatingSystem: 'Debian 12' },
    }); // prettier-ignore
}, 120_000);

const ask = async (query: string): Promise<string> => (await askInTurn(ann, [query]))[0] ?? '';
const idsOf = (where: string) => idsWhere(at.current.database.pool, where);

describe('AI-10 a word is looked for where its kind stands', () => {
  test.each([
    ['database servers in Auburn', "name = 'oak-01'"],
    ['backup & print servers', "primary_function in ('Backup Server', 'Print Server')"],
    ['midrange servers in staging', "team_owner = 'Midrange Services Team' and environment = 'staging'"],
    ['servers starting with oak', "name like 'oak%'"],
    ['servers whose name ends with 02', "name like '%02'"],
    ['servers called oak in Auburn', "name like '%oak%' and server_location = 'Auburn'"],
    ['servers not named like oak', "name not like '%oak%'"],
    ['which hosts have an ip starting with 10.250', "ip_address like '10.250%'"],
    ['servers starting with ak', 'false'],
    ['which web front ends in Auburn are owned by IT Security', "name = 'ash-01'"],
    [
      'which servers in Auburn are not running Debian',
      "server_location = 'Auburn' and operating_system not like 'Debian%'",
    ],
    ['which servers in Auburn are not running', "server_location = 'Auburn' and status = 'offline'"],
  ])('AI-10 %s', async (query, where) => {
    expect(linked(await ask(query))).toEqual(await idsOf(where));
  });

  test('AI-10 a question that goes on keeps the part of the name', async () => {
    const [, narrowed] = await askInTurn(ann, [
      'servers in staging starting with oak',
      'only the Debian ones',
    ]);
    expect(linked(narrowed)).toEqual(await idsOf("name = 'oak-02'"));
  });

  test.each([
    ['how much did we pay for the Lenovo servers?', 'how much'],
    ['how many users are on the print servers', 'how many users'],
    ['phone extension for the print servers in Auburn', 'phone extension'],
  ])('AI-10 %s: what servers have no field for is told', async (query, words) => {
    const answer = await ask(query);
    expect(answer).toContain(`I did not understand “${words}”`);
    expect(answer).not.toMatch(/\*\*\d/);
  });
});

describe('AI-10 versions', () => {
  test.each([
    ['Ubuntu 22.04 or 24.04 servers', "operating_system in ('Ubuntu 22.04 LTS', 'Ubuntu 24.04 LTS')"],
    ['Ubuntu 20 and 24 servers', "operating_system in ('Ubuntu 20.04 LTS', 'Ubuntu 24.04 LTS')"],
    ['RHEL servers older than version 9', "operating_system = 'Red Hat Enterprise Linux 8'"],
    ['ubuntu newer than 20.04 in staging', "operating_system in ('Ubuntu 22.04 LTS', 'Ubuntu 24.04 LTS') and environment = 'staging'"],
    ['list SR650 V1 and V3 servers', "hardware_model in ('Lenovo SR650 V1', 'Lenovo SR650 V3')"],
  ])('AI-10 %s', async (query, where) => {
    expect(linked(await ask(query))).toEqual(await idsOf(where));
  }); // prettier-ignore
});

describe('AI-10 a share is of what stands behind "of"', () => {
  test.each([
    ["what percent of staging servers aren't online", "environment = 'staging'", "status <> 'online'"],
    ["what fraction of staging isn't linux", "environment = 'staging'", "operating_system like 'Windows%'"],
    ['how many percent of physical servers have disk over 50', "server_type = 'physical'", 'disk_usage > 50'],
    ['what percentage of windows servers exceed 40% cpu', "operating_system like 'Windows%'", 'cpu_usage > 40'],
    ['what percentage of windows servers need attention', "operating_system like 'Windows%'", "status in ('offline', 'warning')"],
  ])('AI-10 %s', async (query, base, where) => {
    const [all, some] = [(await idsOf(base)).length, (await idsOf(`${base} and ${where}`)).length];
    expect(await ask(query)).toContain(`**${some}** of **${all}** server`);
  }); // prettier-ignore
});

describe('AI-10 outages counted and summed up', () => {
  beforeAll(async () => {
    for (const [name, from, until] of [
      ['oak-01', '50 hours', '49 hours'],
      ['oak-01', '30 hours', '29 hours'],
      ['oak-02', '20 hours', '10 hours'],
    ])
      await at.current.database.pool.query(
        `insert into incidents (server_id, started_at, ended_at, message)
         select id, now() - $2::interval, now() - $3::interval, 'x' from servers where name = $1`,
        [name, from, until],
      );
  });

  test.each(['which server had the most outages in the last 3 days?', 'which servers go down most often?'])(
    'AI-10 %s',
    async (query) => {
      const answer = await ask(query);
      expect(answer).toMatch(
        /\n\n- \[oak-01\].*\*\*2\*\* outages, 2 h 0 min in all\n- \[oak-02\].*\*\*1\*\* outage, 10 h/,
      );
    },
  );

  test('AI-10 total downtime of some servers is summed up, of the time that is named alone', async () => {
    expect(await ask('total downtime of staging in the last 3 days')).toContain('**12 h 0 min** in all');
    expect(await ask('total downtime of staging in the last 15 hours')).toMatch(
      /\*\*(?:5 h 0|4 h 59) min\*\* in all/,
    );
  });

  test('AI-10 only those that lasted so long, and what has happened to one', async () => {
    const long = await ask('which servers were down for more than 2 hours in the last 3 days?');
    expect(long).toContain('**1** outage lasting more than 2 hours');
    expect(linked(long)).toEqual(await idsOf("name = 'oak-02'"));
    expect(await ask('what happened to oak-02')).toMatch(/It went down \*\*.*for \*\*10 h 0 min/);
  });

  test('AI-10 down since a day are those that did not come back', async () => {
    await at.current.database.pool.query(
      "insert into incidents (server_id, started_at, message) select id, now() - interval '26 hours', 'x' from servers where name = 'elm-01'",
    );
    const still = await idsOf("name = 'elm-01'");
    expect(linked(await ask('which servers have been offline since 3 days ago?'))).toEqual(still);
    const day = await ask('which servers have been down for more than a day?');
    expect(day).toContain('**1** server is down for more than 1 day');
    expect(linked(day)).toEqual(still);
  });
});

describe('AI-10 a value written in one word or in several is the same value', () => {
  const WIFI = "network = 'Guest Wi-Fi'";
  test.each([
    ['which machines on the guest wifi are in production?', `${WIFI} and environment = 'production'`],
    ['list servers on guest wi fi', WIFI],
    ['servers on guest-wifi', WIFI],
    ['servers with wifi', WIFI],
    ['point of sale backends in Perth', "primary_function = 'Point-of-Sale Back End'"],
    ['servers in hall7', "server_location = 'Perth, Hall 7'"],
    ['which webfrontends do we have', "primary_function = 'Web Front End'"],
    ['printservers in Auburn', "primary_function = 'Print Server' and server_location = 'Auburn'"],
    ['print-servers in Auburn', "primary_function = 'Print Server' and server_location = 'Auburn'"],
    ['which print servers are also file servers', "name = 'fir-01'"],
    ['servers that are both print servers and file servers', "name = 'fir-01'"],
    ['which print servers and file servers are in Perth', "name = 'fir-01'"],
    ['list the databases in Perth', "name = 'fir-02'"],
    ['mailrelays in production', "primary_function = 'Mail Relay' and environment = 'production'"],
    ['servers of it-security in Auburn', "team_owner = 'IT Security' and server_location = 'Auburn'"],
    ['servers on ubuntu2004', "operating_system = 'Ubuntu 20.04 LTS'"],
    ['power edge servers in Perth', "hardware_model = 'PowerEdge R750' and server_location like 'Perth%'"],
  ])('AI-10 %s', async (query, where) => {
    const ids = await idsOf(where);
    expect(ids).not.toEqual([]);
    expect(linked(await ask(query))).toEqual(ids);
  });
});
