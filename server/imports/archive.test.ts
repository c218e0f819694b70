import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { zipSync, type Zippable } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { BadArchive, openArchive, removeUnpacked } from './archive.ts';

const MB = 1024 ** 2;

let temporary: Awaited<ReturnType<typeof openTemporaryFolder>>;
beforeAll(async () => {
  temporary = await openTemporaryFolder();
});
afterAll(() => temporary.remove());

const page = Buffer.from('# Title\n\nSome text that is long enough to be packed, packed, packed.\n');

async function open(bytes: Uint8Array, limits?: Parameters<typeof openArchive>[1]) {
  const path = join(temporary.folder, 'test.zip');
  await writeFile(path, bytes);
  return openArchive(path, limits);
}

async function refusalOf(bytes: Uint8Array, limits?: Parameters<typeof openArchive>[1]): Promise<string> {
  try {
    const archive = await open(bytes, limits);
    try {
      for (const file of archive.files) await archive.read(file);
    } finally {
      await archive.close();
    }
  } catch (error) {
    if (error instanceof BadArchive) return error.message;
    throw error;
  }
  throw new Error('the zip was taken');
}

/** fflate cannot write invalid zips, so the test patches one. Readers use the central directory at the end. */
function patched(files: Zippable, change: (zip: Buffer, entry: number) => void): Buffer {
  const zip = Buffer.from(zipSync(files));
  change(zip, zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])));
  return zip;
}

/** Replaces a name by one of the same length, in both places where it occurs. */
function renamed(from: string, to: string): Buffer {
  const zip = zipSync({ 'other.md': page, [from]: page });
  return Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1');
}

