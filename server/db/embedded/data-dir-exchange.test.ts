import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { exchangeContents, finishExchange } from './data-dir-exchange.ts';
import { aFolder } from '../../../test/product-processes.ts';

// Each test starts hundreds of processes, one after the other.
vi.setConfig({ testTimeout: 300_000 });

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const KILLER = pathToFileURL(join(ROOT, 'test/kill-at-call.ts')).href;
/** Both states have a name of their own, names in common, and folders. */
const OLD = { secret: 'old', 'postgres/18/rows': 'old', 'outbox/mail': 'old' };
const NEW = { secret: 'new', 'postgres/18/rows': 'new', 'objects/image': 'new' };

const COMPLETED =
  'The restore of hub.zip was interrupted and is completed now: DATA_DIR holds the restored data.';
const UNCHANGED =
  'The restore of hub.zip was interrupted: DATA_DIR holds the data from before it. To repeat it: npm run restore.';

async function fill(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The files of a data folder, without what stays and without folders with an earlier content. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/^(database\.|backups\/|before-restore-)/.test(path));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'utf8')])),
  );
}

/** Runs a module in a process that is killed before a call. Returns false when it makes fewer calls. */
async function isKilled(script: string, killAt: number): Promise<boolean> {
  const args = ['--import', KILLER, '--input-type=module', '--eval', script];
  const options = { cwd: ROOT, env: { ...process.env, KILL_AT: String(killAt) } };
  try {
    await run(process.execPath, args, options);
    return false;
  } catch (error) {
    if ((error as { signal?: string }).signal !== 'SIGKILL') throw error;
    return true;
  }
}

/** A script that works on a locked data folder, with the fewest imports. */
const locked = (folder: string, work: string) => `
  import { mkdir, writeFile } from 'node:fs/promises';
  import { dirname, join } from 'node:path';
  import { exchangeContents, finishExchange } from './server/db/embedded/data-dir-exchange.ts';
  import { lockDataDir } from './server/db/embedded/data-dir-lock.ts';
  const folder = ${JSON.stringify(folder)};
  const lock = await lockDataDir(folder);
  await finishExchange(folder);
  ${work}
  await lock.release();`;
const restore = (folder: string) =>
  locked(
    folder,
    `await exchangeContents(folder, 'restore of hub.zip', async (built) => {
      for (const [name, text] of Object.entries(${JSON.stringify(NEW)})) {
        await mkdir(dirname(join(built, name)), { recursive: true });
        await writeFile(join(built, name), text);
      }
    });`,
  );
const finish = (folder: string) => locked(folder, '');

test('OPS-04 a restore that is killed before any call leaves all of the old or all of the new data, and says which', async () => {
  const outcomes: string[] = [];
  for (let killAt = 1; ; killAt += 1) {
    const folder = await aFolder();
    await fill(folder, { ...OLD, 'backups/kept.zip': 'kept' });
    const wasKilled = await isKilled(restore(folder), killAt);
    // The next start is killed, too, each time at another call.
    await isKilled(finish(folder), (killAt % 7) + 1);
    let text = '';
    await finishExchange(folder, (line) => (text = line));
    const files = await filesIn(folder);
    const isNew = files['secret'] === 'new';
    expect(files, `killed before call ${killAt}`).toEqual(isNew ? NEW : OLD);
    // Nothing is said when the restore had not begun or had ended.
    expect(['', isNew ? COMPLETED : UNCHANGED]).toContain(text.replace(/ What was there before .*/, ''));
    outcomes.push(isNew ? 'new' : 'old');
    expect(await readFile(join(folder, 'backups/kept.zip'), 'utf8')).toBe('kept');
    const aside = (await readdir(folder)).filter((name) => name.startsWith('before-restore-'));
    expect(aside).toHaveLength(isNew ? 1 : 0);
    for (const name of aside) expect(await filesIn(join(folder, name))).toEqual(OLD);
    if (!wasKilled) break;
    await exchangeContents(folder, 'restore of hub.zip', (built) => fill(built, NEW));
    expect(await filesIn(folder)).toEqual(NEW);
  }
  // One call decides.
  const decision = outcomes.indexOf('new');
  expect(decision).toBeGreaterThan(5);
  expect(new Set(outcomes.slice(decision))).toEqual(new Set(['new']));
});

test('OPS-04 a restore whose moves fail, such as onto a mounted folder, puts everything back', async () => {
  const folder = await aFolder();
  await fill(folder, { ...OLD, 'restoring-1/data/secret': 'new', 'restoring-1/data/objects/image': 'new' });
  const moves = [
    ...['secret', 'postgres', 'outbox'].map((name) => ({ from: name, to: `before-restore-1/${name}` })),
    { from: 'restoring-1/data/secret', to: 'secret' },
    { from: 'restoring-1/data/objects', to: 'not-mounted/objects' },
  ];
  const journal = { what: 'restore of hub.zip', exchange: { moves, aside: 'before-restore-1' } };
  await writeFile(join(folder, 'restore.json'), JSON.stringify(journal));
  let text = '';
  await finishExchange(folder, (line) => (text = line));
  expect(text).toMatch(/could not be completed \(ENOENT.*\): DATA_DIR holds the data from before it/);
  expect(await filesIn(folder)).toEqual(OLD);
});
