import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rowsOf } from '../../../test/embedded-fixture.ts';
import { aFolder } from '../../../test/product-processes.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { logFolder, listPeriods } from './archive-folder.ts';
import { startArchiver } from './archiver.ts';
import { recover } from './recover.ts';

vi.setConfig({ testTimeout: 240_000 });
const GB = 1024 ** 3;
const KEEP = { days: 7, weeks: 0, months: 0 };

/** An embedded database with a table, and its archiver. */
async function anArchived(freeSpaceIn: (folder: string) => Promise<number> = async () => 50 * GB) {
  const [dataDir, archive] = [await aFolder(), await aFolder()];
  const { connection, stop } = await startEmbedded({ dataDir, log: () => undefined });
  const database = openDatabase(connection, () => undefined);
  await migrateDatabase(database);
  await database.pool.query('create table notes (text text)');
  const config = { DATA_DIR: dataDir, S3_BUCKET: undefined, BACKUP_TIME: '02:30', BACKUP_KEEP: KEEP };
  const archiver = () =>
    startArchiver({
      config: { ...config, ARCHIVE_DIR: archive },
      connection,
      database,
      freeSpaceIn,
      log: { warn: (text) => void warnings.push(text) },
      pace: { note: 200, tend: 500, retry: 200 },
    });
  const warnings: string[] = [];
  let current = archiver();
  let ending: Promise<void> | undefined;
  const end = () =>
    (ending ??= (async () => {
      await current.stop();
      await database.close();
      await stop();
    })());
  onTestFinished(end);
  return {
    dataDir,
    archive,
    pool: database.pool,
    note: (text: string) => database.pool.query('insert into notes values ($1)', [text]),
    state: () => current.state(),
    warnings,
    async restart() {
      await current.stop();
      current = archiver();
    },
    /** Waits until everything up to now is in the archive. */
    async archived() {
      // A commit time has microseconds, a Date only milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 5));
      const now = new Date();
      await vi.waitFor(
        () => expect(Number(current.state().range?.until)).toBeGreaterThan(Number(now)),
        60_000,
      );
      return now;
    },
    end,
  };
}

/** What other accounts could read in a folder: files and folders below those that are closed do not count. */
async function openIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isOpen = ((await stat(path)).mode & 0o077) !== 0;
    if (isOpen) found.push(path);
    if (isOpen && entry.isDirectory()) found.push(...(await openIn(path)));
  }
  return found;
}

async function notesIn(dataDir: string): Promise<unknown[]> {
  const { connection, stop } = await startEmbedded({ dataDir, log: () => undefined });
  try {
    return (await rowsOf(connection, 'select text from notes')).map(({ text }) => text);
  } finally {
    await stop();
  }
}

test('OPS-04 recovers a moment between two writes with exactly the earlier writes, images and secret', async () => {
  const hub = await anArchived();
  await mkdir(join(hub.dataDir, 'objects'));
  await writeFile(join(hub.dataDir, 'secret'), 'the secret', { mode: 0o600 });
  await writeFile(join(hub.dataDir, 'objects/cat.png'), 'meow');
  await hub.pool.query(
    `insert into objects (key, content_type, bytes, sha256) values ('cat.png', 'image/png', 4, ''), ('lost.png', 'image/png', 4, '')`,
  );
  await hub.archived();
  const tooEarly = new Date(Number(hub.state().range?.from) - 60_000);
  await hub.note('one');
  const between = await hub.archived();
  await hub.note('two');
  await hub.restart();
  await hub.note('three');
  const afterAll = await hub.archived();
  const tooLate = new Date(Date.now() + 3_600_000);
  await vi.waitFor(
    async () => expect(await readdir(join(hub.archive, 'objects'))).toEqual(['cat.png']),
    60_000,
  );
  await hub.end();
  expect(await openIn(hub.archive)).toEqual([]);

  const to = async (moment: Date | 'latest') => {
    const target = join(await aFolder(), 'data');
    const recovered = await recover(hub.archive, target, moment, false);
    expect(await readFile(join(target, 'secret'), 'utf8')).toBe('the secret');
    expect((await stat(join(target, 'secret'))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(target, 'objects/cat.png'), 'utf8')).toBe('meow');
    expect(recovered.missingImages).toBe(1);
    return notesIn(target);
  };
  expect(await to(between)).toEqual(['one']);
  expect(await to(afterAll)).toEqual(['one', 'two', 'three']);
  // The restart continued the same period without a gap.
  expect(await listPeriods(hub.archive)).toHaveLength(1);

  const target = join(await aFolder(), 'data');
  await expect(recover(hub.archive, target, tooEarly, false)).rejects.toThrow(
    /can be recovered from .* It has /,
  );
  await expect(recover(hub.archive, target, tooLate, false)).rejects.toThrow(
    /can be recovered from .* It has /,
  );
  await expect(recover(hub.archive, hub.dataDir, 'latest', false)).rejects.toThrow(
    'npm run restore -- --force --to latest',
  );
  await expect(recover(join(hub.archive, 'objects'), target, 'latest', false)).rejects.toThrow(
    'no database yet',
  );

  const [period] = await listPeriods(hub.archive);
  const log = logFolder(period?.folder ?? '');
  const [first = ''] = (await readdir(log)).toSorted();
  await rename(join(log, first), join(hub.archive, first));
  await expect(recover(hub.archive, target, 'latest', false)).rejects.toThrow(`${first} is missing`);
  await writeFile(join(log, first), (await readFile(join(hub.archive, first))).subarray(0, 5_000));
  await expect(recover(hub.archive, target, 'latest', false)).rejects.toThrow(`${first} is damaged`);
  expect((await readdir(target)).filter((name) => name !== 'database.lock')).toEqual([]);
});

test('OPS-04 an unusable archive says what to do, and the log has the reason', async () => {
  const hub = await anArchived();
  await hub.archived();
  await rm(hub.archive, { recursive: true });
  await writeFile(hub.archive, 'a file where the folder should be');
  await hub.restart();
  await vi.waitFor(
    () =>
      expect(hub.state().problem).toBe(
        `${hub.archive} is a file, or inside one, in place of a folder. Move the file away`,
      ),
    60_000,
  );
  expect(hub.warnings).toContainEqual(expect.stringContaining('EEXIST: file already exists'));
  await rm(hub.archive);
  await vi.waitFor(() => expect(hub.state().problem).toBeNull(), 60_000);
});

test('OPS-04 a full archive stops nothing, releases the log, and starts again once it has space', async () => {
  let room = 50 * GB;
  const hub = await anArchived(async () => room);
  await hub.archived();
  room = 0;
  await hub.restart();
  await hub.note('while it is full');
  await vi.waitFor(() => expect(hub.state().problem).toContain('not enough space'), 60_000);
  const slots = async () => (await hub.pool.query('select 1 from pg_replication_slots')).rowCount;
  await vi.waitFor(async () => expect(await slots()).toBe(0), 60_000);
  room = 50 * GB;
  await vi.waitFor(() => expect(hub.state().problem).toBeNull(), 60_000);
  await hub.archived();
  const [, second] = await listPeriods(hub.archive);
  // The product soon starts a new archive in place of a deleted or lost one.
  await rm(second?.folder ?? '', { recursive: true });
  await vi.waitFor(async () => expect(await listPeriods(hub.archive)).toHaveLength(2), 60_000);
  await hub.archived();
});
