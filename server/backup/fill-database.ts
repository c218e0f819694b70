import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { record } from '../audit/record.ts';
import { CommandRefused } from '../command.ts';
import * as schema from '../db/schema.ts';
import { inZip, makeTables } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { copyIn, emptyTable, setSequences, withoutChecks } from './tables.ts';

/** Classes of PostgreSQL's codes: wrong value, violated constraint. */
const WRONG_ROWS = /^2[23]/;

/**
 * Makes the tables of a backup in a database that has none and fills them, all in the open transaction of `client`. Throws
 * CommandRefused where rows are missing, wrong, or point to rows that are not there.
 */
export async function fillDatabase(
  client: Client,
  { path, manifest, zip }: OpenBackup,
  signal?: AbortSignal,
): Promise<void> {
  await makeTables(client, manifest.migrations.length);
  try {
    await withoutChecks(client, async () => {
      for (const table of manifest.tables) {
        signal?.throwIfAborted();
        await emptyTable(client, table);
        const rows = await copyIn(client, table, await zip.read(inZip.table(table.name)), signal);
        if (rows !== table.rows)
          throw new CommandRefused(
            `${path} is damaged: ${table.name} has ${rows} rows instead of ${table.rows}.`,
          );
      }
    });
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    if (!WRONG_ROWS.test(code)) throw error;
    throw new CommandRefused(`${path} is damaged: its rows do not fit together (${message}).`);
  }
  await setSequences(client, manifest.sequences);
}

/** Notes in the audit log of the restored database that it was restored. */
export async function noteRestore(client: Client, { manifest }: OpenBackup): Promise<void> {
  const { madeAt, version } = manifest;
  await note(client, { madeAt, version });
}

/** The same for a database that was recovered to a moment. */
export async function noteRecovery(client: Client, moment: Date): Promise<void> {
  await note(client, { recoveredTo: moment });
}

async function note(client: Client, after: object): Promise<void> {
  const event = { action: 'system.restore', kind: 'system', after };
  await record(drizzle(client, { schema }), { userId: null, name: 'Restore' }, event);
}
