import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CommandRefused } from '../../command.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { openHome, type Home } from '../../db/embedded/home.ts';
import { MIGRATIONS } from '../../db/migrate.ts';
import { refuseNewer } from '../../db/migrated-by.ts';
import { openDatabase, type Connection } from '../../db/open.ts';
import { STORE_ID } from '../../installation.ts';
import { noteRecovery } from '../fill-database.ts';
import { openZip } from '../open-backup.ts';
import { intoDataDir } from '../restore.ts';
import { emptyLeftOut } from '../tables.ts';
import {
  listPeriods,
  logFolder,
  missingSegment,
  objectsFolder,
  rangeOf,
  type Base,
  type Period,
  copyObject,
} from './archive-folder.ts';
import { FOLDERS } from './base-backup.ts';
import { parsePosition, SEGMENT_BYTES, segmentName, segmentStart } from './log-position.ts';

export type Recovered = {
  /** Contains everything that was committed up to this moment. */
  moment: Date;
  /** Number of images that the archive lacks. */
  missingImages: number;
  hasSecret: boolean;
  aside: string | undefined;
};

/** Replaying the log of a day takes minutes. */
const LIMIT_MS = 6 * 3_600_000;
/** PostgreSQL's message when the log ends before the requested moment. */
const TARGET_NOT_REACHED = 'recovery ended before configured recovery target was reached';

const inWords = (at: Date): string => at.toISOString();

/** The recoverable periods, oldest first, as readable lines. */
export async function listRanges(archive: string): Promise<string[]> {
  return (await listPeriods(archive)).flatMap((period) => {
    const range = rangeOf(period);
    return range ? [`${inWords(range.from)} to ${inWords(range.until)}`] : [];
  });
}

/**
 * Recovers DATA_DIR to a moment, or to the latest possible one. Treats existing content like restoreBackup. Throws
 * CommandRefused, StartRefused.
 */
export async function recover(
  archive: string,
  dataDir: string,
  moment: Date | 'latest',
  force: boolean,
): Promise<Recovered> {
  const chosen = await choose(archive, moment);
  const to = moment === 'latest' ? 'latest' : inWords(moment);
  const { built, aside } = await intoDataDir(dataDir, force, {
    what: `recovery to ${to}`,
    again: `--to ${to}`,
    build: (folder) => build(archive, chosen, folder),
  });
  return { ...built, moment: moment === 'latest' ? chosen.until : moment, aside };
}

type Chosen = { period: Period; base: Base; until: Date; moment: Date | 'latest' };

/** Chooses the last base before the moment whose log is complete. */
async function choose(archive: string, moment: Date | 'latest'): Promise<Chosen> {
  const periods = (await listPeriods(archive)).filter((period) => period.bases.length > 0);
  if (periods.length === 0)
    throw new CommandRefused(
      `The archive ${archive} holds no database yet. Set ARCHIVE_DIR to the folder that Ops Hub archived to.`,
    );
  for (const period of periods.toReversed()) {
    const { until } = period;
    const base = period.bases.findLast(
      ({ finishedAt }) => moment === 'latest' || new Date(finishedAt) <= moment,
    );
    if (!base || !until || until < new Date(base.finishedAt)) continue;
    if (moment !== 'latest' && moment > until) break;
    const missing = missingSegment(period, base);
    if (missing === undefined) return { period, base, until, moment };
    throw new CommandRefused(
      `${join(logFolder(period.folder), `${missing}.gz`)} is missing, and without it this moment cannot be recovered. ` +
        `Bring the file back, or choose another moment. ${await whatThereIs(archive)}`,
    );
  }
  throw new CommandRefused(
    `${moment === 'latest' ? 'Nothing' : `The moment ${inWords(moment)}`} can be recovered from ${archive}. ` +
      `${await whatThereIs(archive)} Older states may be in a backup: npm run restore -- --list`,
  );
}

async function whatThereIs(archive: string): Promise<string> {
  const ranges = await listRanges(archive);
  return ranges.length === 0 ? 'No moment can be recovered.' : `It has ${ranges.join(', and ')}.`;
}

