import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { listPeriods, rangeOf } from '../server/backup/archive/archive-folder.ts';
import { connectionOfRunning, startEmbedded } from '../server/db/embedded/embedded.ts';
import { openTemporaryFolder, postmasterPid, rowsOf } from './embedded-fixture.ts';

type Note = { n: number; at: number };

const LOST_MS = 60_000;
const PORT = '3989';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Writes numbered rows as fast as possible, kills the product with its database, deletes the data folder and recovers it
 * from the archive. At most 60 seconds of acknowledged writes may be lost. A recovery to a moment between two writes must
 * have exactly the writes before it.
 */
export async function proveRecovery(rounds: number): Promise<void> {
  const [data, archive, recovered] = [
    await openTemporaryFolder(),
    await openTemporaryFolder(),
    await openTemporaryFolder(),
  ];
  let [dataDir, rowCount, worst] = [join(data.folder, '0'), 0, 0];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const env = { DATA_DIR: dataDir, ARCHIVE_DIR: archive.folder };
      const { notes, between, killedAt } = await writeUntilKilled(env);
      await rm(dataDir, { recursive: true });
      const middle = join(recovered.folder, `${round}`);
      await restore({ ...env, DATA_DIR: middle }, new Date(between).toISOString());
      const expected = notes.filter(({ at }) => at < between).map(({ n }) => n);
      const found = await numbersIn(middle);
      if (found.length !== expected.length || found.some((n, index) => n !== expected[index]))
        throw new Error(
          `round ${round}: ${found.length} rows before the moment instead of ${expected.length}`,
        );

      dataDir = join(data.folder, `${round + 1}`);
      await restore({ ...env, DATA_DIR: dataDir }, 'latest');
      const last = await numbersIn(dataDir);
      if (last.some((n, index) => n !== index))
        throw new Error(`round ${round}: a row in the middle is lost`);
      const lost = notes.find(({ n }) => n >= last.length);
      worst = Math.max(worst, lost ? killedAt - lost.at : 0);
      rowCount += notes.length;
      if (worst > LOST_MS) throw new Error(`round ${round}: the writes of ${worst} ms are lost`);
    }
    console.log(
      `recovery: ${rounds} kills and deleted data folders, ${rowCount} acknowledged rows, at most the last ${worst} ms of ` +
        `them lost; ${rounds} moments between two writes exact`,
    );
  } finally {
    for (const { remove } of [data, archive, recovered]) await remove();
  }
}

type Settings = { DATA_DIR: string; ARCHIVE_DIR: string };

function run(settings: Settings, ...command: string[]) {
  const env = { ...process.env, PORT, LOG_LEVEL: 'fatal', BACKUP_TIME: 'off', ...settings };
  return spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The acknowledged writes, and a moment without writes. */
async function writeUntilKilled(settings: Settings) {
  const child = run(settings, 'server/main.ts');
  try {
    const client = await connected(settings);
    await client.query('create table if not exists proved (n int primary key)');
    await client.query('truncate proved');
    await firstBase(settings);
    const notes: Note[] = [];
    const write = async (ms: number) => {
      for (const end = performance.now() + ms; performance.now() < end;) {
        const n = notes.length;
        await client.query('insert into proved values ($1)', [n]);
        notes.push({ n, at: Date.now() });
      }
    };
    await write(5_000);
    await pause(50);
    const between = Date.now();
    await pause(50);
    await write(5_000 + Math.random() * 5_000);
    const exit = once(child, 'exit');
    const postmaster = await postmasterPid(join(settings.DATA_DIR, 'postgres'));
    child.kill('SIGKILL');
    // The database must not flush its last records either.
    process.kill(postmaster, 'SIGKILL');
    const killedAt = Date.now();
    await exit;
    await client.end().catch(() => undefined);
    return { notes, between, killedAt };
  } finally {
    child.kill('SIGKILL');
  }
}

async function connected({ DATA_DIR }: Settings): Promise<pg.Client> {
  for (const end = performance.now() + 60_000; performance.now() < end; await pause(100)) {
    const connection = await connectionOfRunning(DATA_DIR).catch(() => undefined);
    if (!connection) continue;
    const client = new pg.Client(connection);
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
  throw new Error('the database does not start');
}

/** Waits until the archive can recover a moment after now. */
async function firstBase({ ARCHIVE_DIR }: Settings): Promise<void> {
  const startedAt = Date.now();
  for (const end = performance.now() + 60_000; performance.now() < end; await pause(200)) {
    const ranges = (await listPeriods(ARCHIVE_DIR)).map(rangeOf);
    if (ranges.some((range) => range && range.until.getTime() > startedAt)) return;
  }
  throw new Error('the archive gets no base');
}

async function restore(settings: Settings, moment: string): Promise<void> {
  const child = run(settings, 'server/commands/restore.ts', '--to', moment);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the recovery to ${moment} failed`);
}

async function numbersIn(dataDir: string): Promise<number[]> {
  const { connection, stop } = await startEmbedded({ dataDir, log: () => undefined });
  try {
    return (await rowsOf(connection, 'select n from proved order by n')).map(({ n }) => Number(n));
  } finally {
    await stop();
  }
}
