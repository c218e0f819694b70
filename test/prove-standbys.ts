import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { waitUntil } from '../server/db/wait-until.ts';
import { startServers } from './standby-servers.ts';

/**
 * Runs test files on a primary with two streaming standbys. The primary waits for `near`; `far` follows. Arguments are the
 * test files. POSTGRES_PROGRAMS is the folder of initdb and postgres.
 */
async function main(files: string[], programs: string) {
  const servers = await startServers(programs, ['near', 'far'], { synchronous: 'near' });
  try {
    await expectStandbys(servers.primary.url);
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--retry=1', ...files];
    const env = { ...process.env, TEST_DATABASE_URL: servers.primary.url };
    const [code] = (await once(spawn(process.execPath, vitest, { env, stdio: 'inherit' }), 'exit')) as [
      number,
    ];
    if (code !== 0) throw new Error('standbys: tests failed on a primary with two standbys');
    await expectStandbys(servers.primary.url);
    console.log(`standbys: ${files.length} test files on a primary; both standbys reached its last position`);
  } finally {
    await servers.stop();
  }
}

/** Expects one synchronous standby, and that both reach the current position of the primary. */
async function expectStandbys(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ end: string }>('select pg_current_wal_insert_lsn() as end');
  const following = async () => {
    const { rows: states } = await client.query<{ state: string }>(
      `select concat_ws(' ', application_name, sync_state, replay_lsn >= $1::pg_lsn) as state
      from pg_stat_replication order by 1`,
      [rows[0]?.end],
    );
    return states.map(({ state }) => state).join(', ');
  };
  const isWell = async () => (await following()) === 'far async t, near sync t';
  const are = await waitUntil(isWell, { limitMs: 60_000, everyMs: 100 });
  const states = await following();
  await client.end();
  if (!are) throw new Error(`standbys: the standbys do not follow (${states})`);
}

await main(process.argv.slice(2), process.env['POSTGRES_PROGRAMS'] ?? '');
