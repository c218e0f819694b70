import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { readConfig } from '../config.ts';
import { diskReserve } from './disk-reserve.ts';
import { watchFreeSpace } from './free-space.ts';

const GB = 1024 ** 3;
const MB = 1024 ** 2;

describe('F6 a reserve on the disk of the database', () => {
  const CONFIG = readConfig({ DATA_DIR: '/data' }, '');

  async function isTaken(folder: string) {
    await expect.poll(() => bytesIn(folder), { timeout: 10_000 }).toBe(48 * 1024);
  }

  async function withFolder() {
    const { folder, remove } = await openTemporaryFolder();
    onTestFinished(remove);
    const kept = join(folder, 'reserve');
    const disk = { device: 1, free: 50 * GB, size: 100 * GB, freeInodes: 100_000, inodes: 1_000_000 };
    const open = () =>
      watchFreeSpace(CONFIG, { measure: async () => disk, reserve: diskReserve(kept, 1024) });
    const space = await open();
    onTestFinished(() => space.stop());
    await isTaken(kept);
    return { kept, disk, space, open };
  }
  async function bytesIn(folder: string): Promise<number> {
    const files = (await readdir(folder).catch(() => [])).map((name) => stat(join(folder, name)));
    return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
  }

  test.each([
    ['bytes', { free: 1 * MB }],
    ['inodes', { freeInodes: 3 }],
  ])('is taken at the start, released when no %s are left, and taken again later', async (_, none) => {
    const { kept, disk, space } = await withFolder();
    await isTaken(kept);
    const plenty = { ...disk };
    Object.assign(disk, none);
    await space.look();
    expect(await bytesIn(kept)).toBe(0);
    expect(space.isFull('database')).toBe(true);
    Object.assign(disk, plenty);
    await space.look();
    expect(space.isFull('database')).toBe(false);
    await isTaken(kept);
  });

  test('is found again after a restart, and not taken on a disk that is too small for it', async () => {
    const { kept, disk, space, open } = await withFolder();
    const again = await open();
    again.stop();
    expect(await again.makeRoom()).toBe(true);
    expect(await bytesIn(kept)).toBe(0);
    space.stop();
    disk.free = 300 * MB + 1024;
    const late = await open();
    late.stop();
    expect(await bytesIn(kept)).toBe(0);
    expect(late.isFull('database')).toBe(true);
  });
});
