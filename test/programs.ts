import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Programs of the operating system that tests use. `tools/debian.mjs` has their packages. */
export type Program =
  | 'ansible'
  | 'pgbouncer'
  | 'prometheus'
  | 'prometheus-alertmanager'
  | 'prometheus-node-exporter'
  | 'prometheus-blackbox-exporter'
  | 'rsyslogd';

const LONGEST_START_MS = 25_000;

export const isInstalled = (program: Program): boolean =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].some((folder) =>
    existsSync(join(folder, program)),
  );

/** Starts a program and waits until its page answers. Ending it twice does no harm. */
export async function startProgram(
  program: Program,
  args: string[],
  page: string,
): Promise<{ kill(): Promise<void> }> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const deadline = performance.now() + LONGEST_START_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    // It does not listen yet.
    const answer = await fetch(page, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return { kill };
    await wait(100);
  }
  await kill();
  throw new Error(`${program} does not answer at ${page}`);
}

/** An address of this machine that nobody listens on. */
export async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}
