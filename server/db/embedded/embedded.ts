import { mkdir, realpath, lstat, mkdtemp, rm, symlink } from 'node:fs/promises';
import { resolve, basename, dirname, join } from 'node:path';
import { finishExchange } from './data-dir-exchange.ts';
import { isLocked, lockDataDir, readHolder, type DataDirLock } from './data-dir-lock.ts';
import { openCluster } from './cluster.ts';
import { readPassword } from './create-cluster.ts';
import { connectionThrough, type Connection } from './connection.ts';
import { homeIn, openHome } from './home.ts';
import { endLeftover } from './leftover.ts';
import { supervise, type Supervised } from './supervisor.ts';
import { StartRefused } from '../../config.ts';
import { waitUntil } from '../wait-until.ts';
import { tmpdir } from 'node:os';

/** Maximum bytes of a Unix socket path on macOS; Linux allows 107. */
const LONGEST_SOCKET_PATH = 103;
const LINK_PREFIX = 'ops-hub-';

/** The home folder itself, or a short link to it in a private temporary folder when its path is too long for a socket. */
async function socketFolderFor(homeFolder: string): Promise<string> {
  if (Buffer.byteLength(join(homeFolder, '.s.PGSQL.5432')) <= LONGEST_SOCKET_PATH) return homeFolder;
  const closed = await mkdtemp(join(tmpdir(), LINK_PREFIX));
  const link = join(closed, 's');
  await symlink(homeFolder, link);
  return link;
}

/** Does nothing when socketFolderFor made no link. */
async function removeSocketLink(socketFolder: string): Promise<void> {
  const closed = dirname(socketFolder);
  const entry = await lstat(socketFolder).catch(() => undefined);
  if (!entry?.isSymbolicLink() || !basename(closed).startsWith(LINK_PREFIX)) return;
  await rm(closed, { recursive: true, force: true });
}

export type EmbeddedDatabase = { connection: Connection } & Supervised;

type Options = {
  dataDir: string;
  log(line: string): void;
  /** Data loss is acceptable. */
  isThrowAway?: boolean;
  /** Runs with low priority. */
  isInBackground?: boolean;
  /** Long, because after a crash PostgreSQL first replays up to a gigabyte of its log. */
  startLimitMs?: number;
  /** Pause between an unexpected exit and the next start; each further pause is twice as long. */
  firstPauseMs?: number;
};

/** How long to wait for another process that is starting its database. */
const OTHER_START_LIMIT_MS = 60_000;

/** Runs the PostgreSQL in dataDir until stop(), or throws StartRefused with a one-line reason. */
export async function startEmbedded({
  dataDir,
  log,
  isThrowAway = false,
  isInBackground = false,
  startLimitMs = 120_000,
  firstPauseMs = 200,
}: Options): Promise<EmbeddedDatabase> {
  if (process.platform === 'win32') {
    throw new StartRefused(
      'Ops Hub brings no PostgreSQL for Windows: set DATABASE_URL to a PostgreSQL server, 15 or newer.',
    );
  }
  const requested = resolve(dataDir);
  return orRefuse(requested, async () => {
    await mkdir(requested, { recursive: true });
    const folder = await realpath(requested);
    const lock = await lockDataDir(folder);
    try {
      await finishExchange(folder);
      return await startLocked(folder, lock, {
        log,
        isThrowAway,
        isInBackground,
        startLimitMs,
        firstPauseMs,
      });
    } catch (error) {
      await lock.release();
      throw error;
    }
  });
}

/**
 * The connection to a database that another process of the product runs in dataDir; waits while it starts. Otherwise
 * undefined.
 */
export async function connectionOfRunning(dataDir: string): Promise<Connection | undefined> {
  const folder = resolve(dataDir);
  return orRefuse(folder, async () => {
    let socketFolder: string | undefined;
    const known = await waitUntil(
      async () => {
        if (!isLocked(folder)) return true;
        socketFolder = (await readHolder(folder))?.socketFolder;
        return socketFolder !== undefined;
      },
      { limitMs: OTHER_START_LIMIT_MS, everyMs: 100 },
    );
    if (!known)
      throw new StartRefused(
        `The Ops Hub that uses ${folder} has not started its database after ${OTHER_START_LIMIT_MS / 1000} s.`,
      );
    return socketFolder === undefined
      ? undefined
      : connectionThrough(socketFolder, await readPassword(homeIn(folder)));
  });
}

async function startLocked(
  folder: string,
  lock: DataDirLock,
  { log, isThrowAway, ...options }: Required<Omit<Options, 'dataDir'>>,
): Promise<EmbeddedDatabase> {
  if (lock.leftover?.socketFolder) await removeSocketLink(lock.leftover.socketFolder);
  const home = await openHome(folder, log);
  const cluster = { ...(await openCluster(home, isThrowAway, log)), ...options };
  await endLeftover(cluster.dataFolder, log);
  const socketFolder = await socketFolderFor(home.folder);
  const connection = connectionThrough(socketFolder, cluster.password);
  let postgres: Supervised | undefined;
  const stop = async () => {
    await postgres?.stop();
    await removeSocketLink(socketFolder);
    await lock.release();
  };
  try {
    const supervised = await supervise(cluster, connection, log);
    postgres = supervised;
    await lock.announce(socketFolder);
    return { connection, problem: supervised.problem, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reports file system errors (read-only or full disk, a file in place of a folder) as StartRefused. */
async function orRefuse<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fromFileSystem = error instanceof Error && 'syscall' in error;
    throw fromFileSystem
      ? new StartRefused(`The database cannot be kept in DATA_DIR ${folder}: ${error.message}`, {
          cause: error,
        })
      : error;
  }
}
