import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { alertSources } from '../../contract/calls/alert-sources.ts';
import { alerts } from '../../contract/calls/alerts.ts';
import { heartbeats } from '../../contract/calls/heartbeats.ts';
import { servers } from '../../contract/calls/servers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { freeAddress, isInstalled, startProgram } from '../../test/programs.ts';

/** The recipes of docs/alerts.md, run by the programs that they are for. */
const at = withApp();
let folder = '';
let base = '';
let admin: Client;
let recipes = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-hub-recipes-'));
  await at.current.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(at.current.app.server.address() as AddressInfo).port}`;
  admin = await at.current.signedIn({ role: 'admin' });
  recipes = await readFile(new URL('../../docs/alerts.md', import.meta.url), 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

/** The first block of code of a language, with an address of this test. */
function recipe(language: string, url: string): string {
  const [, block = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(recipes) ?? [];
  const { pathname } = new URL(url);
  return block.replaceAll(/https:\/\/ops\.example\.com\/api\/(?:alerts\/in|beat)\/TOKEN/g, base + pathname);
}

const openAlert = async (subject: string) => {
  await at.current.decideAlerts();
  return (await admin.call(alerts.list, {})).find((one) => one.subject === subject);
};

test.skipIf(!isInstalled('prometheus-alertmanager'))(
  'ALERT-67 a real Alertmanager with the recipe begins and ends an alert about a server',
  { timeout: 60_000 },
  async ({ onTestFinished }) => {
    await admin.call(servers.create, { body: { name: 'real-1' } });
    const { url } = await admin.call(alertSources.create, { body: { name: 'Alertmanager' } });
    const config = parse(recipe('yaml', url)) as { route: object };
    Object.assign(config.route, { group_wait: '1s', group_interval: '1s' });
    const file = join(folder, 'alertmanager.yml');
    await writeFile(file, stringify(config));
    const address = await freeAddress();
    const program = await startProgram(
      'prometheus-alertmanager',
      [
        `--config.file=${file}`,
        `--storage.path=${folder}`,
        `--web.listen-address=${address}`,
        '--cluster.listen-address=',
      ],
      `http://${address}/-/ready`,
    );
    onTestFinished(program.kill);
    const labels = { alertname: 'DiskFull', instance: 'real-1:9100', severity: 'critical' };
    const tell = async (more: object) => {
      const body = JSON.stringify([{ labels, annotations: { summary: 'Disk is full' }, ...more }]);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`http://${address}/api/v2/alerts`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
    };
    const startsAt = new Date(Date.now() - 60_000).toISOString();
    await tell({ startsAt });
    const subject = 'DiskFull on real-1';
    await expect
      .poll(() => openAlert(subject), { timeout: 20_000 })
      .toMatchObject({
        severity: 'critical',
        server: { name: 'real-1' },
        text: 'Disk is full',
        startedAt: startsAt,
      });
    await tell({ startsAt, endsAt: new Date(Date.now() - 1_000).toISOString() });
    await expect.poll(() => openAlert(subject), { timeout: 20_000 }).toBeUndefined();
  },
);

const run = promisify(execFile);
const stateOf = async (name: string) =>
  (await admin.call(heartbeats.list, {})).find((one) => one.name === name)?.state;

test('ALERT-68 the script for cron reports start, output and exit status of its job', async () => {
  const { url } = await admin.call(heartbeats.create, { body: { name: 'cron', periodSeconds: 86_400 } });
  const job = join(folder, 'backup');
  const script = recipe('sh', url).replace('/usr/local/bin/backup', job);
  expect(script).toContain(job);
  const runJob = async (content: string) => {
    await writeFile(job, `#!/bin/sh\n${content}\n`);
    await chmod(job, 0o755);
    await run('sh', ['-c', script], { timeout: 30_000 });
  };
  await runJob('echo done');
  expect(await stateOf('cron')).toBe('up');
  await runJob('echo "No space & no \\"luck\\""; exit 3');
  expect(await openAlert('cron')).toMatchObject({
    text: 'The job failed with exit status 3: No space & no "luck"',
  });
  await runJob('head -c 200000 /dev/zero');
  expect(await openAlert('cron')).toBeUndefined();
});

test('ALERT-69 the lines for a service of systemd report its start and how it ended', async () => {
  const { url } = await admin.call(heartbeats.create, { body: { name: 'timer', periodSeconds: 86_400 } });
  // In a unit a line goes on after a backslash, and a dollar sign is written as two.
  const lines = recipe('ini', url).replaceAll('\\\n', ' ').replaceAll('$$', '$');
  const [, after = ''] = /^ExecStopPost=-\/bin\/sh -c '(.*)'$/m.exec(lines) ?? [];
  const [, before = ''] = /^ExecStartPre=-(.*)$/m.exec(lines) ?? [];
  const runLine = (line: string, SERVICE_RESULT: string) =>
    run('sh', ['-c', line], { timeout: 30_000, env: { ...process.env, SERVICE_RESULT } });
  await runLine(before, '');
  await runLine(after, 'success');
  expect(await stateOf('timer')).toBe('up');
  await runLine(after, 'timeout');
  expect(await openAlert('timer')).toMatchObject({ text: 'The job failed' });
});
