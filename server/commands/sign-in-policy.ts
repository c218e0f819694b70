import { removePolicy } from '../accounts/policy/queries.ts';
import { record } from '../audit/record.ts';
import { CommandRefused, configOfCommand, databaseForCommand, onlyArgument, runCommand } from '../command.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { publishAccessEnd } from '../live/publish.ts';

const USAGE = 'Usage: npm run sign-in-policy -- remove';

/** Removes the sign-in policy, for administrators whom it has locked out. */
async function main() {
  if (onlyArgument(USAGE) !== 'remove') throw new CommandRefused(USAGE);
  const config = configOfCommand();
  const { connection, stop } = await databaseForCommand(config);
  const open = openDatabase(connection, (message) => console.error(message));
  try {
    await migrateDatabase(open);
    const isRemoved = await open.db.transaction(async (tx) => {
      if (!(await removePolicy(tx))) return false;
      const author = { userId: null, name: 'Command line' };
      await record(tx, author, { action: 'account.policy', kind: 'system', after: { removed: true } });
      await publishAccessEnd(tx);
      return true;
    });
    console.log(
      isRemoved
        ? 'The sign-in policy is removed. Everybody may sign in as before.'
        : 'There is no sign-in policy.',
    );
  } finally {
    await open.close();
    await stop();
  }
}

await runCommand(main);
