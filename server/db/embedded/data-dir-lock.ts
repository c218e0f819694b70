import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../../config.ts';
import { waitUntil } from '../wait-until.ts';

/** What the process that holds a DATA_DIR publishes for others. `socketFolder` is set once the database answers. */
export type Holder = { pid: number; socketFolder?: string };

export type DataDirLock = {
  /** Left behind by an earlier process that was killed before it released the lock. */
  leftover: Holder | undefined;
  announce(socketFolder: string): Promise<void>;
  release(): Promise<void>;
};

// Node has no file locks, and a pid file cannot be taken over without a race, is fooled by reused pids and does not
// work across containers on the same folder. SQLite's lock on an empty file is a kernel lock: it ends with the process,
// however that ends. The file stays, because removing it would let two processes lock two different files. Trap: the
// kernel drops the lock when this process opens and closes the file by any other means, so nothing may read or copy it.
const LOCK_FILE = 'database.lock';
const HOLDER_FILE = 'database.holder.json';
const SQLITE_BUSY = 5;

// Without a reference the garbage collector would close the file and release the lock.
const heldByThisProcess = new Set<DatabaseSync>();

/** Locks DATA_DIR against other processes, or throws StartRefused. */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  let lock: DatabaseSync | undefined;
  // Retries, because isLocked in another process holds the lock for a moment.
  const locked = await waitUntil(() => (lock = tryToLock(dataDir)) !== undefined, {
    limitMs: 1_000,
    everyMs: 100,
  });
  if (!locked || !lock) {
    const holder = await readHolder(dataDir);
    throw new StartRefused(
      `DATA_DIR ${dataDir} is in use by another Ops Hub (process ${holder?.pid ?? 'unknown'}). Stop that one first.`,
    );
  }
  const held = lock;
  heldByThisProcess.add(held);
  const leftover = await readHolder(dataDir);
  await writeHolder(dataDir, { pid: process.pid });
  return {
    leftover,
    announce: (socketFolder) => writeHolder(dataDir, { pid: process.pid, socketFolder }),
    async release() {
      if (!heldByThisProcess.delete(held)) return;
      await rm(join(dataDir, HOLDER_FILE), { force: true });
      held.close();
    },
  };
}

export function isLocked(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK_FILE))) return false;
  const lock = tryToLock(dataDir);
  lock?.close();
  return lock === undefined;
}

/** Returns undefined when the file is missing or being written. */
export async function readHolder(dataDir: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, HOLDER_FILE), 'utf8')) as Holder;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function tryToLock(dataDir: string): DatabaseSync | undefined {
  const lock = openLockFile(dataDir);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw new StartRefused(`DATA_DIR ${dataDir} cannot be locked: ${(error as Error).message}`);
  }
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, LOCK_FILE), { timeout: 0 });
  } catch (error) {
    throw new StartRefused(`DATA_DIR ${dataDir} cannot be locked: ${(error as Error).message}`);
  }
}

async function writeHolder(dataDir: string, holder: Holder): Promise<void> {
  await writeFile(join(dataDir, HOLDER_FILE), JSON.stringify(holder), { mode: 0o600 });
}
