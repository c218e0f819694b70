// Tests create and delete hundreds of thousands of small files: databases, data folders, profiles of browsers. A disk's
// file system takes a fifth of their processor time for that; Linux keeps a folder in memory for it.
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { isRunning } from './child-process.mjs';

const parent = '/dev/shm';
const prefix = 'ops-hub-tests-';
/** Three times what the tests have needed at most. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/** Runs the work with its temporary files in memory where there is room for them and TMPDIR names no other folder. */
export async function withMemoryFolder(work) {
  if (process.env.TMPDIR || freeBytes() < NEEDED_BYTES) return work();
  removeAbandoned();
  const folder = path.join(parent, `${prefix}${process.pid}`);
  mkdirSync(folder);
  // Open to all, because the database runs under another account when root starts the tests.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function freeBytes() {
  try {
    const { bavail, bsize } = statfsSync(parent);
    return Math.min(bavail * bsize, process.availableMemory());
  } catch {
    return 0; // not Linux
  }
}

/** A run that was killed leaves its folder, which would take memory until the next restart. */
function removeAbandoned() {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix)))
    if (!isRunning(Number(name.slice(prefix.length))))
      rmSync(path.join(parent, name), { recursive: true, force: true });
}
