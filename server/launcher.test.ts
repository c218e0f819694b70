import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../test/free-port.ts';
import { admin, aFolder, aUsedFolder, signIn } from '../test/product-processes.ts';

// Each test starts launchers with servers and databases of their own.
vi.setConfig({ testTimeout: 240_000 });

const ROOT = join(import.meta.dirname, '..');

/** The part of `npm start` that follows the installation and the build. */
function launch(settings: Record<string, string>, args = '') {
  const script = `
    import { endTogether } from './tools/child-process.mjs';
    import { superviseServer } from './tools/supervise.mjs';
    endTogether();
    process.exitCode = await superviseServer(${args}).catch((error) => error.code);`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'fatal', BACKUP_TIME: 'off', ...admin, ...settings };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (text += data.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const count = (pattern: RegExp) => [...text.matchAll(pattern)].length;
  return { child, ended, count, output: () => text };
}

type Launched = ReturnType<typeof launch>;

const isReady = (hub: Launched, times: number) =>
  vi.waitFor(() => expect(hub.count(/^Ops Hub is ready/gm)).toBe(times), { timeout: 100_000, interval: 50 });

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
};

/** The server that the launcher runs. */
function serverOf({ child }: Launched): number {
  const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
  return Number(pid);
}

const processesIn = (folder: string) =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandOf(name).includes(folder));

test.runIf(process.platform === 'linux')(
  'F2 OPS-03 a server that is killed starts again, and the System page and the metrics have the reason',
  async () => {
    const DATA_DIR = await aUsedFolder();
    const PORT = await freePort();
    const hub = launch({ DATA_DIR, PORT });
    await isReady(hub, 1);
    process.kill(serverOf(hub), 'SIGKILL');
    await isReady(hub, 2);
    process.kill(serverOf(hub), 'SIGKILL');
    await isReady(hub, 3);
    expect(hub.output()).toMatch(
      /^Ops Hub ended: killed \(out of memory or kill -9\)\. It starts again in 1 s\.$/m,
    );
    expect(hub.output()).toContain('It starts again in 2 s.');

    const url = `http://127.0.0.1:${PORT}`;
    const answer = await fetch(`${url}/api/admin/status`, { headers: { cookie: await signIn(url) } });
    expect(await answer.json()).toMatchObject({
      restarts: { count: 2, last: { reason: 'killed (out of memory or kill -9)' } },
    });
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^ops_hub_restarts_total 2$/m);

    // By order: to the server alone, it ends the product.
    process.kill(serverOf(hub), 'SIGTERM');
    expect(await hub.ended).toBe(0);
    expect(processesIn(DATA_DIR)).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'F2 OPS-03 a stop during the pause ends at once, and a killed launcher leaves no process',
  async () => {
    const DATA_DIR = await aUsedFolder();
    const settings = { DATA_DIR, PORT: await freePort() };
    const paused = launch(settings, 'undefined, 600_000');
    await isReady(paused, 1);
    process.kill(serverOf(paused), 'SIGKILL');
    await vi.waitFor(() => expect(paused.output()).toContain('It starts again in 600 s.'), {
      timeout: 20_000,
    });
    paused.child.kill('SIGTERM');
    expect(await paused.ended).toBe(143);
    // Also the database, which outlived its server.
    await vi.waitFor(() => expect(processesIn(DATA_DIR)).toEqual([]), { timeout: 10_000 });
    const next = launch(settings);
    await isReady(next, 1);
    next.child.kill('SIGKILL');
    await vi.waitFor(() => expect(processesIn(DATA_DIR)).toEqual([]), { timeout: 20_000 });
  },
);

test('F2 OPS-05 a refused start is not repeated', async () => {
  const wrong = launch({ DATA_DIR: await aFolder(), PORT: 'many' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toMatch(/^PORT: must be a whole number[^\n]*\n$/);
  const DATABASE_URL = `postgres://a:b@127.0.0.1:${await freePort()}/c`;
  const away = launch({ DATA_DIR: await aFolder(), DATABASE_URL });
  expect(await away.ended).toBe(1);
  expect(away.output()).toMatch(/^DATABASE_URL: [^\n]*\n$/);
});

test('F2 OPS-05 after it has served, a start waits for what is missing outside, and stops for wrong settings', async () => {
  const folder = await aFolder();
  const script = join(folder, 'script.mjs');
  const says = ['serves', 'cannot-start', 'cannot-start', 'refuses'];
  writeFileSync(
    script,
    `import { readdirSync, writeFileSync } from 'node:fs';
     const starts = readdirSync(${JSON.stringify(folder)}).length - 1;
     writeFileSync(${JSON.stringify(folder)} + '/start-' + starts, '');
     console.log(JSON.parse(process.env.OPS_HUB_RESTARTS).count);
     process.send({ kind: ${JSON.stringify(says)}[starts] }, () => process.exit(starts + 1));`,
  );
  const hub = launch({}, `[${JSON.stringify(script)}], 10`);
  expect(await hub.ended).toBe(4);
  // Only the death counts as a restart.
  expect(hub.output().split('\n').toSorted()).toEqual([
    '',
    '0',
    '1',
    '1',
    '1',
    'Ops Hub ended: exit code 1. It starts again in 0.01 s.',
    'Ops Hub ended: it could not start. It starts again in 0.02 s.',
    'Ops Hub ended: it could not start. It starts again in 0.04 s.',
  ]);
});

test('F2 OPS-05 a server that dies five times within a minute stays stopped, with one line', async () => {
  const folder = await aFolder();
  const script = join(folder, 'dies.mjs');
  writeFileSync(script, 'process.exit(7);');
  const hub = launch({}, `[${JSON.stringify(script)}], 10`);
  expect(await hub.ended).toBe(7);
  expect(hub.count(/It starts again/g)).toBe(4);
  expect(hub.output().trim().split('\n').at(-1)).toBe(
    'Ops Hub died 5 times within a minute, last: exit code 7. It stays stopped.',
  );
});
