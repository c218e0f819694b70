import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuse, RefusalError } from '../http/errors.ts';
import { syncFolder } from '../sync-folder.ts';

export type KeptBackup = { name: string; bytes: number };

/**
 * Where backups are kept: the port. Names are made by the product. A call that cannot be done throws a RefusalError that
 * says why.
 */
export type BackupPlace = {
  /** As people call it: a folder, or a bucket and its server. */
  where: string;
  /** The folder of this machine in which a backup is made before it is kept. It exists once `prepare` has returned. */
  workFolder: string;
  /** Whether what is kept is in `workFolder` itself. */
  isFolder: boolean;
  /** Makes the work folder and removes what an interrupted backup of this prefix left behind. */
  prepare(prefix: string): Promise<void>;
  /** Moves a finished file of the work folder to its place, where it appears whole or not at all. */
  keep(file: string, name: string): Promise<void>;
  list(): Promise<KeptBackup[]>;
  /** A kept backup as a file of this machine; `done` gives it back. undefined when there is none of this name. */
  asFile(name: string): Promise<{ path: string; done(): Promise<void> } | undefined>;
  /** No error when there is none of this name. */
  remove(name: string): Promise<void>;
};

/** What a file is called until it is whole. */
export const UNFINISHED = '.part';

/** The work folder is made and cleaned alike, wherever backups are kept. */
export async function prepareFolder(folder: string, prefix: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.startsWith(prefix) && name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
}

/** Backups as files of one folder. */
export function backupFolder(folder: string): BackupPlace {
  const orRefuse = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      throw new RefusalError(
        refuse(503, 'backup_place', `The folder ${folder} cannot be used for backups: ${message}`),
      );
    }
  };
  const sizes = async () => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      // It is made with the first backup.
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const kept: KeptBackup[] = [];
    for (const name of names.filter((each) => each.endsWith('.zip'))) {
      const entry = await stat(join(folder, name)).catch(() => undefined);
      if (entry?.isFile()) kept.push({ name, bytes: entry.size });
    }
    return kept;
  };
  return {
    where: folder,
    workFolder: folder,
    isFolder: true,
    prepare: (prefix) => orRefuse(prepareFolder(folder, prefix)),
    async keep(file, name) {
      await orRefuse(rename(file, join(folder, name)));
      await orRefuse(syncFolder(folder));
    },
    list: () => orRefuse(sizes()),
    async asFile(name) {
      const path = join(folder, name);
      const entry = await stat(path).catch(() => undefined);
      return entry?.isFile() ? { path, done: async () => undefined } : undefined;
    },
    remove: (name) => orRefuse(rm(join(folder, name), { force: true })),
  };
}
