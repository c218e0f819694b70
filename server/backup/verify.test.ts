import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, expect, test, vi } from 'vitest';
import { withApp } from '../../test/app.ts';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { aDocument } from '../../test/factories.ts';
import { aStoredImage } from '../../test/stored-image.ts';
import { makeBackup } from './make.ts';
import { openBackup } from './open-backup.ts';
import { verifyBackup } from './verify.ts';

vi.setConfig({ testTimeout: 120_000 });
const at = withApp();
let folder = '';
let good = '';
let image = '';

beforeAll(async () => {
  const temporary = await openTemporaryFolder();
  folder = temporary.folder;
  const ann = await at.current.signedIn({ role: 'admin' });
  image = await aStoredImage(at.current, ann.user.id);
  await aDocument(at.current.database.db, ann.user, { content: `![Plan](/objects/${image})` });
  good = join(folder, 'good.zip');
  await makeBackup(at.current.database, at.current.config, good);
  return temporary.remove;
});

const verify = (path: string, fields: Partial<Parameters<typeof verifyBackup>[1]> = {}) =>
  verifyBackup(path, {
    DATA_DIR: at.current.config.DATA_DIR,
    databaseBytes: 1_000,
    freeSpaceIn: async () => 1e12,
    missingImages: 0,
    signal: new AbortController().signal,
    limitMs: 60_000,
    logFailure: () => undefined,
    ...fields,
  });
const leftovers = async () =>
  (await readdir(at.current.config.DATA_DIR)).filter((name) => name.startsWith('restoring-'));

type Files = Record<string, Uint8Array>;

/** The valid backup with other contents and matching checksums. */
async function changed(name: string, change: (files: Files) => void): Promise<string> {
  const files = unzipSync(await readFile(good)) as Files;
  change(files);
  const path = join(folder, `${name}.zip`);
  await writeFile(path, zipSync(files, { level: 0 }));
  return path;
}

test('OPS-04 restores a valid backup for a trial, and nothing of the trial remains', async () => {
  expect(await verify(good)).toBeUndefined();
  expect(await leftovers()).toEqual([]);
});

async function contentOf(path: string): Promise<Record<string, Buffer>> {
  const { zip } = await openBackup(path);
  const files: Record<string, Buffer> = {};
  for (const name of zip.names) files[name] = await buffer(await zip.read(name));
  zip.close();
  return files;
}

/** The contents of a valid backup, or the reason for its refusal. */
async function contentOrRefusal(path: string): Promise<unknown> {
  try {
    return await contentOf(path);
  } catch (error) {
    const { message } = error as Error;
    return /damaged|does not know/.exec(message)?.[0] ?? message;
  }
}

test('OPS-04 detects every flipped bit and every truncation of a backup', async () => {
  const bytes = await readFile(good);
  const contents = await contentOf(good);
  const damaged = join(folder, 'damaged.zip');
  // Places all over the file, including its last bytes.
  for (let n = 0; n < 120; n += 1) {
    const place = Math.floor(((n + 0.5) / 120) * bytes.length);
    const copy = Buffer.from(bytes);
    copy[place] = (copy[place] ?? 0) ^ (1 << (n % 8));
    await writeFile(damaged, copy);
    // Metadata in the zip, such as times, does not affect the contents.
    expect([place, await contentOrRefusal(damaged)]).toEqual([
      place,
      expect.toBeOneOf([contents, 'damaged', 'does not know']),
    ]);
    await writeFile(damaged, bytes.subarray(0, place));
    await expect(openBackup(damaged)).rejects.toThrow('damaged');
  }
});

test('OPS-04 the trial detects rows that are missing, wrong or inconsistent', async () => {
  const count = (files: Files, table: string, change: number) => {
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as {
      tables: { name: string; rows: number }[];
    };
    for (const each of manifest.tables) if (each.name === table) each.rows += change;
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  };
  const empty = (files: Files, table: string) => (files[`tables/${table}`] = new Uint8Array());
  const missing = await changed('missing', (files) => empty(files, 'documents'));
  await expect(verify(missing)).rejects.toThrow('documents has 0 rows instead of 1');
  const without = await changed('without', (files) => {
    empty(files, 'users');
    count(files, 'users', -1);
  });
  await expect(verify(without)).rejects.toThrow('do not fit together');
  const wrong = await changed('wrong', (files) => (files['tables/users'] = strToU8('no row at all\n')));
  await expect(verify(wrong)).rejects.toThrow('do not fit together');
  expect(await leftovers()).toEqual([]);
});

test('OPS-04 refuses a backup that lacks what its manifest lists, or whose format is newer', async () => {
  for (const name of [`objects/images/${image}.png`, 'secret', 'tables/documents']) {
    const path = await changed('lacking', (files) => delete files[name]);
    await expect(openBackup(path)).rejects.toThrow('not everything that it lists is in it');
  }
  const newer = await changed('newer', (files) => {
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as object;
    files['manifest.json'] = strToU8(JSON.stringify({ ...manifest, format: 2 }));
  });
  await expect(openBackup(newer)).rejects.toThrow('does not know');
});

test('OPS-04 detects a missing image unless the store lacked it already', async () => {
  const path = await changed('image', (files) => {
    delete files[`objects/images/${image}.png`];
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as {
      objects: { files: number };
    };
    manifest.objects.files -= 1;
    files['manifest.json'] = strToU8(JSON.stringify(manifest));
  });
  await expect(verify(path)).rejects.toThrow('1 images are not in it');
  expect(await verify(path, { missingImages: 1 })).toBeUndefined();
});

test('OPS-04 the trial gives the reason when it lacks space or time, and a stop ends it', async () => {
  expect(await verify(good, { freeSpaceIn: async () => 1_000 })).toContain('needs 100 MB');
  expect(await verify(good, { limitMs: 1 })).toContain('took longer than');
  const stopping = AbortSignal.timeout(1);
  await expect(verify(good, { signal: stopping })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(await leftovers()).toEqual([]);
});
