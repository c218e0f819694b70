import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servers } from '../../contract/calls/servers.ts';
import { tokens } from '../../contract/calls/tokens.ts';
import { withApp } from '../../test/app.ts';
import { freeAddress, isInstalled, startProgram } from '../../test/programs.ts';

/** Outputs of the inventory, read by the programs that they are for. */
const at = withApp();
const run = promisify(execFile);
const LONG = 120_000;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-hub-outputs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

type Inventory = { _meta: { hostvars: Record<string, Record<string, { __ansible_unsafe: string }>> } };
type Groups = Record<string, { hosts?: string[]; children?: string[] }>;

async function inventoryWith(name: string, more: object = {}): Promise<Inventory & Groups> {
  const ann = await at.current.signedIn();
  const { id } = await ann.call(servers.create, { body: { name, ...more } });
  const { body } = await ann.send({ url: '/api/servers/ansible' });
  await ann.call(servers.remove, { params: { id } });
  return JSON.parse(body) as Inventory & Groups;
}

describe('Ansible', () => {
  test.each([
    ['web-01.example.com', /^web-01\.example\.com$/],
    ['Zürich_2', /^Zürich_2$/],
    ['{{ 7*7 }}', /^7_7_-[0-9a-f]{8}$/],
    ['web[1:9],!db', /^web_1_9_db-[0-9a-f]{8}$/],
    ['../../etc/cron.d/x', /^etc_cron.d_x-[0-9a-f]{8}$/],
    ['-oProxyCommand=touch x', /^oProxyCommand_touch_x-[0-9a-f]{8}$/],
    ['@hosts', /^hosts-[0-9a-f]{8}$/],
    ['***', /^server-[0-9a-f]{8}$/],
    ['localhost', /^localhost-[0-9a-f]{8}$/],
    ['127.0.0.1', /^127\.0\.0\.1-[0-9a-f]{8}$/],
    ['all', /^all-[0-9a-f]{8}$/],
    ['env_production', /^env_production-[0-9a-f]{8}$/],
    ['__proto__', /^proto__-[0-9a-f]{8}$/],
    ['__ansible_unsafe', /^ansible_unsafe-[0-9a-f]{8}$/],
    ['constructor', /^constructor$/],
  ])('F1 the key of a server called %s means nothing else to Ansible', async (name, key) => {
    const inventory = await inventoryWith(name);
    const [[host, variables] = []] = Object.entries(inventory._meta.hostvars);
    expect(host).toMatch(key);
    expect(variables).toMatchObject({ ops_hub_name: { __ansible_unsafe: name } });
    expect(inventory['env_development']).toEqual({ hosts: [host] });
  });

  test('F1 a name that is the key of another server takes nothing from it', async () => {
    const ann = await at.current.signedIn();
    const make = (name: string) => ann.call(servers.create, { body: { name } });
    const first = await make('key 1');
    await make(`key_1-${first.id.slice(0, 8)}`);
    const { _meta } = (await ann.call(servers.ansible, { query: { q: 'key' } })) as Inventory;
    const names = Object.values(_meta.hostvars).map(
      (variables) => variables['ops_hub_name']?.__ansible_unsafe,
    );
    expect(new Set(names)).toEqual(new Set(['key 1', `key_1-${first.id.slice(0, 8)}`]));
  });

  test.each(['-oProxyCommand=touch x', 'a b', '{{ 7*7 }}', 'a/../b', 'host:22 -v', '.hidden'])(
    'F1 no program connects to a host name such as %s',
    async (hostname) => {
      const inventory = await inventoryWith('no-host', { hostname });
      expect(inventory._meta.hostvars['no-host']).not.toHaveProperty('ansible_host');
      const ann = await at.current.signedIn();
      const { id } = await ann.call(servers.create, { body: { name: 'no-host', hostname } });
      expect(await ann.call(servers.httpSd, { query: { q: 'no-host' } })).toEqual([]);
      await ann.call(servers.remove, { params: { id } });
    },
  );

  test.skipIf(!isInstalled('ansible'))(
    'F1 the real Ansible shows texts with templates as they are, and runs nothing',
    { timeout: LONG },
    async () => {
      const ann = await at.current.signedIn();
      // Relative to the folder in which Ansible runs.
      const hostile = `{{ 7*7 }} {{ lookup('pipe', 'touch mark') }}`;
      const fields = [
        'name',
        'hostname',
        'operatingSystem',
        'serverLocation',
        'primaryFunction',
        'teamOwner',
      ];
      const body = Object.fromEntries(fields.map((field) => [field, hostile])) as { name: string };
      await ann.call(servers.create, { body: { ...body, environment: 'production' } });
      await ann.call(servers.create, {
        body: { name: 'tame', ipAddress: '10.8.0.9', teamOwner: 'Linux', environment: 'production' },
      });
      await ann.call(servers.create, {
        body: { name: 'localhost', ipAddress: '10.6.6.6', environment: 'production' },
      });
      const { token } = await ann.call(tokens.create, { body: { name: 'ansible', scope: 'read' } });
      await at.current.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = at.current.app.server.address() as AddressInfo;
      const script = join(folder, 'ops-hub.sh');
      const address = `http://127.0.0.1:${port}/api/servers/ansible?environment=production`;
      await writeFile(script, scriptOf(address, token), { mode: 0o700 });
      const shown = await shownByAnsible(script, 'all');
      expect(existsSync(join(folder, 'mark'))).toBe(false);
      expect(shown).toHaveLength(3);
      expect(shown.find(({ ops_hub_name }) => ops_hub_name === 'tame')).toMatchObject({
        ansible_host: '10.8.0.9',
        ops_hub_team: 'Linux',
      });
      expect(shown.find(({ ops_hub_name }) => ops_hub_name === hostile)).toMatchObject({
        ops_hub_hostname: hostile,
        ops_hub_operating_system: hostile,
        ops_hub_location: hostile,
        ops_hub_function: hostile,
        ops_hub_team: hostile,
      });
      // The controller is itself, whatever a server is called.
      expect(await shownByAnsible(script, 'localhost')).toEqual([{}]);
    },
  );
});

