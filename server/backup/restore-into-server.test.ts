import { randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { startTestApp, withApp } from '../../test/app.ts';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { configOf, inDatabase } from '../../test/global-setup.ts';
import { aFolder } from '../../test/product-processes.ts';
import { aPicture, aStoredImage } from '../../test/stored-image.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { checkInstallation } from '../installation.ts';
import { keysOf } from '../secret.ts';
import { diskStorage } from '../storage/disk.ts';
import { makeBackup } from './make.ts';
import { restoreIntoServer } from './restore-into-server.ts';

vi.setConfig({ testTimeout: 120_000 });
const at = withApp();
let file = '';
let image = '';
let bytes: Buffer;
let ann: Awaited<ReturnType<typeof at.current.signedIn>>;

beforeAll(async () => {
  const { folder, remove } = await openTemporaryFolder();
  const { database, config, storage } = at.current;
  await checkInstallation(database, { keys: keysOf(config), storage }, expect.unreachable);
  ann = await at.current.signedIn({ role: 'admin' });
  bytes = await aPicture();
  image = await aStoredImage(at.current, ann.user.id, { bytes });
  const { id } = await ann.call(documents.create, { body: { title: 'Kept', content: 'one' } });
  await ann.call(documents.update, { params: { id }, body: { content: `two ![Plan](/objects/${image})` } });
  file = join(folder, 'hub.zip');
  await makeBackup(database, config, file);
  return remove;
});

/** An empty database that is owned by an account without superuser rights. Connections are the owner's. */
async function anEmptyDatabase(): Promise<Database & { drop(): Promise<void> }> {
  const server = inject('connection');
  const name = `restore_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client(configOf(server));
  await admin.connect();
  await admin.query(`create role ${name} login password 'word' nosuperuser`);
  await admin.query(`create database ${name} owner ${name}`);
  const own = inDatabase(server, name);
  const asOwner =
    typeof own === 'string'
      ? Object.assign(new URL(own), { username: name, password: 'word' }).href
      : { ...own, user: name, password: 'word' };
  const database = openDatabase(asOwner, () => undefined);
  const drop = async () => {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  };
  return { ...database, drop };
}

async function aTarget() {
  const database = await anEmptyDatabase();
  const DATA_DIR = await aFolder();
  const storage = diskStorage(join(DATA_DIR, 'objects'));
  return { database, storage, config: { DATA_DIR, SESSION_SECRET: undefined } };
}

/** Uses a connection that closes at once. An open connection would look like a running node. */
async function inIt({ newClient }: Database, statement: string): Promise<object[]> {
  const client = newClient();
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}

const tablesOf = (database: Database) =>
  inIt(
    database,
    `select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );

test('OPS-04 restores a backup of the embedded database into a server as its owner, with images and secret', async () => {
  const target = await aTarget();
  const { manifest, aside } = await restoreIntoServer(file, target, false);
  expect([manifest.objects?.files, aside]).toEqual([2, undefined]);
  const { database, storage, config } = target;
  expect(await readFile(join(config.DATA_DIR, 'secret'), 'utf8')).toBe(
    await readFile(join(at.current.config.DATA_DIR, 'secret'), 'utf8'),
  );
  expect((await stat(join(config.DATA_DIR, 'secret'))).mode & 0o777).toBe(0o600);
  await checkInstallation(database, { keys: keysOf(config), storage }, expect.unreachable);
  const hub = await startTestApp({ database, storage });
  onTestFinished(() => hub.stop());
  const back = await hub.as(ann.user);
  const [document] = await back.call(documents.list, {});
  expect(document).toMatchObject({ title: 'Kept', version: 2 });
  expect((await back.send({ url: `/objects/${image}` })).rawPayload).toEqual(bytes);
  // The restore enabled triggers and foreign keys again.
  await expect(database.pool.query('delete from audit_entries')).rejects.toThrow('audit');
  await expect(
    database.pool.query(`insert into document_links values ('${randomUUID()}', '${randomUUID()}')`),
  ).rejects.toThrow('foreign key');
  const counts = `select conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace order by conname`;
  expect((await database.pool.query(counts)).rows).toEqual(
    (await at.current.database.pool.query(counts)).rows,
  );
});

test('OPS-04 refuses a database that is not empty, and with --force keeps its contents in another schema', async () => {
  const target = await aTarget();
  const { database } = target;
  onTestFinished(() => database.drop());
  await inIt(database, 'create table notes (text text)');
  await expect(restoreIntoServer(file, target, true)).rejects.toThrow('tables of another product');
  await inIt(database, 'drop table notes');
  await restoreIntoServer(file, target, false);
  await expect(restoreIntoServer(file, target, false)).rejects.toThrow('is not empty');
  await inIt(database, `update documents set title = 'Changed since'`);
  const { aside } = await restoreIntoServer(file, target, true);
  expect(aside).toMatch(/^the schema before_restore_\d{14}$/);
  const titles = `select (select title from documents) as now, (select title from ${aside?.split(' ').at(-1)}.documents) as before`;
  expect(await inIt(database, titles)).toEqual([{ now: 'Kept', before: 'Changed since' }]);
});

test('OPS-04 leaves the server unchanged on any failure', async () => {
  const target = await aTarget();
  onTestFinished(() => target.database.drop());
  const { DATA_DIR } = target.config;
  const secret = join(DATA_DIR, 'secret');
  await writeFile(secret, 'x'.repeat(43));
  await expect(restoreIntoServer(file, target, false)).rejects.toThrow('another secret');
  expect(await tablesOf(target.database)).toEqual([]);
  const foreign = { ...target, storage: diskStorage(join(await aFolder(), 'objects')) };
  await foreign.storage.put('installation/id', Buffer.from(randomUUID()));
  await expect(restoreIntoServer(file, foreign, false)).rejects.toThrow('belongs to another installation');
  expect(await tablesOf(target.database)).toEqual([]);
  const other = target.database.newClient();
  await other.connect();
  await expect(restoreIntoServer(file, target, false)).rejects.toThrow('Stop every node first');
  await other.end();
  const cut = join(DATA_DIR, 'cut.zip');
  const whole = await readFile(file);
  await writeFile(cut, whole.subarray(0, whole.length / 2));
  await expect(restoreIntoServer(cut, target, false)).rejects.toThrow('damaged');
  expect(await readFile(secret, 'utf8')).toBe('x'.repeat(43));
});
