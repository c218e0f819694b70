import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { spawnedAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';
import { StartRefused } from '../../config.ts';

const run = promisify(execFile);

export const DATABASE_USER = 'hub';

const UNFINISHED = 'initializing-';
const INITDB_LIMIT_MS = 120_000;

/**
 * Creates the cluster under a temporary name and renames it when complete: a kill midway leaves nothing that looks like
 * a database. A throw-away cluster is not flushed to disk.
 */
export async function createCluster(
  home: Home,
  binaries: Binaries,
  { isThrowAway = false } = {},
): Promise<void> {
  await removeUnfinished(home.folder);
  const unfinished = await mkdtemp(join(home.folder, UNFINISHED));
  await writePassword(home);
  if (home.account) await chown(unfinished, home.account.uid, home.account.gid);
  try {
    const options = [
      ...initdbArguments(unfinished, home, binaries.major),
      ...(isThrowAway ? ['--no-sync'] : []),
    ];
    await run(join(binaries.bin, 'initdb'), options, {
      ...spawnedAs(home.account),
      timeout: INITDB_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
    throw new StartRefused(`initdb could not make a database in ${home.folder}: ${reasonOf(error)}`);
  }
  await rename(unfinished, join(home.folder, String(binaries.major)));
  if (!isThrowAway) await syncFolder(home.folder);
}

function initdbArguments(folder: string, home: Home, major: number): string[] {
  // macOS has no C.UTF-8 locale; its UTF-8 classifies characters the same way.
  const characters = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  // The builtin provider (since version 17) sorts and folds case the same on every machine.
  const provider = major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const access = ['-U', DATABASE_USER, '--auth=scram-sha-256', `--pwfile=${passwordFile(home.folder)}`];
  return ['-D', folder, ...access, '-E', 'UTF8', ...provider, '--locale=C', `--lc-ctype=${characters}`];
}

async function writePassword(home: Home): Promise<void> {
  const file = passwordFile(home.folder);
  await rm(file, { force: true });
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  if (home.account) await chown(file, home.account.uid, home.account.gid);
}

/** An initdb whose parent was killed may still write here for a moment, hence the retries. */
async function removeUnfinished(homeFolder: string): Promise<void> {
  for (const name of await readdir(homeFolder)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(join(homeFolder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
  }
}

/** The new name must survive a power failure, like the rows committed under it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

function passwordFile(homeFolder: string): string {
  return join(homeFolder, 'password');
}

export async function readPassword(homeFolder: string): Promise<string> {
  return (await readFile(passwordFile(homeFolder), 'utf8')).trim();
}

function reasonOf(error: unknown): string {
  const { stderr, message, killed } = error as { stderr?: string; message: string; killed?: boolean };
  if (killed) return `no end after ${INITDB_LIMIT_MS / 1000} s`;
  const lines = (stderr ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /error|FATAL/.test(line)) ?? lines.at(-1) ?? message;
}
