import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sizeInWords } from '../../../contract/calls/system.ts';
import type { Config } from '../../config.ts';
import type { Connection, Database } from '../../db/open.ts';
import { fileProblem } from '../../file-problem.ts';
import { isDatabaseUnavailable } from '../../http/errors.ts';
import { STORE_ID } from '../../installation.ts';
import { noteArchive } from '../queries.ts';
import { lastDaily } from '../../daily.ts';
import { writeWhole } from '../../whole-file.ts';
import {
  beginPeriod,
  endOf,
  listPeriods,
  logFolder,
  objectsFolder,
  rangeOf,
  readPeriod,
  removeOld,
  type Period,
  archiveObjects,
  removeOldObjects,
} from './archive-folder.ts';
import { makeBase } from './base-backup.ts';
import { parsePosition, segmentStart } from './log-position.ts';
import { streamLog, type LogStream } from './stream-log.ts';

/** Replication slot: PostgreSQL keeps the log until it is archived, up to max_slot_wal_keep_size. */
const SLOT = 'ops_hub_archive';
const DAY_MS = 86_400_000;
/** Intervals in milliseconds. */
const PACE = {
  /** Between two notes of the moment up to which the archive is complete. */
  note: 2_000,
  /** Between two checks for new images and for a due base. */
  tend: 5_000,
  /** Before restarting the log stream after a failure. */
  retry: 2_000,
};
/** Wait for the first piece of the log. */
const BEGIN_MS = 200;
/** Administrators are notified of a problem after this time. */
const TROUBLE_MS = 3 * 60_000;
const BY_DEFAULT = '02:30';
const UNEXPECTED = 'something unexpected happened, and it is tried again. The log has the reason';
const OVERLAP_MS = 10 * 60_000;

export type ArchiveState = {
  where: string;
  /** The recoverable moments, without the time before a gap. Null before the first base. */
  range: { from: Date; until: Date } | null;
  problem: string | null;
};

export type Archiver = { state(): ArchiveState; stop(): Promise<void> };

type Parts = {
  config: Pick<Config, 'DATA_DIR' | 'S3_BUCKET' | 'BACKUP_TIME' | 'BACKUP_KEEP'> & { ARCHIVE_DIR: string };
  connection: Exclude<Connection, string>;
  database: Database;
  /** Bytes available on the disk of a folder. */
  freeSpaceIn(folder: string): Promise<number>;
  log: { warn(text: string): void };
  pace?: typeof PACE;
};

/** State of a running archiver. */
type ArchiverRun = Required<Parts> & {
  archive: string;
  signal: AbortSignal;
  /** Undefined while the log stream is down. */
  current: { period: Period; stream: LogStream } | undefined;
  range: ArchiveState['range'];
  problems: { log?: Problem; images?: Problem; base?: Problem };
  /** When the archive was last complete, and since when there is a problem. */
  goodAt: number;
  troubleSince: number | undefined;
  images: { archivedAt: number; allAt: number };
};
type What = keyof ArchiverRun['problems'];
/** The text for administrators, and that of the error, which only the log shows. */
type Problem = { shown: string; logged: string };

/** The message is for administrators. */
class NoSpace extends Error {}

