import { parseArgs } from 'node:util';
import { listPrincipals } from '../access/readers.ts';
import type { Actor } from '../actor.ts';
import {
  administratorFor,
  CommandRefused,
  configOfCommand,
  databaseForCommand,
  runCommand,
} from '../command.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { addDemoData, hasDemoData, removeDemoData } from '../demo/queries.ts';
import { displayName } from '../http/session.ts';

const USAGE = 'Usage: npm run demo [-- --remove]';

function isRemoval(): boolean {
  try {
    return parseArgs({ options: { remove: { type: 'boolean', default: false } } }).values.remove;
  } catch {
    // The usage lists the valid options.
    throw new CommandRefused(USAGE);
  }
}

/** Adds or removes demo data, like the button of the checklist. */
async function main() {
  const remove = isRemoval();
  const config = configOfCommand();
  const { connection, stop } = await databaseForCommand(config);
  const open = openDatabase(connection, (message) => console.error(message));
  try {
    await migrateDatabase(open);
    const owner = await administratorFor(open);
    const actor: Actor = {
      userId: owner.id,
      name: displayName(owner),
      role: 'admin',
      via: 'command',
      principals: await listPrincipals(open.db, owner.id),
    };
    const isThere = await hasDemoData(open.db);
    if (remove) {
      if (!isThere) throw new CommandRefused('There is no demo data.');
      await open.db.transaction((tx) => removeDemoData(tx, actor));
      console.log('The demo data is gone.');
      return;
    }
    if (isThere)
      throw new CommandRefused('The demo data is there already. To take it away: npm run demo -- --remove');
    const { servers, documents, members, days } = await open.db.transaction((tx) =>
      addDemoData(tx, actor, config.ORG_DOMAIN),
    );
    console.log(
      `${servers} servers with ${days} days of checks, ${documents} documents, ${members} team members`,
    );
  } finally {
    await open.close();
    await stop();
  }
}

await runCommand(main);
