import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { canWrite, isRoot, unprivilegedAccount, type Account } from './account.ts';
import { StartRefused } from '../../config.ts';

const run = promisify(execFile);

/** The folder of the embedded database: data folders named by major version, password and socket. Owned by the account. */
export type Home = { folder: string; account: Account | undefined };

/** Alternative location for files that the account could not reach otherwise. */
export const OPEN_STORE = '/var/lib/ops-hub';

/** Allowed content of a home folder; lost+found exists when a disk is mounted there. */
const OURS = /^(\d+|password|initializing-.*|\.s\.PGSQL\..*|lost\+found)$/;

/** Opens or creates DATA_DIR/postgres. It becomes a link into /var/lib/ops-hub when the account cannot reach DATA_DIR. */
export async function openHome(dataDir: string, log: (line: string) => void): Promise<Home> {
  const place = homeIn(dataDir);
  await makeFolder(place);
  const folder = await realpath(place);
  if (!isRoot()) return { folder, account: undefined };

  const owner = await stat(folder);
  const account = await unprivilegedAccount(owner);
  if (owner.uid === 0) await handOver(folder, account);
  const reachable = (await canWrite(account, folder)) ? folder : await moveToStore(dataDir, account);
  if (dirname(reachable) === OPEN_STORE && reachable !== place) {
    log(
      `PostgreSQL runs as account ${account.name}, to which ${dataDir} is closed: the database is in ${reachable}.`,
    );
  }
  return { folder: reachable, account };
}

export function homeIn(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Creates OPEN_STORE if it is missing. It is readable for everyone; private content gets a closed folder inside. */
export async function makeOpenStore(): Promise<void> {
  const made = await mkdir(OPEN_STORE, { recursive: true });
  if (made) await chmod(OPEN_STORE, 0o755);
}

async function makeFolder(place: string): Promise<void> {
  try {
    await mkdir(place, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const link = (await lstat(place)).isSymbolicLink();
    if (link && !(await leadsSomewhere(place))) {
      throw new StartRefused(
        `${place} is a link to a folder that does not exist: bring the database back to where ` +
          'it points, or remove the link to start with an empty one.',
      );
    }
  }
}

/**
 * A folder owned by root is new, or was restored from a copy. Its content is checked first, because a link may lead
 * anywhere.
 */
async function handOver(folder: string, account: Account): Promise<void> {
  const foreign = (await readdir(folder)).find((name) => !OURS.test(name));
  if (foreign)
    throw new StartRefused(`${folder} is for the database alone, but holds ${foreign}: move that away.`);
  await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
}

async function leadsSomewhere(link: string): Promise<boolean> {
  try {
    return (await stat(link)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function moveToStore(dataDir: string, account: Account): Promise<string> {
  const place = homeIn(dataDir);
  const current = await realpath(place);
  if ((await readdir(current)).length > 0) {
    throw new StartRefused(
      `The database in ${current} belongs to account ${account.name}, to which a folder above ` +
        'is closed now: open that folder, or move DATA_DIR.',
    );
  }
  await makeOpenStore();
  const folder = join(OPEN_STORE, `${basename(dataDir)}-${randomBytes(4).toString('hex')}`);
  await mkdir(folder, { mode: 0o700 });
  await chown(folder, account.uid, account.gid);
  if (!(await canWrite(account, folder))) {
    await rmdir(folder);
    throw new StartRefused(
      `PostgreSQL runs as account ${account.name}, to which both ${dataDir} and ${OPEN_STORE} ` +
        'are closed: open one of them, or set DATABASE_URL.',
    );
  }
  await rmdir(place);
  await symlink(folder, place);
  return folder;
}
