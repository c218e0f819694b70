import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { administration } from '../../contract/calls/administration.ts';
import { documents } from '../../contract/calls/documents.ts';
import { search } from '../../contract/calls/search.ts';
import { startTestApp, withApp } from '../../test/app.ts';
import { PASSWORD } from '../../test/factories.ts';
import { aFolder } from '../../test/product-processes.ts';
import { aPicture, aStoredImage } from '../../test/stored-image.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { openDatabase } from '../db/open.ts';
import { keysOf } from '../secret.ts';
import { diskStorage } from '../storage/disk.ts';
import { makeBackup } from './make.ts';
import { noteBackup } from './queries.ts';
import { restoreBackup } from './restore.ts';

const at = withApp();

/** Backs up the product in `at` and returns the file. */
async function aBackup(): Promise<string> {
  const file = join(await aFolder(), 'hub.zip');
  const backup = await makeBackup(at.current.database, at.current.config, file);
  await noteBackup(at.current.database.db, backup);
  return file;
}

/** The modes that an unzip program gives to the files of a zip. */
async function modesIn(path: string): Promise<number[]> {
  const zip = await yauzl.openPromise(path);
  const modes: number[] = [];
  for await (const { externalFileAttributes } of zip.eachEntry())
    modes.push((externalFileAttributes >>> 16) & 0o777);
  return modes;
}

/** Runs the product on a restored data folder. */
async function onRestored<T>(
  folder: string,
  proceed: (hub: Awaited<ReturnType<typeof startTestApp>>) => Promise<T>,
) {
  const { connection, stop } = await startEmbedded({ dataDir: folder, log: () => undefined });
  const open = openDatabase(connection, () => undefined);
  const hub = await startTestApp({
    database: { ...open, drop: () => open.close() },
    storage: diskStorage(join(folder, 'objects')),
  });
  try {
    return await proceed(hub);
  } finally {
    await hub.stop();
    await stop();
  }
}

test('OPS-04 a backup contains accounts, documents with versions and images, and the secret; a restore brings them back', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  const { id } = await ann.call(documents.create, {
    body: { title: 'Restart the relay', content: 'one\ttab\n\\N "x" ü' },
  });
  await ann.call(documents.update, { params: { id }, body: { content: 'two' } });
  const bytes = await aPicture();
  const objectId = await aStoredImage(at.current, ann.user.id, { bytes });
  const sealed = keysOf(at.current.config).seal('totp', ann.user.id, 'code');
  const file = await aBackup();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(new Set(await modesIn(file))).toEqual(new Set([0o600]));
  const [made] = await ann.call(administration.audit, { query: { action: 'system.backup' } });
  expect(made?.after).toMatchObject({ bytes: statSync(file).size });
  // Written after the backup, so the backup does not contain it.
  await ann.call(documents.create, { body: { title: 'Too late', content: 'x' } });

  const target = join(await aFolder(), 'data');
  const { manifest, aside } = await restoreBackup(file, target, false);
  expect([manifest.objects?.files, aside]).toEqual([1, undefined]);
  // Mails must not be sent twice, and nothing that ends soon comes back.
  const leftOut = ['sessions', 'challenges', 'rate_limits', 'idempotency_keys', 'mails'];
  expect(manifest.tables.filter(({ name }) => leftOut.includes(name))).toEqual([]);
  expect(readdirSync(target).toSorted()).toEqual(['database.lock', 'objects', 'postgres', 'secret']);
  for (const name of ['secret', `objects/images/${objectId}.png`])
    expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
  expect(keysOf({ ...at.current.config, DATA_DIR: target }).open('totp', ann.user.id, sealed)).toBe('code');
  await onRestored(target, async (hub) => {
    expect(
      (await hub.app.inject({ url: '/api/auth/user', headers: { cookie: ann.cookie } })).statusCode,
    ).toBe(401);
    const body = { email: ann.user.email, password: PASSWORD };
    const again = await hub.app.inject({ method: 'POST', url: '/api/auth/login', payload: body });
    expect(again.statusCode).toBe(200);
    const back = await hub.as(ann.user);
    expect((await back.call(documents.list, {})).map(({ title, content }) => [title, content])).toEqual([
      ['Restart the relay', 'two'],
    ]);
    const versions = await back.call(documents.versions, { params: { id } });
    expect(versions.map(({ content }) => content)).toEqual(['two', 'one\ttab\n\\N "x" ü']);
    expect((await back.call(search.find, { query: { q: 'relay' } }))[0]?.title).toBe('Restart the relay');
    expect((await back.send({ url: `/objects/${objectId}` })).rawPayload).toEqual(bytes);
    const actions = (await back.call(administration.audit, {})).map(({ action }) => action);
    expect(actions).toContain('system.restore');
    // Sequences continue, and the database still refuses to delete audit entries.
    expect((await back.call(documents.create, { body: { title: 'Next', content: 'x' } })).version).toBe(1);
    await expect(hub.database.pool.query('delete from audit_entries')).rejects.toThrow('audit');
  });
});

test('OPS-04 a restore changes nothing if the folder is in use, or the backup is damaged or newer than the product', async () => {
  const file = await aBackup();
  const target = await aFolder();
  const restored = (path: string, force = false) => restoreBackup(path, target, force);
  const content = readFileSync(file);
  const wrong = async (name: string, bytes: Buffer) => {
    const path = join(await aFolder(), name);
    writeFileSync(path, bytes);
    return path;
  };
  const flipped = Buffer.from(content);
  // A byte in the picture, which the zip stores uncompressed.
  const within = flipped.indexOf('IHDR');
  flipped[within] = (flipped[within] ?? 0) ^ 0xff;
  await expect(restored(await wrong('flipped.zip', flipped))).rejects.toThrow('damaged');
  const cut = await wrong('cut.zip', content);
  truncateSync(cut, content.length - 100);
  await expect(restored(cut)).rejects.toThrow('damaged');
  await expect(restored(await wrong('other.zip', Buffer.from('hello')))).rejects.toThrow(
    'no backup of Ops Hub',
  );
  const late = join(await aFolder(), 'late.zip');
  const { pool } = at.current.database;
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of-the-future', 9000000000000)`,
  );
  await makeBackup(at.current.database, at.current.config, late);
  await pool.query(`delete from drizzle.__drizzle_migrations where hash = 'of-the-future'`);
  await expect(restored(late, true)).rejects.toThrow('does not know');
  expect(readdirSync(target)).toEqual([]);
  await expect(makeBackup(at.current.database, at.current.config, file)).rejects.toThrow('is there already');
  expect(existsSync(`${file}.part`)).toBe(false);

  const { stop } = await startEmbedded({ dataDir: target, log: () => undefined });
  await expect(restored(file, true)).rejects.toThrow('is in use by another Ops Hub');
  await stop();
  const before = readdirSync(target).toSorted();
  await expect(restored(file)).rejects.toThrow('is not empty');
  expect(readdirSync(target).toSorted()).toEqual(before);
});
