import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandRefused, configOfCommand, databaseForCommand, runCommand } from '../command.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { SCREENS } from '../http/web-files.ts';
import { checkInstallation } from '../installation.ts';
import type { KitChoice } from '../kit/contents.ts';
import { makeKit } from '../kit/make.ts';
import { kitPages } from '../kit/pages.ts';
import { keysOf } from '../secret.ts';
import { openStorage } from '../storage/open.ts';

const MB = 1_000_000;
const USAGE = 'Usage: npm run kit -- FOLDER [--category NAME] [--servers FILTER] [--restricted DOCUMENT-ID]';

function argumentsOfKit(): { folder: string; choice: KitChoice } {
  const many = { type: 'string', multiple: true } as const;
  const options = { category: many, restricted: many, servers: { type: 'string' } } as const;
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [folder, ...more] = positionals;
    const { category: categories = [], restricted = [], servers = '' } = values;
    if (folder && more.length === 0)
      return { folder: resolve(folder), choice: { categories, restricted, servers } };
  } catch {
    // The usage lists the valid options.
  }
  throw new CommandRefused(USAGE);
}

/** Writes documents and servers as pages for the time when Ops Hub is away, while it runs or not. */
async function main() {
  const { folder, choice } = argumentsOfKit();
  const config = configOfCommand();
  const warn = (problem: string) => console.error(problem);
  const { connection, stop } = await databaseForCommand(config);
  const database = openDatabase(connection, warn);
  try {
    await migrateDatabase(database);
    const storage = await openStorage(config, warn);
    await checkInstallation(database, { keys: keysOf(config), storage }, warn);
    const kit = await makeKit({ database, storage, config, pages: await kitPages(SCREENS) }, folder, choice);
    if (kit.missing > 0) console.error(`${kit.missing} images or files are missing in the store.`);
    const [documents, servers] = [kit.documents, kit.servers].map((count) => count.toLocaleString('en-US'));
    console.log(
      `${folder}: ${documents} documents and ${servers} servers in ${(kit.bytes / MB).toFixed(1)} MB. Open ` +
        `index.html. VERIFY.txt says how to check it; the SHA-256 of its key is ${kit.key}`,
    );
  } finally {
    await database.close();
    await stop();
  }
}

await runCommand(main);