describe('OPS-04 a zip', () => {
  test('OPS-04 lists its files without folders and reads them', async () => {
    const archive = await open(
      zipSync({ 'a/': new Uint8Array(), 'a/b.md': page, 'é 😀.md': [page, { level: 0 }] }),
    );
    expect(archive.files.map(({ path, bytes }) => ({ path, bytes }))).toEqual([
      { path: 'a/b.md', bytes: page.length },
      { path: 'é 😀.md', bytes: page.length },
    ]);
    for (const file of archive.files) expect(await archive.read(file)).toEqual(page);
    await archive.close();
  });

  test('OPS-04 refuses a file that is no zip, is truncated, or is empty', async () => {
    const damaged = 'This file is not a zip, or it is damaged';
    expect(await refusalOf(Buffer.from('hello'))).toBe(damaged);
    expect(await refusalOf(Buffer.alloc(0))).toBe(damaged);
    const zip = zipSync({ 'a.md': page });
    expect(await refusalOf(zip.slice(0, zip.length - 30))).toBe(damaged);
    expect(await refusalOf(zip.slice(20))).toMatch(/damaged/);
    expect(await refusalOf(zipSync({}))).toBe('The zip holds no files');
    expect(await refusalOf(zipSync({ 'a/': new Uint8Array(), 'a/b/': new Uint8Array() }))).toBe(
      'The zip holds no files',
    );
  });

  test('OPS-04 refuses one with a flipped byte, compressed and uncompressed', async () => {
    for (const level of [0, 6] as const) {
      const zip = Buffer.from(zipSync({ 'a.md': [page, { level }] }));
      const at = 30 + 'a.md'.length + 12;
      zip.writeUInt8(zip.readUInt8(at) ^ 1, at);
      expect(await refusalOf(zip)).toBe('The zip is damaged: a.md cannot be unpacked');
    }
  });

  test.each(['../x.md', '/../x0.md', 'C:\\xx.md', 'a/../../x.md', '..\\xx.md'])(
    'OPS-04 with the path %s is refused',
    async (path) => {
      expect(await refusalOf(renamed('x'.repeat(path.length), path))).toMatch(
        /^The zip holds a path that leads out of it/,
      );
    },
  );

  test('OPS-04 with a link is read without it', async () => {
    const archive = await open(
      zipSync({
        'a.md': page,
        'link.md': [Buffer.from('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
      }),
    );
    expect(archive.files.map(({ path }) => path)).toEqual(['a.md']);
    expect(archive.links).toEqual(['link.md']);
    await archive.close();
  });

  test('OPS-04 with a password is refused', async () => {
    const zip = patched({ 'a.md': page }, (bytes, entry) => bytes.writeUInt16LE(1, entry + 8));
    expect(await refusalOf(zip)).toBe('The zip is protected by a password');
  });

  test('OPS-04 with control characters in a path is refused', async () => {
    expect(await refusalOf(zipSync({ 'a\0b.md': page }))).toBe(
      'The zip holds a path with control characters: a?b.md',
    );
  });

  test('OPS-04 with two files of one name is refused', async () => {
    expect(await refusalOf(renamed('xxxxx.md', 'other.md'))).toBe(
      'The zip holds two files of the same name: other.md',
    );
  });

  test('OPS-04 beyond the limits is refused before anything is unpacked', async () => {
    const zip = zipSync({ 'a.md': Buffer.alloc(900_000), 'b.md': Buffer.alloc(900_000) });
    const limits = { files: 2, unpackedMb: 2, fileMb: 1 };
    await (await open(zip, limits)).close();
    expect(await refusalOf(zip, { ...limits, files: 1 })).toBe('The zip holds more than 1 files');
    expect(await refusalOf(zip, { ...limits, unpackedMb: 1 })).toBe('The zip would unpack to more than 1 MB');
    expect(await refusalOf(zip, { ...limits, fileMb: 0.5 })).toBe(
      'A file in the zip is larger than 0.5 MB: a.md',
    );
    const folders = zipSync({ 'a.md': page, 'b/': new Uint8Array(), 'c/': new Uint8Array() });
    expect(await refusalOf(folders, { ...limits, files: 1 })).toBe('The zip holds more than 1 files');
    const parts = zipSync({
      '1.zip': zipSync({ 'a.md': Buffer.alloc(900_000) }),
      '2.zip': zipSync({ 'b.md': Buffer.alloc(900_000) }),
    });
    await (await open(parts, limits)).close();
    expect(await refusalOf(parts, { ...limits, unpackedMb: 1 })).toBe(
      'The zip would unpack to more than 1 MB',
    );
  });

  test('F5 that unpacks to far more than its size is refused before it is unpacked, also within a zip', async () => {
    const zeros = zipSync({ 'a.md': Buffer.alloc(33 * MB), 'b.md': Buffer.alloc(33 * MB) }, { level: 1 });
    expect(zeros.length).toBeLessThan(MB);
    expect(await refusalOf(zeros)).toMatch(/^The zip would unpack to [\d,]+ times its size/);
    // Packed twice, zeros are few bytes in each zip.
    const twice = zipSync(
      { '1.zip': zipSync({ 'a.bin': [Buffer.alloc(66 * MB), { level: 0 }] }) },
      { level: 1 },
    );
    expect(await refusalOf(twice)).toMatch(/^The zip would unpack to [\d,]+ times its size/);
    const logs = zipSync({ 'a.md': Buffer.from('2026-05-04 10:20:30 INFO started\n'.repeat(100_000)) });
    await (await open(logs)).close();
    const parts = zipSync({
      '1.zip': [logs, { level: 9 }],
      '2.zip': [zipSync({ 'b.md': randomBytes(60 * MB) }, { level: 0 }), { level: 0 }],
    });
    await (await open(parts)).close();
  });

  test('F5 unpacked zips of a thread that ended, or of a killed process, are removed', async () => {
    const zip = zipSync({ '1.zip': zipSync({ 'a.md': page }) });
    const unpacked = async () =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('ops-hub-import-'));
    const archive = await open(zip);
    // Numbers of processes end below this.
    const killed = await mkdtemp(join(tmpdir(), 'ops-hub-import-4194305-1-'));
    await removeUnpacked(threadId + 1);
    const left = await unpacked();
    expect(left).not.toContain(basename(killed));
    const own = left.filter((name) => name.startsWith(`ops-hub-import-${process.pid}-${threadId}-`));
    expect(own).toHaveLength(1);
    await removeUnpacked(threadId);
    expect(await unpacked()).not.toContain(own[0]);
    await archive.close();
  });

  test('OPS-04 is refused by its declared size, or while it is read if it declares too little', async () => {
    const sized = (size: number) =>
      patched({ 'a.md': Buffer.alloc(900_000) }, (bytes, entry) => bytes.writeUInt32LE(size, entry + 24));
    await expect(open(sized(65 * 1024 ** 2))).rejects.toThrow('A file in the zip is larger than 64 MB: a.md');
    expect(await refusalOf(sized(10))).toBe('The zip is damaged: a.md cannot be unpacked');
  });
});
