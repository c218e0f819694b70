import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Each file holds an inode as well. */
const FILES = 48;
const FILE_BYTES = 1024 ** 2;

/**
 * Space that is held while there is plenty, and released when none is left, so that PostgreSQL can restart, and people
 * can sign in and delete. PostgreSQL needs 16 MB for each file of its log.
 */
export type DiskReserve = {
  isHeld(): boolean;
  /** What has to become free before the disk counts as usable again. */
  missing(): { bytes: number; inodes: number };
  take(): Promise<void>;
  /** Resolves to false when nothing was held. */
  release(): Promise<boolean>;
};

/** Keeps the reserve as files of a folder of its own. */
export function diskReserve(folder: string, fileBytes = FILE_BYTES): DiskReserve {
  let isHeld = existsSync(folder);
  let isPossible = true;
  let taking: Promise<void> | undefined;
  let releasing: Promise<boolean> | undefined;

  async function release() {
    if (!isHeld) return false;
    await rm(folder, { recursive: true, force: true });
    isHeld = false;
    return true;
  }

  async function take() {
    try {
      await mkdir(folder, { mode: 0o700 });
      // Random, because a file system may compress.
      for (let n = 0; n < FILES; n += 1)
        await writeFile(join(folder, String(n)), randomBytes(fileBytes), { mode: 0o600 });
      isHeld = true;
    } catch (error) {
      // A quota can forbid what the disk has room for. Another try would fail too.
      isPossible = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  return {
    isHeld: () => isHeld,
    missing: () =>
      isHeld || !isPossible ? { bytes: 0, inodes: 0 } : { bytes: FILES * fileBytes, inodes: FILES + 1 },
    take: () => (taking ??= take().finally(() => (taking = undefined))),
    // Calls that fail together share one release.
    release: () => (releasing ??= release().finally(() => (releasing = undefined))),
  };
}
