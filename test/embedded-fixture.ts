import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Connection } from '../server/db/embedded/connection.ts';
import { waitUntil } from '../server/db/wait-until.ts';

/**
 * Creates a temporary folder that every account can enter, and a function that removes it. mkdtemp alone makes it private.
 */
export async function openTemporaryFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-test-'));
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }) };
}

/** Creates a data folder for each test, and collects the log of the database. */
export function withDataDir() {
  // Each start of a new database takes most of a second, and much more on a slow machine.
  vi.setConfig({ testTimeout: 60_000 });
  const lines: string[] = [];
  const at = { dataDir: '', lines, log: (line: string) => void lines.push(line) };
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ folder: at.dataDir, remove } = await openTemporaryFolder());
    lines.length = 0;
  });
  afterEach(() => remove());
  return at;
}

export async function rowsOf(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  // Tests kill the server under open connections. The query itself then fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

export async function postmasterPid(home: string, major = 18): Promise<number> {
  return Number.parseInt(await readFile(join(home, String(major), 'postmaster.pid'), 'utf8'), 10);
}

/** Whether a process runs. A zombie process does not. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
    return !(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).includes(') Z ');
  } catch {
    return false;
  }
}

export function hasEnded(pid: number): Promise<boolean> {
  return waitUntil(async () => !(await isRunning(pid)), { limitMs: 10_000, everyMs: 20 });
}

export type NodeProcess = {
  child: ChildProcess;
  pid: number;
  nextLine(): Promise<string>;
  ended: Promise<number | null>;
};

/**
 * Runs an ES module in another Node process, with the project's folder in the variable `here`. The module writes lines to
 * stdout. `nextLine` rejects with the stderr if the process ends first.
 */
export function runNode(
  script: string,
  options: { uid?: number; gid?: number; detached?: boolean } = {},
): NodeProcess {
  const text = `const here = ${JSON.stringify(join(import.meta.dirname, '..'))};\n${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    ...options,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    child,
    pid: child.pid ?? 0,
    ended,
    async nextLine() {
      const next = await lines.next();
      if (next.done) throw new Error(`ended without an answer: ${errors}`);
      return next.value;
    },
  };
}

/** Script of a process that runs the database in dataDir, prints its connection or the error, and keeps running. */
export function hostScript(dataDir: string, thenDo = ''): string {
  return `
    const { startEmbedded } = await import(here + '/server/db/embedded/embedded.ts');
    const options = { dataDir: ${JSON.stringify(dataDir)}, log: () => undefined };
    const database = await startEmbedded(options).catch((error) => {
      console.log(error.name + ': ' + error.message);
      process.exit(1);
    });
    ${thenDo}
    console.log(JSON.stringify(database.connection));
  `;
}
