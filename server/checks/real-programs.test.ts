import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checks } from '../../contract/calls/checks.ts';
import { Check } from '../../contract/shared/check.ts';
import { servers } from '../../contract/calls/servers.ts';
import { tokens } from '../../contract/calls/tokens.ts';
import { withApp } from '../../test/app.ts';
import { makeCertificates } from '../../test/certificates.ts';
import { openTargets } from '../../test/check-targets.ts';
import { freeAddress, isInstalled, startProgram } from '../../test/programs.ts';
import { networkProbe } from '../probe/network-probe.ts';
import { reachWithin } from '../probe/reach.ts';

/**
 * Checks against real programs: exporters whose metrics they read, checkers that must agree, and monitors that read the
 * inventory.
 */
const at = withApp({ settings: { CHECK_ALLOW: '127.0.0.0/8', RATE_LIMIT_SCALE: '100' } });
const TARGET_TIMEOUT_MS = 3_000;
const LONG = 90_000;
/** The expected results are listed, because two programs with the same fault would agree. */
const GOOD_TARGETS =
  'good page|by name|by IPv6|status 200|status 201|status 204|status 299|moved|big page|TLS, good|TCP, open'.split(
    '|',
  );
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-hub-programs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

describe.concurrent('real programs', () => {
  test.skipIf(!isInstalled('prometheus-node-exporter'))(
    'INFRA-11 a real node_exporter, killed and started again: its figures, and one incident with start and end',
    { timeout: LONG },
    async ({ onTestFinished }) => {
      const address = await freeAddress();
      const start = async () => {
        const args = [`--web.listen-address=${address}`];
        const program = await startProgram('prometheus-node-exporter', args, `http://${address}/metrics`);
        onTestFinished(program.kill);
        return program;
      };
      const exporter = await start();
      const ann = await at.current.signedIn();
      const check = { kind: 'node_exporter' as const, target: address, retries: 2 };
      const { id } = await ann.call(servers.create, { body: { name: 'real-exporter', check } });
      const look = () => ann.call(checks.run, { params: { id } });
      expect(await look()).not.toHaveProperty('cpuUsage');
      // The kernel counts CPU time in hundredths of a second, so CPU usage is known only after some of them.
      await expect.poll(async () => (await look()).cpuUsage, { timeout: 30_000 }).toBeTypeOf('number');
      const { memoryUsage, diskUsage, uptime } = await look();
      for (const figure of [memoryUsage, diskUsage, uptime]) expect(figure).toBeGreaterThan(0);

      await exporter.kill();
      const fallen = [await look(), await look(), await look()];
      expect(fallen.map(({ status }) => status === 'offline')).toEqual([false, true, true]);
      await start();
      const risen = await look();
      expect(risen.status).not.toBe('offline');
      const incidents = await ann.call(checks.incidents, { params: { id } });
      const [startedAt, endedAt] = [fallen[1]?.checkedAt, risen.checkedAt];
      expect(incidents).toMatchObject([{ message: 'The connection was refused', startedAt, endedAt }]);
    },
  );

  test.skipIf(!isInstalled('prometheus'))(
    'INFRA-12 a real Prometheus has exactly the targets of http_sd',
    { timeout: LONG },
    async ({ onTestFinished }) => {
      const ann = await at.current.signedIn();
      for (let n = 1; n <= 5; n += 1)
        await ann.call(servers.create, {
          body: { name: `sd-${n}`, ipAddress: `10.250.0.${n}`, environment: 'staging' },
        });
      const target = 'https://127.0.0.1:9/node%20a/metrics?auth=a';
      await ann.call(servers.create, {
        body: { name: 'sd-6', environment: 'staging', check: { kind: 'node_exporter', target } },
      });
      const { token } = await ann.call(tokens.create, { body: { name: 'prometheus', scope: 'read' } });
      await at.current.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = at.current.app.server.address() as AddressInfo;
      const file = join(folder, 'prometheus.yml');
      await writeFile(file, prometheusConfig(port, token));
      const address = await freeAddress();
      const prometheus = await startProgram(
        'prometheus',
        [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`],
        `http://${address}/-/ready`,
      );
      onTestFinished(prometheus.kill);
      const wanted = [1, 2, 3, 4, 5].map((n) => `http://10.250.0.${n}:9100/metrics`);
      wanted.push('https://127.0.0.1:9/node%20a/metrics?auth=a');
      await expect
        .poll(async () => targetsOf(await fetch(`http://${address}/api/v1/targets?state=active`)), {
          timeout: 60_000,
        })
        .toEqual(wanted.toSorted());
    },
  );

  test.skipIf(!isInstalled('prometheus-blackbox-exporter'))(
    'INFRA-11 agrees with blackbox_exporter about every working and broken target',
    { timeout: LONG },
    async ({ onTestFinished }) => {
      const { ca, caFile } = makeCertificates(folder);
      tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca]);
      const file = join(folder, 'blackbox.yml');
      await writeFile(file, blackboxConfig(caFile));
      const { targets, close } = await openTargets(folder);
      onTestFinished(close);
      const address = await freeAddress();
      const blackbox = await startProgram(
        'prometheus-blackbox-exporter',
        [`--config.file=${file}`, `--web.listen-address=${address}`],
        `http://${address}/-/healthy`,
      );
      onTestFinished(blackbox.kill);
      const probe = networkProbe(reachWithin(['127.0.0.0/8', '::1/128'], []));
      const verdicts = await Promise.all(
        targets.map(async ({ name, check }) => {
          const seen = await probe(Check.parse({ timeoutMs: TARGET_TIMEOUT_MS, ...check }), null);
          const query = new URLSearchParams({ module: check.kind, target: check.target });
          const theirs = await (await fetch(`http://${address}/probe?${query}`)).text();
          return { name, ours: seen.outcome, theirs: /^probe_success 1$/m.test(theirs) };
        }),
      );
      expect(verdicts.length).toBeGreaterThanOrEqual(30);
      const expected = targets.map(({ name }) => {
        const isGood = GOOD_TARGETS.includes(name);
        return { name, ours: isGood ? 'good' : 'bad', theirs: isGood };
      });
      expect(verdicts).toEqual(expected);
      expect(expected.filter(({ theirs }) => theirs)).toHaveLength(GOOD_TARGETS.length);
    },
  );
});

const prometheusConfig = (port: number, token: string) => `
global: {scrape_interval: 60s}
scrape_configs:
  - job_name: ops-hub
    http_sd_configs:
      - url: 'http://127.0.0.1:${port}/api/servers/http-sd?environment=staging'
        refresh_interval: 2s
        authorization: {type: Bearer, credentials: '${token}'}
`;

const blackboxConfig = (caFile: string) => `
modules:
  http: {prober: http, timeout: 3s, http: {preferred_ip_protocol: ip4, tls_config: {ca_file: ${caFile}}}}
  tcp: {prober: tcp, timeout: 3s, tcp: {preferred_ip_protocol: ip4}}
`;

type Targets = { data: { activeTargets: { scrapeUrl: string }[] } };

async function targetsOf(answer: Response): Promise<string[]> {
  const { data } = (await answer.json()) as Targets;
  return data.activeTargets.map(({ scrapeUrl }) => scrapeUrl).toSorted();
}
