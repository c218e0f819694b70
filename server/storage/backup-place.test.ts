import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { startObjectStore, type ObjectStore } from '../../test/object-store.ts';
import { aFolder } from '../../test/product-processes.ts';
import { withWebTarget } from '../../test/web-target.ts';
import { readConfig } from '../config.ts';
import { openBackupPlace } from './open.ts';

vi.setConfig({ testTimeout: 60_000 });
let store: ObjectStore;
beforeAll(async () => void (store = await startObjectStore({ canList: true })));
afterAll(() => store.stop());

const scripted = withWebTarget((_, response) => response.end());

const PREFIX = 'ops-hub-1a2b3c4d-';
const NAME = `${PREFIX}2026-01-31-023000.zip`;

/** Backups use the bucket of the images if no other server is set. */
const bucketSettings = () => ({ ...store.settings, BACKUP_S3_BUCKET: store.settings['S3_BUCKET'] });

describe.each([
  ['a folder', () => ({})],
  ['a bucket', bucketSettings],
])('OPS-04 %s for backups', (_, settings) => {
  const open = async () => {
    const folder = await aFolder();
    return {
      folder,
      place: await openBackupPlace(readConfig({ DATA_DIR: folder, ...settings() }, ''), () => undefined),
    };
  };

  test('stores a complete file, lists it, returns it and removes it', async () => {
    const { place } = await open();
    expect(await place.list()).toEqual([]);
    await place.prepare(PREFIX);
    expect((await stat(place.workFolder)).mode & 0o777).toBe(0o700);
    const file = join(place.workFolder, `${NAME}.part`);
    // More than two parts of a multipart upload.
    const content = randomBytes(35_000_000);
    await writeFile(file, content, { mode: 0o600 });
    await place.keep(file, NAME);
    expect(existsSync(file)).toBe(false);
    expect(await place.list()).toEqual([{ name: NAME, bytes: content.length }]);
    const given = await place.asFile(NAME);
    expect((await readFile(given?.path ?? '')).equals(content)).toBe(true);
    expect((await stat(given?.path ?? '')).mode & 0o777).toBe(0o600);
    await given?.done();
    expect(await place.asFile(`${PREFIX}2026-02-01-023000.zip`)).toBeUndefined();
    await place.remove(NAME);
    await place.remove(NAME);
    expect(await place.list()).toEqual([]);
  });

  test('removes the rest of an interrupted backup, but not one of another installation', async () => {
    const { place } = await open();
    await mkdir(place.workFolder, { recursive: true });
    for (const name of [`${NAME}.part`, 'ops-hub-ffffffff-2026-01-31-023000.zip.part'])
      await writeFile(join(place.workFolder, name), 'half');
    await place.prepare(PREFIX);
    expect(await readdir(place.workFolder)).toEqual(['ops-hub-ffffffff-2026-01-31-023000.zip.part']);
  });
});

test('OPS-04 reports a bucket that is missing, or whose server is unreachable', async () => {
  const DATA_DIR = await aFolder();
  const warn = vi.fn<(problem: string) => void>();
  const missing = await openBackupPlace(
    readConfig({ DATA_DIR, ...store.settings, BACKUP_S3_BUCKET: 'not-there' }, ''),
    warn,
  );
  const text = `The bucket not-there at ${store.settings['S3_ENDPOINT']} cannot be used for backups: `;
  const advice = 'it does not exist. Create it, or correct BACKUP_S3_BUCKET';
  await expect(missing.list()).rejects.toThrow(text + advice);
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining(`${text}NoSuchBucket`));
  const file = join(DATA_DIR, 'file');
  await writeFile(file, 'x');
  await expect(missing.keep(file, NAME)).rejects.toThrow(text + advice);
  expect(existsSync(file)).toBe(true);
  const away = { BACKUP_S3_BUCKET: 'hub', BACKUP_S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  const key = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'word' };
  const place = await openBackupPlace(readConfig({ DATA_DIR, ...away, ...key }, ''), warn);
  await expect(place.list()).rejects.toThrow(
    /^The bucket hub at http:.* cannot be used for backups: its server does not/,
  );
  expect(warn).toHaveBeenLastCalledWith(expect.stringContaining('ECONNREFUSED'));
});

test('OPS-04 a key that the store refuses stores nothing; the backup stays in the work folder', async () => {
  const checking = await startObjectStore();
  onTestFinished(() => checking.stop());
  const DATA_DIR = await aFolder();
  const settings = { ...checking.settings, S3_SECRET_ACCESS_KEY: 'wrong', BACKUP_S3_BUCKET: 'ops-hub' };
  const place = await openBackupPlace(readConfig({ DATA_DIR, ...settings }, ''), () => undefined);
  const file = join(DATA_DIR, 'file');
  await writeFile(file, 'x');
  await expect(place.keep(file, NAME)).rejects.toThrow(
    'cannot be used for backups: the store refuses the access key. Check the key and its rights',
  );
  expect(existsSync(file)).toBe(true);
});

test.each([
  [507, 'InsufficientStorage'],
  [403, 'XMinioStorageFull'],
  [403, 'QuotaExceeded'],
])('OPS-04 a store that is full (%i %s) is named, and keeps no parts', async (status, code) => {
  const requests: string[] = [];
  scripted.current.answer = ({ method = '', url = '' }, response) => {
    requests.push(`${method} ${url.replace(/\?.*(partNumber=\d+|uploads|uploadId=\w+).*/, ' $1')}`);
    const begun = '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>';
    const full = `<Error><Code>${code}</Code><Message>No space</Message></Error>`;
    response.writeHead(method === 'PUT' ? status : 200, { 'content-type': 'application/xml' });
    response.end(method === 'PUT' ? full : method === 'POST' ? begun : '');
  };
  const DATA_DIR = await aFolder();
  const settings = { BACKUP_S3_BUCKET: 'hub', BACKUP_S3_ENDPOINT: scripted.current.url };
  const key = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'word' };
  const place = await openBackupPlace(readConfig({ DATA_DIR, ...settings, ...key }, ''), () => undefined);
  const file = join(DATA_DIR, 'file');
  await writeFile(file, 'x');
  await expect(place.keep(file, NAME)).rejects.toThrow(
    'cannot be used for backups: the store is full. Free space, or keep fewer backups (BACKUP_KEEP)',
  );
  expect(existsSync(file)).toBe(true);
  expect(requests.at(0)).toBe(`POST /hub/${NAME} uploads`);
  expect(requests.at(-1)).toBe(`DELETE /hub/${NAME} uploadId=u1`);
});
