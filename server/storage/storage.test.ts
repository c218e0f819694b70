import { readdir, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { httpAnswer, startLyingPeer, type Lie } from '../../test/lying-peer.ts';
import { startObjectStore } from '../../test/object-store.ts';
import { readConfig } from '../config.ts';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { diskStorage } from './disk.ts';
import { openStorage } from './open.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

type Opened = { storage: Storage; files?: () => Promise<string[]>; close(): Promise<void> };

const onDisk = async (): Promise<Opened> => {
  const { folder, remove } = await openTemporaryFolder();
  const files = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  return { storage: diskStorage(folder), files, close: remove };
};

const inBucket = async (): Promise<Opened> => {
  const store = await startObjectStore();
  const config = readConfig({ DATA_DIR: '/nowhere', ...store.settings }, '');
  return { storage: await openStorage(config, () => undefined), close: () => store.stop() };
};

const KEY = 'images/ab/photo.png';

describe.each([
  ['a folder', onDisk],
  ['a bucket', inBucket],
])('OBJ-01 OBJ-02 in %s', (_, open) => {
  let opened: Opened;
  let storage: Storage;
  beforeAll(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterAll(() => opened.close());
  afterEach(() => storage.remove(KEY));

  const contentOf = async (key: string) => {
    const stored = await storage.get(key);
    return stored && { text: (await buffer(stored.stream)).toString(), bytes: stored.bytes };
  };
  /** Only a folder can show that it contains nothing else. */
  const expectFiles = async (...names: string[]) =>
    opened.files && expect(await opened.files()).toEqual(names);

  test('OBJ-02 returns stored bytes or streams, and replaces them atomically', async () => {
    await storage.put(KEY, Buffer.from('first and long'));
    await storage.put(KEY, Readable.from([Buffer.from('sec'), Buffer.from('ond')]));
    expect(await contentOf(KEY)).toEqual({ text: 'second', bytes: 6 });
    await expectFiles('photo.png');
  });

  test('OBJ-02 a failing stream keeps the old content and leaves nothing behind', async () => {
    await storage.put(KEY, Buffer.from('old'));
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half of the new');
        throw new Error('the visitor left');
      })(),
    );
    await expect(storage.put(KEY, failing)).rejects.toThrow('the visitor left');
    expect(await contentOf(KEY)).toEqual({ text: 'old', bytes: 3 });
    await expectFiles('photo.png');
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

  test('OBJ-02 a missing key has no content and can be removed', async () => {
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
    await expectFiles();
  });
});

test('OBJ-01 the copy of a file of a bucket on this machine is readable by its owner only', async () => {
  const { storage, close } = await inBucket();
  onTestFinished(close);
  await storage.put(KEY, Buffer.from('x'));
  const file = await storage.asFile(KEY);
  expect((await stat(file?.path ?? '')).mode & 0o777).toBe(0o600);
  await file?.done();
});

test('OBJ-01 a store that is unreachable or refuses access gives a 503 and a log entry', async () => {
  const store = await startObjectStore();
  const problems: string[] = [];
  const wrong = readConfig({ DATA_DIR: '/nowhere', ...store.settings, S3_SECRET_ACCESS_KEY: 'wrong' }, '');
  const expected = { refusal: { status: 503, code: 'storage_unavailable', retryAfterSeconds: 5 } };
  const storage = await openStorage(wrong, (problem) => problems.push(problem));
  await expect(storage.get(KEY)).rejects.toMatchObject(expected);
  await store.stop();
  await expect(storage.put(KEY, Buffer.from('x'))).rejects.toMatchObject(expected);
  expect(problems).toHaveLength(2);
});

describe('OBJ-01 a misbehaving store', () => {
  const limits = { requestMs: 300, longestCopyMs: 300 };
  const lying = async (lie: Lie, status: number) => {
    const peer = await startLyingPeer(lie, httpAnswer(status));
    onTestFinished(peer.stop);
    const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
    const settings = { endpoint: `http://${peer.host}`, bucket: 'images', region: 'eu', credentials };
    return s3Storage(settings, () => undefined, limits);
  };
  const away = { refusal: { status: 503, code: 'storage_unavailable' } };

  test.each(['silent', 'drip', 'endless', 'garbage'] as const)(
    'an upload whose failure is %s fails with 503',
    async (lie) => {
      const storage = await lying(lie, 500);
      await expect(storage.put(KEY, Buffer.from('x'))).rejects.toMatchObject(away);
    },
  );

  test.each(['drip', 'endless'] as const)('an upload with the success response %s ends', async (lie) => {
    const storage = await lying(lie, 200);
    const [{ status }] = await Promise.allSettled([storage.put(KEY, Buffer.from('x'))]);
    expect(status).toBeDefined();
  });

  test.each(['silent', 'drip', 'endless'] as const)(
    'does not wait for a file with the content %s',
    async (lie) => {
      const storage = await lying(lie, 200);
      await expect(storage.asFile(KEY)).rejects.toMatchObject(away);
    },
  );
});
