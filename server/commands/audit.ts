import { sealEntries, verifyChain } from '../audit/seals.ts';
import { CommandRefused, configOfCommand, databaseForCommand, onlyArgument, runCommand } from '../command.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';

const USAGE = 'Usage: npm run audit -- verify';

/** Verifies the hash chain of the audit log. */
async function main() {
  if (onlyArgument(USAGE) !== 'verify') throw new CommandRefused(USAGE);
  const config = configOfCommand();
  const { connection, stop } = await databaseForCommand(config);
  const open = openDatabase(connection, (message) => console.error(message));
  try {
    await migrateDatabase(open);
    await sealEntries(open.db);
    const { count, last, fault } = await verifyChain(open.db);
    if (fault) throw new CommandRefused(`The audit log is broken. ${fault}`);
    console.log(`The audit log is intact: ${count} entries, up to position ${last.position} ${last.hash}`);
  } finally {
    await open.close();
    await stop();
  }
}

await runCommand(main);
