import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileProblem } from '../file-problem.ts';
import { refuse, RefusalError } from '../http/errors.ts';
import { syncFolder } from '../sync-folder.ts';

export type KeptBackup = { name: string; bytes: number };

/** Port for storing backups. The product chooses the names. A failing call throws a RefusalError with the reason. */
export type BackupPlace = {
  /** Readable name: a folder, or a bucket and its server. */
  where: string;
  /** Local folder for creating backups. It exists after `prepare`. */
  workFolder: string;
  /** Whether backups are kept in `workFolder` itself. */
  isFolder: boolean;
  /** Creates the work folder and removes leftovers of interrupted backups with this prefix. */
  prepare(prefix: string): Promise<void>;
  /** Moves a finished file from the work folder to its place, where it appears completely or not at all. */
  keep(file: string, name: string): Promise<void>;
  list(): Promise<KeptBackup[]>;
  /** A backup as a local file; call `done` to release it. Undefined when no backup has this name. */
  asFile(name: string): Promise<{ path: string; done(): Promise<void> } | undefined>;
  /** No error when no backup has this name. */
  remove(name: string): Promise<void>;
};

/** Suffix of unfinished files. */
export const UNFINISHED = '.part';

/** Prepares the work folder for every kind of backup place. */
export async function prepareFolder(folder: string, prefix: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    if (name.startsWith(prefix) && name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
}

/** Refuses calls because the place fails: administrators read the `problem`, the log gets the error's own text. */
export function placeFailed(
  place: string,
  problem: string,
  error: Error,
  warn: (problem: string) => void,
): RefusalError {
  warn(`${place} cannot be used for backups: ${error.name}: ${error.message}`);
  return new RefusalError(refuse(503, 'backup_place', `${place} cannot be used for backups: ${problem}`));
}

/** Backups as files of one folder. */
export function backupFolder(folder: string, warn: (problem: string) => void): BackupPlace {
  const orRefuse = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const problem = fileProblem(error, folder);
      if (problem === undefined) throw error;
      throw placeFailed(`The folder ${folder}`, problem, error as Error, warn);
    }
  };
  const sizes = async () => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      // The first backup creates the folder.
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
