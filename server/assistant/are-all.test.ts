// Whether all of some servers are so: yes or no by SQL, and with no those that are not.
import { beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/servers.ts';
import { withApp } from '../../test/app.ts';
import type { Client } from '../../test/app.ts';
import { askInTurn, idsWhere, linked } from '../../test/assistant-answers.ts';

const at = withApp({ settings: { RATE_LIMIT_SCALE: '1000' } });
let ann: Client;

beforeAll(async () => {
  ann = await at.current.signedIn();
  for (let n = 1; n <= 8; n++) {
    const isHypervisor = n < 6;
    // oxlint-disable-next-line no-await-in-loop -- One after the other, as they are numbered.
    await ann.call(servers.create, {
      body: {
        name: `hv-${n}`,
        status: 'online',
        environment: n === 5 ? 'staging' : 'production',
        serverType: n === 7 ? 'virtual' : 'physical',
        serverLocation: n < 4 ? 'Malmo' : 'Uppsala',
        primaryFunction: isHypervisor ? 'Hypervisor' : 'File Server',
        operatingSystem: isHypervisor ? `VMware ESXi ${n < 3 ? '7.0 U3' : '8.0'}` : 'Debian 12',
        ...(n === 4 || n === 6 ? {} : { teamOwner: 'Platform' }),
        ...(n < 5 ? { hardwareModel: n === 1 ? 'HPE DL380' : 'Dell R760' } : {}),
      },
    });
  }
  await at.current.database.pool.query(
    "update servers set cpu_usage = case name when 'hv-1' then 95 when 'hv-2' then null else 20 end",
  );
}, 60_000);

const ask = async (...questions: string[]) => (await askInTurn(ann, questions)).at(-1) ?? '';
const HYPERVISOR = "primary_function = 'Hypervisor'";

describe('AI-10 whether all are so', () => {
  test.each([
    ['are all the hypervisors on ESXi 8', HYPERVISOR, "operating_system not like '%ESXi 8%'"],
    ['do all hypervisors run ESXi 8.0?', HYPERVISOR, "operating_system not like '%ESXi 8%'"],
    ['are the hypervisors all in Malmo?', HYPERVISOR, "server_location <> 'Malmo'"],
    ['are all servers in Uppsala physical', "server_location = 'Uppsala'", "server_type <> 'physical'"],
    ['are all hypervisors in production?', HYPERVISOR, "environment <> 'production'"],
    ['is every hypervisor owned by Platform', HYPERVISOR, "team_owner is distinct from 'Platform'"],
    ['do all servers have an owner', 'true', 'team_owner is null'],
    ['does everything in Uppsala have an owner', "server_location = 'Uppsala'", 'team_owner is null'],
    ['is all the hardware from Dell?', 'hardware_model is not null', "hardware_model not like 'Dell%'"],
    ['are all servers under 90 % cpu', 'true', 'cpu_usage >= 90'],
    ['are the hypervisors in Malmo?', HYPERVISOR, "server_location <> 'Malmo'"],
    ['do the hypervisors run ESXi 7?', HYPERVISOR, "operating_system not like '%ESXi 7%'"],
  ])('AI-10 %s', async (query, those, not) => {
    const { pool } = at.current.database;
    const [all, others] = [await idsWhere(pool, those), await idsWhere(pool, `${those} and ${not}`)];
    const answer = await ask(query);
    expect(answer).toMatch(
      new RegExp(`^No: of \\*\\*${all.length}\\*\\* servers.*\\*\\*${others.length}\\*\\*`),
    );
    expect(linked(answer)).toEqual(others);
  });

  test.each([
    'are all hypervisors physical',
    'are all hypervisors in Malmo or Uppsala?',
    'do all servers in Malmo have an owner',
  ])('AI-10 %s: they are', async (query) => {
    expect(await ask(query)).toMatch(/^Yes: \*\*\d\*\* servers with .*, and all have /);
  });

  test('AI-10 what was not measured is told apart', async () => {
    expect(await ask('are all servers under 90 % cpu?')).toContain('Of **1** server it is not recorded.');
  });

  test('AI-10 of those that were told before, and of those that are not', async () => {
    const { pool } = at.current.database;
    const staging = `${HYPERVISOR} and environment <> 'production'`;
    const answer = await ask('list the hypervisors', 'are they all in production?');
    expect(linked(answer)).toEqual(await idsWhere(pool, staging));
    expect(await ask('are all hypervisors on ESXi 8?', 'how many of them are in Malmo?')).toContain('**2**');
  });

  test.each([
    'are all hypervisors physical and on ESXi 8?',
    'are the hypervisors physical, and do they run ESXi 8?',
    'the hypervisors: are they all physical and do all of them run ESXi 8?',
  ])('AI-10 %s: each is told of all of them', async (query) => {
    const answer = await ask(query);
    expect(answer).toMatch(/^Yes: \*\*5\*\* servers with function Hypervisor/);
    expect(answer).toContain('No: of **5** servers with function Hypervisor, **2** are not so.');
  });

  test.each([
    ['do all hypervisors run ESXi 8 and are they all online?', 'No: of **5** servers'],
    ['are the hypervisors all online and physical?', 'Yes: **5** servers'],
    ['who owns the hypervisors and are they online?', 'by team owner'],
    ['where are the hypervisors and are they all up?', 'by location'],
    ['the hypervisors, are they all up and who looks after them', 'by team owner'],
    ['what os do the hypervisors run and are they all online?', 'by operating system'],
  ])('AI-10 %s: neither is left out', async (query, other) => {
    const answer = await ask(query);
    expect(answer).toContain('**5** servers with function Hypervisor by status');
    expect(answer).toContain(other);
  });

  test('AI-10 whoever asks whether all are online hears how all are', async () => {
    expect(await ask('are all hypervisors online?')).toContain('by status');
  });
});