async function build(archive: string, chosen: Chosen, dataDir: string) {
  await mkdir(dataDir, { recursive: true });
  const home = await openHome(dataDir, () => undefined);
  const dataFolder = await unpack(chosen, home);
  const config = join(dataFolder, 'postgresql.auto.conf');
  const before = await readFile(config, 'utf8');
  await own(join(dataFolder, 'recovery.signal'), home, '');
  const replayTo = (moment: Date | 'latest') => own(config, home, before + recoverySettings(moment));
  await replayTo(chosen.moment);
  const start = () => startEmbedded({ dataDir, log: () => undefined, startLimitMs: LIMIT_MS });
  const { connection, stop } = await start().catch(async (error: Error) => {
    if (!error.message.includes(TARGET_NOT_REACHED)) throw error;
    // Nothing was written between the moment and the end of the archive.
    await replayTo('latest');
    return start();
  });
  let missingImages: number;
  try {
    await own(config, home, before);
    missingImages = await finish(connection, archive, dataDir, chosen);
  } finally {
    await stop();
  }
  const secret = await readFile(join(chosen.period.folder, 'secret')).catch(() => undefined);
  if (secret) await writeFile(join(dataDir, 'secret'), secret, { mode: 0o600, flush: true });
  return { missingImages, hasSecret: secret !== undefined };
}

/** Rejects connections until the moment is reached. */
function recoverySettings(moment: Date | 'latest'): string {
  const at =
    moment === 'latest'
      ? []
      : [`recovery_target_time = '${inWords(moment).replace('T', ' ').replace('Z', '+00')}'`];
  return [
    '',
    // The log files are already in place.
    `restore_command = 'false'`,
    `recovery_target_timeline = 'current'`,
    `recovery_target_action = 'promote'`,
    `hot_standby = 'off'`,
    ...at,
    '',
  ].join('\n');
}

/** Writes a file for the database's account, which may differ from ours. */
async function own(path: string, { account }: Home, content: string | Readable, ...through: Duplex[]) {
  await pipeline([
    typeof content === 'string' ? Readable.from([content]) : content,
    ...through,
    createWriteStream(path, { mode: 0o600, flush: true }),
  ]);
  if (account) await chown(path, account.uid, account.gid);
}

async function ownFolder(path: string, { account }: Home): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}

/** Unpacks the base and the log from it on. Returns the data folder. */
async function unpack({ period, base }: Chosen, home: Home): Promise<string> {
  const zip = await openZip(base.path);
  const dataFolder = join(home.folder, String(period.major));
  try {
    await zip.verify();
    await ownFolder(dataFolder, home);
    for (const name of JSON.parse(await zip.readText(FOLDERS)) as string[])
      await ownFolder(join(dataFolder, name), home);
    for (const name of zip.names.filter((each) => each !== FOLDERS))
      await own(join(home.folder, name), home, await zip.read(name));
  } finally {
    zip.close();
  }
  const first = segmentStart(parsePosition(base.from));
  for (const position of period.segments.filter((each) => each >= first)) {
    const name = segmentName(period.timeline, position);
    await unpackSegment(join(logFolder(period.folder), name), join(dataFolder, 'pg_wal', name), home);
  }
  return dataFolder;
}

/** Pads the partial segment to its full length: the padding is not valid log, so it ends the recovery. */
async function unpackSegment(archived: string, target: string, home: Home): Promise<void> {
  const packed = await stat(`${archived}.gz`).catch(() => undefined);
  try {
    const from = createReadStream(`${archived}.${packed ? 'gz' : 'partial'}`);
    await own(target, home, from, ...(packed ? [createGunzip()] : []));
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw new CommandRefused(
      `${archived}.gz is damaged (${message}): bring it back from a copy of the archive.`,
    );
  }
  await truncate(target, SEGMENT_BYTES);
}

/** Turns the recovered database into a restored one. Returns the number of missing images. */
async function finish(
  connection: Connection,
  archive: string,
  dataDir: string,
  { moment, until }: Chosen,
): Promise<number> {
  const database = openDatabase(connection, (message) => console.error(message));
  const client = database.newClient();
  try {
    await client.connect();
    await refuseNewer(client, MIGRATIONS);
    await emptyLeftOut(client);
    await noteRecovery(client, moment === 'latest' ? until : moment);
    const { rows } = await client.query<{ key: string }>('select distinct key from objects');
    let missing = 0;
    await copyObject(STORE_ID, objectsFolder(archive), join(dataDir, 'objects'));
    for (const { key } of rows)
      if (!(await copyObject(key, objectsFolder(archive), join(dataDir, 'objects')))) missing += 1;
    return missing;
  } finally {
    await client.end();
    await database.close();
  }
}
