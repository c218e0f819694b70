import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { glob, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { CommandRefused } from '../command.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import { STORE_LOCK } from '../objects/queries.ts';
import { productVersion } from '../product-version.ts';
import { syncFolder } from '../sync-folder.ts';
import { zipStream, type AddFile } from '../zip-stream.ts';
import { FORMAT, inZip, type Manifest } from './manifest.ts';
import { copyOut, listMigrations, listSequences, listSizes, listTables } from './tables.ts';

/** `missing`: images that the database references and the store lacks. `bytes` is the size of the file. */
export type Backup = { manifest: Manifest; missing: number; bytes: number };

const ONLY_OURS = 0o600;
const AS_IT_IS = { store: true };

type Source = Pick<Config, 'DATA_DIR' | 'S3_BUCKET'>;

export type Watch = {
  /** Aborts the work. */
  signal?: AbortSignal;
  /** Receives the progress from 0 to 1. */
  progress?: (part: number) => void;
  /** Throws when the disk has no room for the next bytes. Called before each `ROOM_STEP` bytes. */
  checkSpace?: (next: number) => Promise<void>;
};

const ROOM_STEP = 16 * 1024 ** 2;

/**
 * Writes everything that a new installation needs into one file: a snapshot of one moment, while writes continue. The
 * file appears under its name when it is complete. Throws CommandRefused when the file exists already.
 */
export async function makeBackup(
  database: Database,
  source: Source,
  path: string,
  watch: Watch = {},
): Promise<Backup> {
  const file = resolve(path);
  if (existsSync(file)) throw new CommandRefused(`${path} is there already: give the backup another name.`);
  if (!existsSync(dirname(file))) throw new CommandRefused(`There is no folder ${dirname(file)}.`);
  const part = `${file}.part`;
  await rm(part, { force: true });
  const client = database.newClient();
  await client.connect();
  try {
    const made = await writeTo(part, watch, (add) => addAll(client, source, add, watch));
    const { size: bytes } = await stat(part);
    await rename(part, file);
    await syncFolder(dirname(file));
    return { ...made, bytes };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** Creates a new file that only this account can read, since it will contain secrets. Returns the result of `fill`. */
async function writeTo<T>(
  path: string,
  { signal, checkSpace = async () => undefined }: Watch,
  fill: (add: AddFile) => Promise<T>,
): Promise<T> {
  const filled = Promise.withResolvers<T>();
  // An error in it reaches the reader of the zip.
  const zip = zipStream(async (add) => filled.resolve(await fill(add)), ONLY_OURS);
  const file = createWriteStream(path, { flags: 'wx', mode: ONLY_OURS, flush: true });
  await pipeline(
    zip,
    async function* (chunks: AsyncIterable<Buffer>) {
      let checked = 0;
      for await (const chunk of chunks) {
        if (checked <= 0) {
          await checkSpace(ROOM_STEP);
          checked = ROOM_STEP;
        }
        checked -= chunk.length;
        yield chunk;
      }
    },
    file,
    { signal },
  );
  return filled.promise;
}

async function addAll(
  client: Client,
  source: Source,
  add: AddFile,
  { progress = () => undefined }: Watch,
): Promise<Omit<Backup, 'bytes'>> {
  // Locks before the snapshot: objects that the snapshot references must not be cleaned up before they are copied.
  await client.query('select pg_advisory_lock_shared($1)', [STORE_LOCK]);
  await client.query('begin isolation level repeatable read, read only');
  const migrations = await listMigrations(client);
  const sizes = await listSizes(client, source.S3_BUCKET === undefined);
  const total = sizes.objects + [...sizes.tables.values()].reduce((sum, size) => sum + size, 0);
  let done = 0;
  const advance = (bytes: number) => progress(Math.min(1, (done += bytes) / Math.max(1, total)));
  const folder = join(source.DATA_DIR, 'objects');
  const kept = source.S3_BUCKET ? undefined : await addObjects(client, folder, add, advance);
  await client.query('select pg_advisory_unlock_shared($1)', [STORE_LOCK]);

  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client)) {
    const { stream, rows } = copyOut(client, table);
    await add(inZip.table(table.name), stream);
    tables.push({ ...table, rows: rows() });
    advance(sizes.tables.get(table.name) ?? 0);
  }
  const sequences = await listSequences(client);
  await client.query('commit');

  const secret = join(source.DATA_DIR, 'secret');
  const hasSecret = existsSync(secret);
  if (hasSecret) await add(inZip.secret, createReadStream(secret), AS_IT_IS);
  const manifest: Manifest = {
    format: FORMAT,
    version: productVersion(),
    madeAt: new Date().toISOString(),
    migrations,
    tables,
    sequences,
    objects: kept ? { files: kept.files, bytes: kept.bytes } : null,
    hasSecret,
  };
  await add(inZip.manifest, JSON.stringify(manifest, null, 2));
  return { manifest, missing: kept?.missing ?? 0 };
}

type Objects = { files: number; bytes: number; missing: number };

async function addObjects(
  client: Client,
  folder: string,
  add: AddFile,
  advance: (bytes: number) => void,
): Promise<Objects> {
  const { rows } = await client.query<{ key: string }>('select distinct key from objects');
  const missing = new Set(rows.map(({ key }) => key));
  let files = 0;
  let bytes = 0;
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const path = join(entry.parentPath, entry.name);
    const file = await openIfThere(path);
    if (!file) continue;
    const key = path.slice(folder.length + 1);
    const { size } = await file.stat();
    bytes += size;
    files += 1;
    await add(inZip.objects + key, file.createReadStream(), AS_IT_IS);
    missing.delete(key);
    advance(size);
  }
  return { files, bytes, missing: missing.size };
}

/** The archive of a finished import is gone and no longer needed. */
const openIfThere = (path: string) =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
