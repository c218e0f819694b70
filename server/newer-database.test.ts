import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { freePort } from '../test/free-port.ts';
import { aFolder, aUsedFolder, runProduct } from '../test/product-processes.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { productVersion } from './product-version.ts';

vi.setConfig({ testTimeout: 120_000 });

async function inDatabase(dataDir: string, statement: string) {
  const { connection, stop } = await startEmbedded({ dataDir, log: () => undefined });
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  await stop();
  return rows;
}

const MIGRATIONS = 'drizzle.__drizzle_migrations';

test('F7 OPS-05 a database that a newer release has migrated is refused by the start and by every command', async () => {
  const DATA_DIR = await aUsedFolder();
  const files = await aFolder();
  const zip = join(files, 'pages.zip');
  writeFileSync(zip, zipSync({ 'page.md': strToU8('# Page') }));
  // The first start recorded its version.
  const [recorded] = await inDatabase(DATA_DIR, `select obj_description('${MIGRATIONS}'::regclass) as by`);
  expect(recorded).toEqual({ by: `Ops Hub ${productVersion()}` });
  await inDatabase(
    DATA_DIR,
    `insert into ${MIGRATIONS} (hash, created_at) values ('of-the-future', 9000000000000);
     comment on table ${MIGRATIONS} is 'Ops Hub 9.8.7'`,
  );
  const refusal =
    `The database was migrated by Ops Hub 9.8.7, which is newer than this Ops Hub ${productVersion()}. ` +
    'Start that version or a later one, or restore a backup that this version made.\n';
  const commands = [
    ['server/main.ts'],
    ['server/commands/backup.ts', join(files, 'hub.zip')],
    ['server/commands/export.ts', join(files, 'export.zip')],
    ['server/commands/import.ts', zip],
    ['server/commands/demo.ts'],
    ['server/commands/adopt.ts', 'secret'],
  ];
  for (const command of commands) {
    const run = runProduct({ DATA_DIR, PORT: await freePort() }, ...command);
    expect([await run.ended, run.output()], `${command[0]}`).toEqual([1, refusal]);
  }
  // The release is unknown when the kill came before its name, or when both have the same version.
  await inDatabase(DATA_DIR, `comment on table ${MIGRATIONS} is null`);
  const run = runProduct({ DATA_DIR, PORT: await freePort() });
  expect([await run.ended, run.output()]).toEqual([
    1,
    expect.stringContaining('another Ops Hub, of an unknown version'),
  ]);
});
