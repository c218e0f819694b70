import { existsSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { StartRefused } from '../../config.ts';
import { syncFolder } from '../../sync-folder.ts';
import { writeWhole } from '../../whole-file.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { endLeftover } from './leftover.ts';

/**
 * Replaces the content of a locked data folder. A journal decides: until it lists the moves, an interrupted exchange has
 * changed nothing; from then on the next process that locks the folder completes it. Both repeat safely.
 */

const JOURNAL = 'restore.json';
const UNFINISHED = 'restoring-';
const ASIDE = 'before-restore-';
/**
 * These stay in place: we hold the lock and need the journal, and a restore must not remove the other backups. lost+found
 * belongs to a disk that is mounted here.
 */
const STAYS = ['database.lock', 'database.holder.json', 'backups', 'lost+found', JOURNAL, `${JOURNAL}.part`];

/** `what` is for people. Paths of moves are relative to the data folder. `aside` receives the old content. */
const Journal = z.object({
  what: z.string(),
  exchange: z
    .object({ moves: z.array(z.object({ from: z.string(), to: z.string() })), aside: z.string().optional() })
    .optional(),
});
type Journal = z.infer<typeof Journal>;
type Exchange = NonNullable<Journal['exchange']>;

/** The names that an exchange replaces. */
export const contentsOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter(
    (name) => !STAYS.includes(name) && !name.startsWith(ASIDE) && !name.startsWith(UNFINISHED),
  );

/**
 * Replaces the content by what `fill` writes into a new folder, and moves the old content aside. Any failure leaves the old
 * content. Returns the result of `fill` and the folder with the old content.
 */
export async function exchangeContents<T>(
  folder: string,
  what: string,
  fill: (unfinished: string) => Promise<T>,
): Promise<{ built: T; aside: string | undefined }> {
  let exchange: Exchange | undefined;
  try {
    await writeJournal(folder, { what });
    const unfinished = await makeUnfinished(folder);
    const built = await fill(unfinished);
    await syncFolders(unfinished);
    exchange = await planExchange(folder, unfinished);
    await writeJournal(folder, { what, exchange });
    await moveAll(folder, exchange);
    await endExchange(folder);
    return { built, aside: exchange.aside && join(folder, exchange.aside) };
  } catch (error) {
    if (exchange) await moveAllBack(folder, exchange);
    await endExchange(folder);
    if (!exchange || !(error instanceof Error && 'syscall' in error)) throw error;
    throw new StartRefused(
      `The content of DATA_DIR could not be exchanged and is as before (${error.message}). If a disk is mounted inside ` +
        'DATA_DIR, restore without it, or into another DATA_DIR.',
    );
  }
}

/** Completes or undoes an interrupted exchange, and tells in one line which data the folder holds. */
export async function finishExchange(folder: string, tell = console.log): Promise<void> {
  const journal = await readJournal(folder);
  if (journal) tell(await outcomeOf(folder, journal));
  await endExchange(folder);
}

async function outcomeOf(folder: string, { what, exchange }: Journal): Promise<string> {
  const unchanged = 'DATA_DIR holds the data from before it. To repeat it: npm run restore.';
  if (!exchange) return `The ${what} was interrupted: ${unchanged}`;
  try {
    await moveAll(folder, exchange);
  } catch (error) {
    await moveAllBack(folder, exchange);
    return `The ${what} was interrupted and could not be completed (${(error as Error).message}): ${unchanged}`;
  }
  const kept = exchange.aside ? ` What was there before is in ${join(folder, exchange.aside)}.` : '';
  return `The ${what} was interrupted and is completed now: DATA_DIR holds the restored data.${kept}`;
}

/** For processes that use the folder without its database. */
export async function finishExchangeIn(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, JOURNAL))) return;
  const folder = await realpath(dataDir);
  const lock = await lockDataDir(folder);
  try {
    await finishExchange(folder);
  } finally {
    await lock.release();
  }
}

/**
 * Creates a new folder inside a data folder. Its name follows the data folder, since a moved database is named after its
 * owner.
 */
export async function makeUnfinished(folder: string): Promise<string> {
  const outer = await mkdtemp(join(folder, UNFINISHED));
  const inner = join(outer, basename(folder));
  await mkdir(inner);
  // The same permissions as the target: the database may run under another account.
  const { mode } = await stat(folder);
  for (const each of [outer, inner]) await chmod(each, mode);
  return inner;
}

/** Ends the database of an unfinished folder. When that is a link, also removes its target. */
export async function removeUnfinished(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.name.startsWith(UNFINISHED)) continue;
    const outer = join(folder, entry.name);
    for (const inner of entry.isDirectory() ? await readdir(outer) : [])
      await removeDatabase(join(outer, inner, 'postgres'));
    await rm(outer, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function removeDatabase(place: string): Promise<void> {
  const target = await realpath(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
  if (target === undefined) return;
  for (const major of (await readdir(target)).filter((name) => /^\d+$/.test(name)))
    await endLeftover(join(target, major), () => undefined);
  await rm(target, { recursive: true, force: true, maxRetries: 10 });
}

async function planExchange(folder: string, unfinished: string): Promise<Exchange> {
  const before = await contentsOf(folder);
  const stamp = new Date().toISOString().replaceAll(':', '-').slice(0, 19);
  const aside = before.length > 0 ? await unusedName(folder, ASIDE + stamp) : undefined;
  const built = unfinished.slice(folder.length + 1);
  return {
    aside,
    moves: [
      ...before.map((name) => ({ from: name, to: join(aside ?? '', name) })),
      ...(await readdir(unfinished))
        .filter((name) => !STAYS.includes(name))
        .map((name) => ({ from: join(built, name), to: name })),
    ],
  };
}

async function unusedName(folder: string, name: string, n = 1): Promise<string> {
  const tried = n === 1 ? name : `${name}-${n}`;
  return (await isThere(join(folder, tried))) ? unusedName(folder, name, n + 1) : tried;
}

/** A move that was made is recognised by its target: the old content moves before the new one takes its names. */
async function moveAll(folder: string, { moves, aside }: Exchange): Promise<void> {
  if (aside) await mkdir(join(folder, aside), { recursive: true, mode: 0o700 });
  for (const { from, to } of moves)
    if (!(await isThere(join(folder, to)))) await rename(join(folder, from), join(folder, to));
  if (aside) await syncFolder(join(folder, aside));
  await syncFolder(folder);
}

async function moveAllBack(folder: string, { moves, aside }: Exchange): Promise<void> {
  for (const { from, to } of moves.toReversed())
    if (!(await isThere(join(folder, from)))) await rename(join(folder, to), join(folder, from));
  if (aside && (await isThere(join(folder, aside)))) await rmdir(join(folder, aside));
  await syncFolder(folder);
}

async function endExchange(folder: string): Promise<void> {
  await removeUnfinished(folder);
  for (const name of [JOURNAL, `${JOURNAL}.part`]) await rm(join(folder, name), { force: true });
  await syncFolder(folder);
}

const writeJournal = (folder: string, journal: Journal): Promise<void> =>
  writeWhole(join(folder, JOURNAL), JSON.stringify(journal));

async function readJournal(folder: string): Promise<Journal | undefined> {
  const file = join(folder, JOURNAL);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return Journal.parse(JSON.parse(text));
  } catch {
    throw new StartRefused(`${file} is damaged: restore the backup into a new DATA_DIR.`);
  }
}

/** The files in them are flushed already. PostgreSQL flushes its own folders. */
async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'postgres') await syncFolders(join(folder, entry.name));
  await syncFolder(folder);
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
