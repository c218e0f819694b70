import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartRefused } from '../../config.ts';
import { waitUntil } from '../wait-until.ts';

const run = promisify(execFile);

/** Signals for a postmaster with the time to wait: fast shutdown, immediate shutdown, kill. */
const WAYS_TO_END = [
  { signal: 'SIGINT', limitMs: 5_000 },
  { signal: 'SIGQUIT', limitMs: 3_000 },
  { signal: 'SIGKILL', limitMs: 2_000 },
] as const;

/** Returns false if it still runs after the last signal. */
export async function endPostmaster(
  send: (signal: NodeJS.Signals) => void,
  isGone: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (const { signal, limitMs } of WAYS_TO_END) {
    if (await isGone()) return true;
    send(signal);
    if (await waitUntil(isGone, { limitMs, everyMs: 10 })) return true;
  }
  return false;
}

/**
 * Stops a PostgreSQL that kept running in this data folder after its Node process was killed. A restart takes less than
 * a second, while adopting the process would lose its exit code and messages.
 */
export async function endLeftover(dataFolder: string, log: (line: string) => void): Promise<void> {
  const pid = await pidInDataFolder(dataFolder);
  if (pid === undefined || !(await isPostmasterOf(dataFolder, pid))) return;
  log(`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind.`);
  const ended = await endPostmaster(
    (signal) => sendTo(pid, signal),
    async () => !(await isPostmasterOf(dataFolder, pid)),
  );
  if (!ended)
    throw new StartRefused(
      `A PostgreSQL of an earlier run (process ${pid}) holds ${dataFolder} and does not end.`,
    );
}

/** The first line of postmaster.pid. The process may be gone and its pid reused. */
export async function pidInDataFolder(dataFolder: string): Promise<number | undefined> {
  try {
    const pid = Number.parseInt(await readFile(join(dataFolder, 'postmaster.pid'), 'utf8'), 10);
    return pid > 1 ? pid : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Pids are reused, so the process must look like a postmaster. A zombie does not. */
async function isPostmasterOf(dataFolder: string, pid: number): Promise<boolean> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
      return stdout.includes(`postgres -D ${dataFolder} `);
    }
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    // Compares its working directory, not its arguments: DATA_DIR may have been moved since.
    return commandLine.includes('postgres\0-D\0') && (await readlink(`/proc/${pid}/cwd`)) === dataFolder;
  } catch (error) {
    // No such process (errors of open, readlink and ps), or a process of another user, which cannot be ours.
    if (['ENOENT', 'ESRCH', 'EACCES', 1].includes((error as { code?: string | number }).code ?? ''))
      return false;
    throw error;
  }
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process ended before the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
