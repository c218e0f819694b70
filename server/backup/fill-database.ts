import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { record } from '../audit/record.ts';
import { CommandRefused } from '../command.ts';
import * as schema from '../db/schema.ts';
import { inZip, makeTables } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { copyIn, emptyTable, setSequences, withoutChecks } from './tables.ts';

/** PostgreSQL error classes: invalid value, violated constraint. */
const WRONG_ROWS = /^2[23]/;

/**
 * Creates the tables of a backup in an empty database and fills them, in the open transaction of `client`. Throws
 * CommandRefused when rows are missing, invalid, or reference missing rows.
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

/** Records the restore in the audit log of the restored database. */
export async function noteRestore(client: Client, { manifest }: OpenBackup): Promise<void> {
  const { madeAt, version } = manifest;
  await note(client, { madeAt, version });
}

/** Records the recovery to a moment in the audit log. */
export async function noteRecovery(client: Client, moment: Date): Promise<void> {
  await note(client, { recoveredTo: moment });
}

async function note(client: Client, after: object): Promise<void> {
  const event = { action: 'system.restore' as const, kind: 'system', after };
  await record(drizzle(client, { schema }), { userId: null, name: 'Restore' }, event);
}
