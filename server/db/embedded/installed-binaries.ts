import { execFile } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { spawnedAs, type Account } from './account.ts';

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
