import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { record } from '../audit/record.ts';
import { CommandRefused, configOfCommand, databaseForCommand, onlyArgument, runCommand } from '../command.ts';
import type { Config } from '../config.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { exportInstance } from '../exports/instance/export.ts';
import type { Manifest } from '../exports/instance/layout.ts';
import { RefusalError } from '../http/errors.ts';
import { checkInstallation } from '../installation.ts';
import { keysOf } from '../secret.ts';
import { openStorage } from '../storage/open.ts';
import { syncFolder } from '../sync-folder.ts';

const MB = 1_000_000;

/** The file appears under its name when it is complete. Only this account may read it: it contains what only members see. */
async function exportTo(
  path: string,
  open: Database,
  config: Config,
): Promise<{ manifest: Manifest; bytes: number }> {
  const file = resolve(path);
  if (existsSync(file)) throw new CommandRefused(`${path} is there already: give the export another name.`);
  if (!existsSync(dirname(file))) throw new CommandRefused(`There is no folder ${dirname(file)}.`);
  const warn = (problem: string) => console.error(problem);
  const storage = await openStorage(config, warn);
  await checkInstallation(open, { keys: keysOf(config), storage }, warn);
  const part = `${file}.part`;
  await rm(part, { force: true });
  let reportedAt = performance.now();
  const progress = (done: number, total: number) => {
    if (performance.now() - reportedAt < 1_000) return;
    reportedAt = performance.now();
    console.log(`${done} of ${total} files`);
  };
  try {
    const made = await exportInstance(open, storage, { progress });
    await pipeline(made.zip, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    const manifest = await made.done;
    const { size: bytes } = await stat(part);
    await rename(part, file);
    await syncFolder(dirname(file));
    const by = { userId: null, name: 'Export' };
    await record(open.db, by, { action: 'system.export', kind: 'system', after: manifest.counts });
    return { manifest, bytes };
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof RefusalError) throw new CommandRefused(error.message);
    throw error;
  }
}

/** Exports the whole instance as open files, while Ops Hub runs or not. */
async function main() {
  const path = onlyArgument('Usage: npm run export -- FILE.zip');
  const config = configOfCommand();
  const { connection, stop } = await databaseForCommand(config);
  const open = openDatabase(connection, (message) => console.error(message));
  try {
    await migrateDatabase(open);
    const { manifest, bytes } = await exportTo(path, open, config);
    const { documents, documentsInBin, versions, images, files, servers, members } = manifest.counts;
    for (const { id, reason } of manifest.missing)
      console.log(`not taken along: image or file ${id}: ${reason}`);
    const [all, things] = [documents + documentsInBin, images + files].map((count) =>
      count.toLocaleString('en-US'),
    );
    console.log(
      `${path}: ${all} documents with ${versions.toLocaleString('en-US')} versions, ${things} ` +
        `images and files, ${servers.toLocaleString('en-US')} servers and ` +
        `${members.toLocaleString('en-US')} members in ${(bytes / MB).toFixed(1)} MB. npm run ` +
        'import -- FILE.zip brings it into another Ops Hub.',
    );
  } finally {
    await open.close();
    await stop();
  }
}

await runCommand(main);
