import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { glob, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join, dirname, relative } from 'node:path';
import { promisify } from 'node:util';
import { spawnedAs, type Account } from './account.ts';
import { makeOpenStore, OPEN_STORE, type Home } from './home.ts';

const run = promisify(execFile);

/** The programs of one PostgreSQL version. */
export type Binaries = { bin: string; major: number };

const OLDEST_MAJOR = 15;

const INSTALLED_IN = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
];

/** Newest first. */
export async function installedBinaries(account: Account | undefined): Promise<Binaries[]> {
  const found: Binaries[] = [];
  for (const bin of new Set([...(await Array.fromAsync(glob(INSTALLED_IN))), ...(await binOnPath())])) {
    const major = await majorOf(bin, account);
    if (major !== undefined && major >= OLDEST_MAJOR) found.push({ bin, major });
  }
  return found.sort((a, b) => b.major - a.major);
}

/** Undefined when the program does not run here: missing, another libc, a closed parent folder. */
export async function majorOf(bin: string, account: Account | undefined): Promise<number | undefined> {
  const answer = await outputOf(join(bin, 'postgres'), ['--version'], account);
  const major = /\(PostgreSQL\) (\d+)/.exec(answer ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
}

async function binOnPath(): Promise<string[]> {
  const answer = await outputOf('pg_config', ['--bindir'], undefined);
  return answer ? [answer.trim()] : [];
}

async function outputOf(
  program: string,
  args: string[],
  account: Account | undefined,
): Promise<string | undefined> {
  try {
    return (await run(program, args, { ...spawnedAs(account), timeout: 10_000 })).stdout;
  } catch {
    // Any failure means that this program cannot be used.
    return undefined;
  }
}

/**
 * The package folder if its programs can run from there, else a copy: in /var/lib/ops-hub when the account cannot reach
 * the package, in the database's home when the package lacks its library links and is read-only.
 */
export async function readyToRun(
  packageFolder: string,
  home: Home,
  log: (line: string) => void,
): Promise<string> {
  const complete = await makeLibraryLinks(packageFolder);
  if (complete && (await canRun(packageFolder, home.account))) return packageFolder;
  const store = home.account ? OPEN_STORE : home.folder;
  const copy = join(store, `postgresql-${await versionOf(packageFolder)}`);
  if (home.account) await makeOpenStore();
  if (existsSync(copy)) return copy;
  await copyPackage(packageFolder, copy);
  // If the database moved there too, its own log line gives the reason.
  if (dirname(home.folder) === OPEN_STORE) return copy;
  const reason = complete
    ? `account ${home.account?.name} cannot run them from`
    : 'their library links cannot be made in';
  log(`PostgreSQL's programs run from ${copy}, because ${reason} ${packageFolder}.`);
  return copy;
}

/**
 * npm packages cannot contain links, so the package lists them and creates them in an install script, which we do not
 * run. Returns false when they are missing and cannot be created.
 */
async function makeLibraryLinks(packageFolder: string): Promise<boolean> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(packageFolder, target));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (code === 'EEXIST' || existsSync(join(packageFolder, target))) continue;
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      throw error;
    }
  }
  return true;
}

/** Without a separate account our own folders are accessible. */
async function canRun(packageFolder: string, account: Account | undefined): Promise<boolean> {
  if (!account) return true;
  try {
    await run(join(packageFolder, 'native/bin/initdb'), ['--version'], {
      ...spawnedAs(account),
      timeout: 10_000,
    });
    await run(join(packageFolder, 'native/bin/postgres'), ['--version'], {
      ...spawnedAs(account),
      timeout: 10_000,
    });
    return true;
  } catch (error) {
    // A copy only helps against a closed folder, not against, for example, another libc.
    return (error as NodeJS.ErrnoException).code !== 'EACCES';
  }
}

async function copyPackage(packageFolder: string, copy: string): Promise<void> {
  const temporary = await mkdtemp(`${copy}.copying-`);
  try {
    await cp(join(packageFolder, 'native'), join(temporary, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await makeLibraryLinks(temporary);
    await run('chmod', ['-R', 'u+w,a+rX', temporary]);
    await rename(temporary, copy);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another Ops Hub on this machine made the same copy meanwhile.
    if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return;
    throw error;
  }
}

async function versionOf(packageFolder: string): Promise<string> {
  const description = await readFile(join(packageFolder, 'package.json'), 'utf8');
  return (JSON.parse(description) as { version: string }).version;
}
