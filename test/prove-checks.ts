import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import tls from 'node:tls';
import { Check, checks } from '../contract/checks.ts';
import type { Args, Endpoint, Result } from '../contract/endpoint.ts';
import { servers } from '../contract/servers.ts';
import { networkProbe } from '../server/probe/network-probe.ts';
import { reachWithin } from '../server/probe/reach.ts';
import { makeCertificates, openTargets } from './check-targets.ts';

export type Ask = <E extends Endpoint>(endpoint: E, args: Args<E> & { file?: File }) => Promise<Result<E>>;

const TIMEOUT_MS = 2_000;
const BLACKBOX = 'http://127.0.0.1:39115';
const EXPORTER = '127.0.0.1:39100';
const PROMETHEUS = 'http://127.0.0.1:39090';

const BLACKBOX_CONFIG = (caFile: string) => `
modules:
  http: {prober: http, timeout: 2s, http: {preferred_ip_protocol: ip4, tls_config: {ca_file: ${caFile}}}}
  tcp: {prober: tcp, timeout: 2s, tcp: {preferred_ip_protocol: ip4}}
`;

/** Starts a program of the operating system and waits until its page answers. */
async function run(program: string, args: string[], page: string): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: 'ignore' });
  child.on('error', () => undefined);
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await fetch(page).catch(() => undefined);
    if (answer?.ok) return child;
    await wait(250);
  }
  throw new Error(`${program} does not answer; it comes with Debian's package of that name`);
}

/** The same targets looked at by us and by blackbox_exporter: they must agree about each. */
export async function proveAgreement(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-hub-targets-'));
  const { ca, caFile } = makeCertificates(folder);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca]);
  const config = join(folder, 'blackbox.yml');
  await writeFile(config, BLACKBOX_CONFIG(caFile));
  const { targets, close } = await openTargets(folder);
  const blackbox = await run(
    'prometheus-blackbox-exporter',
    [`--config.file=${config}`, '--web.listen-address=127.0.0.1:39115'],
    `${BLACKBOX}/-/healthy`,
  );
  const probe = networkProbe(reachWithin(['127.0.0.0/8', '::1/128'], []));
  const differing: string[] = [];
  for (const { name, check } of targets) {
    const ours = (await probe(Check.parse({ timeoutMs: TIMEOUT_MS, ...check }), null)).outcome;
    const address = `${BLACKBOX}/probe?module=${check.kind}&target=${encodeURIComponent(check.target)}`;
    const theirs = /^probe_success 1$/m.test(await (await fetch(address)).text());
    if ((ours === 'good' || ours === 'warning') !== theirs)
      differing.push(`${name}: ours ${ours}, theirs ${theirs}`);
  }
  blackbox.kill();
  close();
  await rm(folder, { recursive: true, force: true });
  console.log(`blackbox_exporter: ${targets.length - differing.length} of ${targets.length} targets agree`);
  if (differing.length > 0) throw new Error(differing.join('\n'));
}

/** A real node_exporter is started, scraped, killed and started again: one incident, with its start and its end. */
export async function proveIncident(ask: Ask): Promise<void> {
  const args = [`--web.listen-address=${EXPORTER}`];
  const page = `http://${EXPORTER}/metrics`;
  let exporter = await run('prometheus-node-exporter', args, page);
  const check = { kind: 'node_exporter' as const, target: EXPORTER, retries: 2 };
  const { id } = await ask(servers.create, { body: { name: 'proof-of-node-exporter', check } });
  const look = () => ask(checks.run, { params: { id } });
  const first = await look();
  await wait(1_500);
  const second = await look();
  if (first.cpuUsage !== undefined || second.cpuUsage === undefined || !second.memoryUsage || !second.diskUsage)
    throw new Error(`figures: ${JSON.stringify({ first, second })}`);
  exporter.kill('SIGKILL');
  await wait(500);
  const fallen = [await look(), await look(), await look()].map(({ status }) => status);
  exporter = await run('prometheus-node-exporter', args, page);
  const risen = await look();
  exporter.kill();
  const incidents = await ask(checks.incidents, { params: { id } });
  if (fallen.join() !== 'online,offline,offline' || risen.status === 'offline' || incidents.length !== 1 || !incidents[0]?.endedAt)
    throw new Error(`incident: ${JSON.stringify({ fallen, risen, incidents })}`);
  console.log(`node_exporter: CPU ${second.cpuUsage} %, memory ${second.memoryUsage} %, disk ${second.diskUsage} %; one incident, ended`);
} // prettier-ignore

/** A real Prometheus reads the inventory by http_sd and has exactly its targets. */
export async function proveDiscovery(ask: Ask, url: string, token: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ops-hub-prometheus-'));
  for (let n = 1; n <= 5; n += 1)
    await ask(servers.create, {
      body: { name: `proof-sd-${n}`, ipAddress: `10.250.0.${n}`, environment: 'staging' },
    });
  const config = `
global: {scrape_interval: 60s}
scrape_configs:
  - job_name: ops-hub
    http_sd_configs:
      - {url: '${url}/api/servers/http-sd?environment=staging', refresh_interval: 5s, authorization: {credentials: '${token}'}}
`;
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, config);
  const prometheus = await run(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, '--web.listen-address=127.0.0.1:39090'],
    `${PROMETHEUS}/-/ready`,
  );
  const wanted = (await ask(servers.httpSd, { query: { environment: 'staging' } })).flatMap(
    ({ targets }) => targets,
  );
  let seen: string[] = [];
  for (let tries = 0; tries < 40 && seen.length !== wanted.length; tries += 1) {
    await wait(500);
    const answer = (await (await fetch(`${PROMETHEUS}/api/v1/targets?state=active`)).json()) as {
      data: { activeTargets: { discoveredLabels: Record<string, string> }[] };
    };
    seen = answer.data.activeTargets.map(({ discoveredLabels }) => discoveredLabels['__address__'] ?? '');
  }
  prometheus.kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  if (seen.toSorted().join() !== wanted.toSorted().join())
    throw new Error(`Prometheus has ${seen.join()}, not ${wanted.join()}`);
  console.log(`Prometheus: ${seen.length} of ${wanted.length} targets by http_sd`);
}
