import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isLocked, lockDataDir, readHolder } from './data-dir-lock.ts';
import { openTemporaryFolder, runNode } from '../../../test/embedded-fixture.ts';
import { StartRefused } from '../../config.ts';

vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
let remove: () => Promise<void>;

beforeEach(async () => ({ folder: dataDir, remove } = await openTemporaryFolder()));
afterEach(() => remove());

/** A process that prints 'held' and keeps the lock until its stdin ends, or prints the refusal. */
function holder() {
  return runNode(`
    const { lockDataDir } = await import(here + '/server/db/embedded/data-dir-lock.ts');
    await lockDataDir(${JSON.stringify(dataDir)}).then(() => console.log('held'), (error) => console.log(error.message));
    process.stdin.resume();
  `);
}

test('OPS-05 refuses a second process with one line that names the folder and the holder', async () => {
  const first = holder();
  expect(await first.nextLine()).toBe('held');

  const refusal = await lockDataDir(dataDir).catch((error: unknown) => error);

  expect(refusal).toBeInstanceOf(StartRefused);
  expect((refusal as Error).message).toBe(
    `DATA_DIR ${dataDir} is in use by another Ops Hub (process ${first.pid}). Stop that one first.`,
  );
  first.child.stdin?.end();
  await first.ended;
});

test('refuses a second lock in the same process, and the attempt does not release the first', async () => {
  const lock = await lockDataDir(dataDir);

  await expect(lockDataDir(dataDir)).rejects.toThrow(`process ${process.pid}`);

  const other = holder();
  expect(await other.nextLine()).toContain(`process ${process.pid}`);
  other.child.stdin?.end();
  await lock.release();
  expect(isLocked(dataDir)).toBe(false);
  expect(await readHolder(dataDir)).toBeUndefined();
});

test('exactly one of many simultaneous attempts takes over a stale lock after kill -9', async () => {
  const killed = holder();
  expect(await killed.nextLine()).toBe('held');
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect((await readHolder(dataDir))?.pid).toBe(killed.pid);

  const rivals = Array.from({ length: 5 }, () => holder());
  const answers = await Promise.all(rivals.map((rival) => rival.nextLine()));

  expect(answers.filter((answer) => answer === 'held')).toHaveLength(1);
  const winner = rivals[answers.indexOf('held')];
  expect(answers.filter((answer) => answer.includes(`process ${winner?.pid}`))).toHaveLength(4);
  for (const rival of rivals) rival.child.stdin?.end();
  await Promise.all(rivals.map((rival) => rival.ended));
});

test('a stale note that names a running process blocks nobody', async () => {
  await writeFile(join(dataDir, 'database.holder.json'), JSON.stringify({ pid: process.ppid }));

  const lock = await lockDataDir(dataDir);

  expect(lock.leftover).toEqual({ pid: process.ppid });
  await lock.release();
});
