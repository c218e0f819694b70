import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { isRoot } from './db/embedded/account.ts';

const OTHERS = 0o077;
/** What this product writes into DATA_DIR. The database has an account and modes of its own. */
const OURS = [
  'backups',
  'database.holder.json',
  'database.lock',
  'objects',
  'outage.sqlite',
  'outage.sqlite-wal',
  'outbox',
  'secret',
];

/**
 * Keeps what this process writes for its account alone: mails contain links that sign in. Also closes what is in DATA_DIR
 * already. Parents of DATA_DIR keep the modes of the administrator.
 */
export function keepFilesPrivate(
  { DATA_DIR, DATABASE_URL }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>,
  warn: (problem: string) => void,
): void {
  try {
    // Before the umask, which also applies to new parents.
    mkdirSync(DATA_DIR, { recursive: true });
  } catch {
    // Not everybody needs it. Those who do report the reason.
  }
  process.umask(OTHERS);
  try {
    // Started as root, the database runs under another account, which passes through DATA_DIR.
    close(DATA_DIR, isRoot() && !DATABASE_URL ? 0o066 : OTHERS);
    for (const name of OURS) closeContent(join(DATA_DIR, name));
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    warn(`Other accounts of this machine may read DATA_DIR ${DATA_DIR}: ${error.message}`);
  }
}

function close(path: string, bits = OTHERS): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & bits) !== 0) chmodSync(path, mode & 0o7777 & ~bits);
}

/**
 * A closed folder hides its content, so only a folder that was open is searched: once, after an upgrade. It is closed last,
 * so that a start that was killed repeats it. A folder of images may be a link to another disk.
 */
function closeContent(path: string): void {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry || (entry.mode & OTHERS) === 0) return;
  if (entry.isDirectory()) {
    for (const name of readdirSync(path))
      if (!lstatSync(join(path, name)).isSymbolicLink()) closeContent(join(path, name));
  }
  close(path);
}
