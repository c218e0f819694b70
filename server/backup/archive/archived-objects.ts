import { constants } from 'node:fs';
import { copyFile, glob, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../sync-folder.ts';

/**
 * Copies a file to the same path in another folder, where it appears when it is complete. Returns false if the file
 * does not exist.
 */
export async function copyObject(key: string, from: string, to: string): Promise<boolean> {
  const [source, target] = [join(from, key), join(to, key)];
  if (!(await stat(source).catch(() => undefined))) return false;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const part = `${target}.part`;
  await copyFile(source, part, constants.COPYFILE_FICLONE);
  const file = await open(part, 'r+');
  await file.sync();
  await file.close();
  await rename(part, target);
  await syncFolder(dirname(target));
  return true;
}

/**
 * Copies images that the archive lacks. Images never change. The modification time of a file says when a row last
 * referenced it.
 */
export async function archiveObjects(keys: string[], from: string, to: string, now: Date): Promise<void> {
  for (const key of keys) {
    const path = join(to, key);
    const known = await stat(path).catch(() => undefined);
    if (known || (await copyObject(key, from, to))) await utimes(path, now, now);
  }
}

/** Removes images that no row has referenced since then. */
export async function removeOldObjects(folder: string, since: Date): Promise<void> {
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await stat(path)).mtime < since) await rm(path, { force: true });
  }
}