test.skipIf(!isInstalled('prometheus'))(
  'F1 a real Prometheus keeps hostile texts as labels, and all other targets',
  { timeout: LONG },
  async ({ onTestFinished }) => {
    const ann = await at.current.signedIn();
    const hostile = '{{ $labels.job }} $1 "\\n" \u2028 {__address__="x"}';
    const fields = { serverLocation: hostile, teamOwner: hostile, environment: 'staging' } as const;
    await ann.call(servers.create, { body: { name: hostile, hostname: 'a/b {{ 1 }}', ...fields } });
    await ann.call(servers.create, { body: { name: hostile, ipAddress: '10.8.1.1', ...fields } });
    await ann.call(servers.create, { body: { name: 'tame', ipAddress: '10.8.1.2', environment: 'staging' } });
    const groups = await ann.call(servers.httpSd, { query: { environment: 'staging' } });
    const file = join(folder, 'targets.json');
    await writeFile(file, JSON.stringify(groups));
    const config = join(folder, 'prometheus.yml');
    await writeFile(config, `scrape_configs: [{job_name: hub, file_sd_configs: [{files: ['${file}']}]}]\n`);
    const address = await freeAddress();
    const prometheus = await startProgram(
      'prometheus',
      [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`],
      `http://${address}/-/ready`,
    );
    onTestFinished(prometheus.kill);
    const labels = async () => {
      const answer = await fetch(`http://${address}/api/v1/targets?state=active`);
      const { data } = (await answer.json()) as { data: { activeTargets: { discoveredLabels: object }[] } };
      return data.activeTargets.map(({ discoveredLabels }) => discoveredLabels);
    };
    await expect.poll(labels, { timeout: 60_000 }).toHaveLength(2);
    // Prometheus leaves out labels without a value.
    const filled = groups.map((group) => Object.entries(group.labels).filter(([, value]) => value !== ''));
    const wanted = filled.map((entries) => expect.objectContaining(Object.fromEntries(entries)));
    expect(await labels()).toEqual(expect.arrayContaining(wanted));
    expect(groups[0]?.labels).toMatchObject({ __meta_ops_hub_name: hostile, __meta_ops_hub_team: hostile });
  },
);

const VARIABLES =
  "{{ hostvars[inventory_hostname] | dict2items | selectattr('key', 'match', 'ops_hub_|ansible_host') | items2dict }}";

/** Variables of each host that a pattern means, as Ansible evaluates them. */
async function shownByAnsible(script: string, pattern: string): Promise<Record<string, string>[]> {
  const { stdout } = await run(
    'ansible',
    [pattern, '-i', script, '-c', 'local', '-m', 'debug', '-a', JSON.stringify({ msg: VARIABLES })],
    { env: ansibleSettings(), timeout: LONG, cwd: folder },
  );
  return [...stdout.matchAll(/^\S+ \| SUCCESS => (\{[^]*?^\})/gm)].map(
    ([, json = '']) => (JSON.parse(json) as { msg: Record<string, string> }).msg,
  );
}

/** The recipe of README.md. */
const scriptOf = (address: string, token: string) =>
  `#!/bin/sh\nexec curl -fsS -m 60 -H 'Authorization: Bearer ${token}' '${address}'\n`;

const ansibleSettings = () => ({
  PATH: process.env['PATH'],
  HOME: folder,
  LC_ALL: 'C.UTF-8',
  ANSIBLE_HOME: folder,
});
