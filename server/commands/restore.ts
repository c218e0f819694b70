import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backup/restore.ts';
import { CommandRefused, runCommand } from '../command.ts';
import { readConfig } from '../config.ts';

function readArguments(): { file: string; force: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false } },
    });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file, force: values.force };
  } catch {
    // An option that there is not: what there is says the usage.
  }
  throw new CommandRefused('Usage: npm run restore -- FILE [--force]');
}

/** DATA_DIR as it was when the backup was made. */
async function main() {
  const { file, force } = readArguments();
  if (!(await stat(file).catch(() => undefined))?.isFile())
    throw new CommandRefused(`There is no file ${file}.`);
  const config = readConfig(process.env);
  if (config.DATABASE_URL)
    throw new CommandRefused(
      'DATABASE_URL is set: a backup is restored into the database that Ops Hub runs itself.',
    );
  const { manifest, aside } = await restoreBackup(file, config.DATA_DIR, force);
  if (aside) console.log(`What was there before is in ${aside}.`);
  console.log(
    `DATA_DIR ${config.DATA_DIR} is as of ${manifest.madeAt}. Everybody signs in again; letters that waited are not sent.`,
  );
  if (!manifest.hasSecret) console.log('Start it with the SESSION_SECRET that it had.');
  if (!manifest.objects) console.log('Its images are in the bucket that it used.');
}

await runCommand(main);
