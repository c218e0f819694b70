import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTemporaryFolder } from '../db/embedded-fixture.ts';
import { diskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

let temporary: Awaited<ReturnType<typeof openTemporaryFolder>>;
let storage: Storage;
beforeEach(async () => {
  temporary = await openTemporaryFolder();
  storage = diskStorage(temporary.folder);
});
afterEach(() => temporary.remove());

const KEY = 'images/ab/photo.png';
const contentOf = async (key: string) => {
  const stored = await storage.get(key);
  return stored && { text: (await buffer(stored.stream)).toString(), bytes: stored.bytes };
};
const filesIn = async () =>
  (await readdir(temporary.folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test('OBJ-02 what was put is there, as bytes or as a stream, and is replaced whole', async () => {
  await storage.put(KEY, Buffer.from('first and long'));
  await storage.put(KEY, Readable.from([Buffer.from('sec'), Buffer.from('ond')]));
  expect(await contentOf(KEY)).toEqual({ text: 'second', bytes: 6 });
  expect(await filesIn()).toEqual(['photo.png']);
});

test('OBJ-02 a stream that fails leaves the old content and nothing of its own', async () => {
  await storage.put(KEY, Buffer.from('old'));
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('half of the new');
      throw new Error('the visitor left');
    })(),
  );
  await expect(storage.put(KEY, failing)).rejects.toThrow('the visitor left');
  expect(await contentOf(KEY)).toEqual({ text: 'old', bytes: 3 });
  expect(await filesIn()).toEqual(['photo.png']);
});

test('OBJ-02 a reader that began before a replacement reads the old content to its end', async () => {
  await storage.put(KEY, Buffer.alloc(300_000, 'a'));
  const stored = await storage.get(KEY);
  const chunks: Buffer[] = [];
  for await (const chunk of stored?.stream ?? []) {
    if (chunks.length === 0) await storage.put(KEY, Buffer.alloc(300_000, 'b'));
    chunks.push(chunk as Buffer);
  }
  expect(Buffer.concat(chunks).equals(Buffer.alloc(300_000, 'a'))).toBe(true);
});

test('OBJ-02 a missing key has no content and may be removed', async () => {
  expect(await storage.get('images/none')).toBeUndefined();
  expect(await storage.asFile('images/none')).toBeUndefined();
  await storage.put(KEY, Buffer.from('x'));
  const file = await storage.asFile(KEY);
  expect(await readFile(file?.path ?? '', 'utf8')).toBe('x');
  await file?.done();
  await storage.remove(KEY);
  await storage.remove(KEY);
  expect(await storage.get(KEY)).toBeUndefined();
});

test.each([
  '../x',
  'images/../../x',
  '/etc/passwd',
  'images//x',
  'images/.x',
  'images',
  '',
  'Images/x',
  'a/b\\c',
  'a/b\nc',
  'a/b/',
])('OBJ-02 the key %j is refused by every operation', async (key) => {
  await expect(async () => storage.put(key, Buffer.from('x'))).rejects.toThrow('not a storage key');
  await expect(async () => storage.get(key)).rejects.toThrow('not a storage key');
  await expect(async () => storage.asFile(key)).rejects.toThrow('not a storage key');
  await expect(async () => storage.remove(key)).rejects.toThrow('not a storage key');
  expect(await filesIn()).toEqual([]);
});
