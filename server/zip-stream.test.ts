import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipStream } from './zip-stream.ts';

const MB = Buffer.alloc(1024 ** 2, 'x');

test('KB-11 holds files as they were added, packed or as they are', async () => {
  const zip = zipStream(async (add) => {
    await add('a/Größe.md', 'Text');
    await add('images/x.png', MB, { store: true });
  });
  const bytes = await buffer(zip);
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toEqual(['a/Größe.md', 'images/x.png']);
  expect(strFromU8(files['a/Größe.md']!)).toBe('Text');
  expect(MB.equals(files['images/x.png']!)).toBe(true);
  expect(bytes.length).toBeGreaterThan(MB.length);
});

test('KB-11 waits for a slow reader, and ends when the reader goes', async () => {
  let added = 0;
  let ended: Error | undefined;
  const rememberEnd = (error: Error) => {
    ended = error;
    throw error;
  };
  const zip = zipStream(async (add) => {
    for (; added < 100; added += 1) await add(`${added}.bin`, MB, { store: true }).catch(rememberEnd);
  });
  zip.on('error', () => undefined);
  zip.once('readable', () => zip.read(10));
  await sleep(300);
  expect(added).toBeLessThan(20);
  zip.destroy();
  await expect.poll(() => ended?.message).toBe('Nobody reads this zip any more');
  expect(added).toBeLessThan(20);
});

test('KB-11 what goes wrong while it is filled reaches the reader', async () => {
  const zip = zipStream(async (add) => {
    await add('a.md', 'Text');
    throw new Error('the database is away');
  });
  await expect(buffer(zip)).rejects.toThrow('the database is away');
});
