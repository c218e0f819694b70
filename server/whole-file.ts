import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './sync-folder.ts';

/** The file appears under its name only when it is complete and flushed to disk. */
export async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  await syncFolder(dirname(path));
}

/** Like `writeWhole`, but leaves an existing file as it is: of several processes, the first one writes it. */
export function createWhole(path: string, content: string): void {
  const part = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(part, content, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(part, path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Some network shares have no links.
    if (['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) renameSync(part, path);
    else if (code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
