import { createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { syncFolder } from '../../sync-folder.ts';
import { zipStream, type AddFile } from '../../zip-stream.ts';
import { writeWhole } from '../../whole-file.ts';
import { stampOf } from './archive-folder.ts';

/** Lists the folders to create, since a zip of files omits empty ones. */
export const FOLDERS = 'folders.json';
/** Makes PostgreSQL replay the log over these files. */
const LABEL = 'backup_label';

/** Folders whose content PostgreSQL recreates at its start, or that the archive stores separately. */
const EMPTY = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const LEFT_OUT =
  /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init|backup_label.*|tablespace_map.*)$/;
/** Mode of the files in the zip. */
const MODE = 0o600;

/**
 * Copies the files of the running database into a zip, as PostgreSQL's documentation describes: between pg_backup_start
 * and pg_backup_stop, while writes continue. Replaying the log makes the copy consistent. `client` needs the same
 * session for both calls.
 */
export async function makeBase(
  client: Client,
  period: string,
  watch: { signal: AbortSignal; checkSpace(bytes: number): Promise<void> },
): Promise<void> {
  const { rows: places } = await client.query<{ folder: string; bytes: string }>(
    `select current_setting('data_directory') as folder, sum(pg_database_size(oid)) as bytes from pg_database`,
  );
  const { folder = '', bytes = '0' } = places[0] ?? {};
  // Compressed files take less.
  await watch.checkSpace(Number(bytes) / 2);
  const { rows: starts } = await client.query<{ position: string; now: Date }>(
    `select pg_backup_start('ops-hub', fast => true)::text as position, clock_timestamp() as now`,
  );
  const [start] = starts;
  if (!start) throw new Error('pg_backup_start gave no position');
  const stem = join(period, `base-${stampOf(start.now)}`);
  const part = `${stem}.zip.part`;
  let stop: { position: string; now: Date } | undefined;
  try {
    const zip = zipStream(async (add) => {
      await addFiles(folder, add);
      const { rows } = await client.query<{ position: string; label: string; now: Date }>(
        `select lsn::text as position, labelfile as label, clock_timestamp() as now
         from pg_backup_stop(wait_for_archive => false)`,
      );
      stop = rows[0];
      await add(`${basename(folder)}/${LABEL}`, rows[0]?.label ?? '');
    }, MODE);
    const file = createWriteStream(part, { flags: 'w', mode: MODE, flush: true });
    await pipeline(zip, file, { signal: watch.signal });
    if (!stop) throw new Error('pg_backup_stop gave no position');
    const { size } = await stat(part);
    await rename(part, `${stem}.zip`);
    await syncFolder(period);
    const note = {
      finishedAt: stop.now.toISOString(),
      from: start.position,
      to: stop.position,
      bytes: size,
    };
    await writeWhole(`${stem}.json`, JSON.stringify(note));
  } finally {
    await rm(part, { force: true });
  }
}

/** Adds the data folder under its name, and the password of the database user. */
async function addFiles(folder: string, add: AddFile): Promise<void> {
  const home = dirname(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const nameOf = (entry: (typeof entries)[number]) => relative(folder, join(entry.parentPath, entry.name));
  const folders = entries.filter((entry) => entry.isDirectory()).map(nameOf);
  await add(FOLDERS, JSON.stringify(folders.filter((name) => !/^pg_replslot\/|\/pgsql_tmp/.test(name))));
  await addFile(join(home, 'password'), 'password', add);
  for (const entry of entries) {
    const name = nameOf(entry);
    if (entry.isFile() && !EMPTY.test(name) && !LEFT_OUT.test(name))
      await addFile(join(folder, name), `${basename(folder)}/${name}`, add);
  }
}

/** A table that is dropped meanwhile loses its files; replaying the log drops it again. */
async function addFile(path: string, name: string, add: AddFile): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file) await add(name, file.createReadStream());
}
