import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { changeKey } from '../accounts/second-factor/codes.ts';
import { record } from '../audit/record.ts';
import {
  CommandRefused,
  configOfCommand,
  databaseForCommand,
  refuseBesideNodes,
  runCommand,
} from '../command.ts';
import type { Config } from '../config.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase, type Db } from '../db/open.ts';
import type { InstallationPart } from '../db/schema.ts';
import { adopt, isSecretOf } from '../installation.ts';
import { keysOf, type Keys } from '../secret.ts';
import { openStorage } from '../storage/open.ts';

const USAGE =
  'Usage: npm run adopt -- secret|store (OLD_SESSION_SECRET: the former secret, where it is known)';
const MIN_SECRET = 32;

function readArguments(): InstallationPart {
  try {
    const [part, ...more] = parseArgs({ allowPositionals: true }).positionals;
    if ((part === 'secret' || part === 'store') && more.length === 0) return part;
  } catch {
    // The usage lists the valid options.
  }
  throw new CommandRefused(USAGE);
}

/** The previous keys of the database: the given ones, or those that the settings have replaced. */
async function formerKeys(db: Db, config: Config): Promise<Keys | undefined> {
  const named = process.env['OLD_SESSION_SECRET'];
  if (named !== undefined) {
    const keys = keysOf({ ...config, SESSION_SECRET: named });
    if (named.length >= MIN_SECRET && (await isSecretOf(db, keys))) return keys;
    throw new CommandRefused('OLD_SESSION_SECRET: is not the secret that the database belongs to.');
  }
  const hasOwn = existsSync(join(config.DATA_DIR, 'secret'));
  const candidates = [config, ...(hasOwn ? [{ ...config, SESSION_SECRET: undefined }] : [])].map(keysOf);
  for (const keys of candidates) if (await isSecretOf(db, keys)) return keys;
  return undefined;
}

async function adoptSecret(tx: Db, config: Config): Promise<string> {
  const { kept, off } = await changeKey(tx, await formerKeys(tx, config), keysOf(config));
  return (
    `The database belongs to this secret. Second factors: ${kept} go on, ${off} had to be ` +
    'switched off; recovery codes are made anew by their owners.'
  );
}

/** Lets a database continue with a different secret, or with a different image store. */
async function main() {
  const part = readArguments();
  const config = configOfCommand();
  const { connection, stop } = await databaseForCommand(config);
  const open = openDatabase(connection, (message) => console.error(message));
  try {
    await refuseBesideNodes(open.pool);
    await migrateDatabase(open);
    const storage = await openStorage(config, (problem) => console.error(problem));
    const outcome = await open.db.transaction(async (tx) => {
      const text =
        part === 'secret' ? await adoptSecret(tx, config) : 'The database belongs to this store of images.';
      await adopt(tx, part, { keys: keysOf(config), storage });
      const by = { userId: null, name: 'Adopt' };
      await record(tx, by, { action: 'system.adopt', kind: 'system', after: { part } });
      return text;
    });
    console.log(outcome);
  } finally {
    await open.close();
    await stop();
  }
}

await runCommand(main);
