import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createCluster } from '../server/db/embedded/create-cluster.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { homeIn, openHome } from '../server/db/embedded/home.ts';
import { installedBinaries } from '../server/db/embedded/binaries.ts';
import { migrateDatabase } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { aUser } from './factories.ts';

const ROWS = 5_000;

/**
 * Moves a data folder of an older PostgreSQL to the newest by a backup and its restore. Needs an installed older PostgreSQL.
 */
export async function proveUpgrade(): Promise<void> {
  const { folder, remove } = await openTemporaryFolder();
  try {
    const home = await openHome(folder, () => undefined);
    const [old] = (await installedBinaries(home.account)).filter(({ major }) => major < 18);
    if (!old)
      throw new Error('upgrade: there is no installed PostgreSQL older than 18 (apt-get install postgresql)');
    await createCluster(home, old);
    const before = await inDatabase(folder, async (client, database) => {
      await aUser(database.db, { role: 'admin' });
      await client.query(
        `insert into documents (title, content, author_id) select 'Page ' || n, repeat(md5(n::text), 20),
           (select id from users) from generate_series(1, ${ROWS}) n`,
      );
    });
    const file = join(folder, 'before.zip');
    run(folder, 'backup', file);
    run(folder, 'restore', '--force', file);
    const after = await inDatabase(folder, async () => undefined);
    if (before.sum !== after.sum) throw new Error('upgrade: the rows are not the same');
    if (before.major !== old.major || after.major !== 18)
      throw new Error('upgrade: not between these versions');
    const versions = readdirSync(homeIn(folder)).filter((name) => /^\d+$/.test(name));
    console.log(
      `upgrade: PostgreSQL ${before.major} to ${after.major}, ${ROWS} rows unchanged, in postgres/${versions.join()}`,
    );
  } finally {
    await remove();
  }
}

type Work = (client: pg.Client, database: ReturnType<typeof openDatabase>) => Promise<void>;

async function inDatabase(dataDir: string, work: Work) {
  const { connection, stop } = await startEmbedded({ dataDir, log: () => undefined });
  const database = openDatabase(connection, () => undefined);
  const client = new pg.Client(connection);
  try {
    await migrateDatabase(database);
    await client.connect();
    await work(client, database);
    const { rows } = await client.query<{ sum: string; major: number }>(
      `select md5(string_agg(d::text, '' order by id)) as sum,
         current_setting('server_version_num')::int / 10000 as major from documents d`,
    );
    return { sum: rows[0]?.sum, major: rows[0]?.major };
  } finally {
    await client.end();
    await database.close();
    await stop();
  }
}

function run(dataDir: string, command: string, ...args: string[]) {
  const script = join(import.meta.dirname, `../server/commands/${command}.ts`);
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`upgrade: ${command} failed: ${stderr}`);
}