/** Archives the write-ahead log of the embedded database until stop(). Its failures never stop the server. */
export function startArchiver(parts: Parts): Archiver {
  const stopping = new AbortController();
  const run: ArchiverRun = {
    pace: PACE,
    ...parts,
    archive: parts.config.ARCHIVE_DIR,
    signal: stopping.signal,
    current: undefined,
    range: null,
    problems: {},
    goodAt: performance.now(),
    troubleSince: undefined,
    images: { archivedAt: 0, allAt: 0 },
  };
  const { note, tend } = run.pace;
  const running = Promise.all([
    keepReceiving(run),
    every(run, note, 'log', noteUntil),
    every(run, tend, 'images', archiveImages),
    every(run, tend, 'base', tendBases),
    every(run, tend, 'log', alert),
  ]);
  return {
    state: () => ({ where: run.archive, range: run.range, problem: problemOf(run) ?? null }),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function every(
  run: ArchiverRun,
  ms: number,
  what: What,
  work: (run: ArchiverRun) => Promise<void>,
): Promise<void> {
  while (!run.signal.aborted) {
    try {
      await work(run);
      // Only received data proves that the log stream works.
      if (what !== 'log') delete run.problems[what];
    } catch (error) {
      if (!run.signal.aborted) noteProblem(run, what, error);
    }
    await pause(run.current ? ms : Math.min(ms, BEGIN_MS), run.signal);
  }
}

function noteProblem({ problems, archive, log }: ArchiverRun, what: What, error: unknown) {
  // Other parts report this failure, and nothing is written meanwhile.
  if (isDatabaseUnavailable(error)) return;
  const { message } = error as Error;
  if (problems[what]?.logged !== message) log.warn(`the archive ${archive} (${what}): ${message}`);
  const reason = error instanceof NoSpace ? message : fileProblem(error, archive);
  problems[what] = { shown: reason ?? UNEXPECTED, logged: message };
}

const problemOf = ({ problems: { log, images, base } }: ArchiverRun): string | undefined =>
  (log ?? images ?? base)?.shown;

const checkSpaceOf =
  ({ freeSpaceIn, archive }: ArchiverRun) =>
  async (needed: number): Promise<void> => {
    const free = await freeSpaceIn(archive);
    if (free < needed)
      throw new NoSpace(
        `there is not enough space in ${archive}: ${sizeInWords(needed)} are needed, and ${sizeInWords(free)} may be ` +
          'used. Free space, or keep less (BACKUP_KEEP)',
      );
  };

async function keepReceiving(run: ArchiverRun): Promise<void> {
  const { archive, signal, config, database, freeSpaceIn, pace } = run;
  while (!signal.aborted) {
    try {
      await mkdir(archive, { recursive: true, mode: 0o700 });
      await receive(run);
    } catch (error) {
      if (signal.aborted) return;
      noteProblem(run, 'log', error);
      // The retained log must not fill the disk of the database. A gap in the archive is the lesser evil.
      const free = await freeSpaceIn(join(config.DATA_DIR, 'postgres')).catch(() => undefined);
      if (free === 0) await dropSlot(database).catch(() => undefined);
    }
    await pause(pace.retry, signal);
  }
}

async function receive(run: ArchiverRun): Promise<void> {
  const { connection, database, archive, signal } = run;
  const client = new pg.Client({
    ...connection,
    application_name: 'ops-hub archive',
    connectionTimeoutMillis: 5_000,
    replication: 'true',
  } as pg.ClientConfig);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const identity = await identify(client);
    const period = await openPeriod(database, archive, identity);
    const source = { client, slot: SLOT, timeline: identity.timeline, from: endOf(period) };
    const stream = streamLog(source, logFolder(period.folder), { signal, checkSpace: checkSpaceOf(run) });
    run.current = { period, stream };
    await stream.ended;
  } finally {
    run.current = undefined;
    await client.end().catch(() => undefined);
  }
}

/** Notes the moment up to which the archive is complete. */
async function noteUntil(run: ArchiverRun): Promise<void> {
  const { current, database, signal } = run;
  if (!current) return;
  const { rows } = await database.pool.query<{ position: string; now: Date }>(
    'select pg_current_wal_flush_lsn()::text as position, clock_timestamp() as now',
  );
  const [end] = rows;
  if (!end) return;
  const target = parsePosition(end.position);
  const { period, stream } = current;
  for (let n = 0; n < 20 && stream.flushed() < target; n += 1) await pause(200, signal);
  if (stream.flushed() < target) return;
  try {
    await writeWhole(join(period.folder, 'until'), end.now.toISOString());
  } catch (error) {
    // The folder or its disk may be gone, so the stream restarts and looks where to continue.
    stream.giveUp(error as Error);
    throw error;
  }
  run.goodAt = performance.now();
  delete run.problems.log;
  if (run.range) run.range = { from: run.range.from, until: end.now };
}

/** Makes a base when it is due, and removes what is older than the retention. */
async function tendBases(run: ArchiverRun): Promise<void> {
  const { current, config, database, archive, signal } = run;
  if (!current) return;
  const { folder } = current.period;
  const now = new Date();
  const { bases } = await readPeriod(folder);
  const time = config.BACKUP_TIME === 'off' ? BY_DEFAULT : config.BACKUP_TIME;
  const isDue = new Date(bases.at(-1)?.finishedAt ?? 0) < lastDaily(time, now);
  const secret = join(folder, 'secret');
  if (isDue || !existsSync(secret)) {
    const own = await readFile(join(config.DATA_DIR, 'secret')).catch(unlessMissing);
    if (own) await writeWhole(secret, own);
  }
  if (isDue) {
    const client = database.newClient();
    try {
      await client.connect();
      await makeBase(client, folder, { signal, checkSpace: checkSpaceOf(run) });
    } finally {
      await client.end().catch(() => undefined);
    }
    const since = new Date(now.getTime() - config.BACKUP_KEEP.days * DAY_MS);
    await removeOld(archive, folder, since);
    // The base for the oldest moment may be a day older, and so may the times of the images.
    await removeOldObjects(objectsFolder(archive), new Date(since.getTime() - 2 * DAY_MS));
  }
  run.range = rangeOf(await readPeriod(folder)) ?? null;
}

/** Archives new images; once a day all of them, to refresh their times. */
async function archiveImages({ config, database, archive, images }: ArchiverRun): Promise<void> {
  if (config.S3_BUCKET) return;
  const now = new Date();
  const isAll = now.getTime() - images.allAt > DAY_MS;
  // Rows of a long transaction become visible late.
  const since = new Date(isAll ? 0 : images.archivedAt - OVERLAP_MS);
  const { rows } = await database.pool.query<{ key: string }>(
    'select distinct key from objects where last_needed_at >= $1',
    [since],
  );
  const keys = [STORE_ID, ...rows.map(({ key }) => key)];
  await archiveObjects(keys, join(config.DATA_DIR, 'objects'), objectsFolder(archive), now);
  images.archivedAt = now.getTime();
  if (isAll) images.allAt = now.getTime();
}

/** Notifies administrators of a lasting problem, and notes its end. */
async function alert(run: ArchiverRun): Promise<void> {
  const isLate = performance.now() - run.goodAt > TROUBLE_MS;
  const problem = problemOf(run) ?? (isLate ? 'the log does not arrive' : undefined);
  run.troubleSince = problem === undefined ? undefined : (run.troubleSince ?? performance.now());
  const isLasting = run.troubleSince !== undefined && performance.now() - run.troubleSince > TROUBLE_MS;
  if (problem === undefined || isLate || isLasting)
    await run.database.db.transaction((tx) => noteArchive(tx, problem ?? null));
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error;
}

/** Resolves early, without an error, when aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

type Identity = { system: string; timeline: number; major: number };

async function identify(client: pg.Client): Promise<Identity> {
  const { rows } = await client.query<{ systemid: string; timeline: number }>('IDENTIFY_SYSTEM');
  const { rows: versions } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  const [found] = rows;
  if (!found) throw new Error('PostgreSQL does not tell which database it is');
  const major = Math.floor(Number(versions[0]?.server_version_num) / 10_000);
  return { system: found.systemid, timeline: Number(found.timeline), major };
}

/** Continues the last period if PostgreSQL still has the log that follows it; otherwise starts a new one. */
async function openPeriod({ pool }: Database, archive: string, identity: Identity): Promise<Period> {
  const last = (await listPeriods(archive)).findLast(
    ({ system, timeline }) => system === identity.system && timeline === identity.timeline,
  );
  const { rows } = await pool.query<{ position: string | null }>(
    `select restart_lsn::text as position from pg_replication_slots where slot_name = $1 and wal_status <> 'lost'`,
    [SLOT],
  );
  const kept = rows[0]?.position;
  if (last && kept && segmentStart(parsePosition(kept)) <= endOf(last)) return last;
  await pool.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [SLOT],
  );
  const { rows: made } = await pool.query<{ begin: string; now: Date }>(
    'select lsn::text as begin, now() as now from pg_create_physical_replication_slot($1, true)',
    [SLOT],
  );
  const [begun] = made;
  if (!begun) throw new Error('PostgreSQL keeps no log for the archive');
  return beginPeriod(archive, { ...identity, begin: begun.begin }, begun.now);
}

/** Without an archive PostgreSQL does not need to keep the log. */
export async function dropSlot({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [SLOT],
  );
}
