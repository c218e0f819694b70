import { makeBackup } from '../backup/make.ts';
import { noteBackup } from '../backup/queries.ts';
import { configOfCommand, databaseForCommand, onlyArgument, runCommand } from '../command.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';

const MB = 1_000_000;

/** Backs up the database, images and secret, while Ops Hub runs or not. */
async function main() {
  const file = onlyArgument('Usage: npm run backup -- FILE');
  const config = configOfCommand();
  const { connection, stop } = await databaseForCommand(config);
  const open = openDatabase(connection, (message) => console.error(message));
  try {
    await migrateDatabase(open);
    const backup = await makeBackup(open, config, file);
    await noteBackup(open.db, backup);
    const { manifest, missing, bytes } = backup;
    if (missing > 0) console.error(`${missing} images are missing in the folder of objects.`);
    if (!manifest.objects)
      console.log('Images are in the bucket and not part of it: keep a copy of that, too.');
    if (!manifest.hasSecret)
      console.log('SESSION_SECRET is not part of it: a restored Ops Hub needs the same.');
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const files = manifest.objects?.files ?? 0;
    console.log(
      `${file}: ${rows.toLocaleString('en-US')} rows and ${files.toLocaleString('en-US')} ` +
        `stored files in ${(bytes / MB).toFixed(1)} MB. It holds secrets: keep it where nobody ` +
        'else reads it.',
    );
  } finally {
    await open.close();
    await stop();
  }
}

await runCommand(main);
