import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backups } from '../../contract/calls/backups.ts';
import { documents } from '../../contract/calls/documents.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';
import { startObjectStore } from '../../test/object-store.ts';
import { readConfig } from '../config.ts';
import { openBackupPlace } from '../storage/open.ts';
import { jobs as jobRows } from '../db/schema.ts';
import { createJob, findJob } from '../jobs/queries.ts';
import { runJob } from '../jobs/run.ts';
import { backupJob, type BackupParts, createDueBackup } from './job.ts';
import { BACKUP, installationId, noteKept } from './queries.ts';
import { backupName } from './schedule.ts';
import { restoreBackup } from './restore.ts';
import { aFolder } from '../../test/product-processes.ts';
import { aKeptBackup } from '../../test/kept-backup.ts';
import { aStoredImage } from '../../test/stored-image.ts';

vi.setConfig({ testTimeout: 120_000 });
const at = withApp();
const quiet = pino({ level: 'silent' });
const DAY_MS = 86_400_000;

const folder = () => at.current.config.BACKUP_DIR;
const files = async () => (existsSync(folder()) ? (await readdir(folder())).toSorted() : []);

/** Runs a backup job with replaced parts and returns its row. */
async function backUp(parts: Partial<BackupParts> = {}, signal = new AbortController().signal) {
  const { database, backupParts } = at.current;
  const ann = await at.current.signedIn({ role: 'admin' });
  const id = randomUUID();
  await createJob(database.db, { id, kind: BACKUP, ownerId: ann.user.id, input: {} });
  await runJob(database, { [BACKUP]: backupJob({ ...backupParts, ...parts }) }, id, { signal, log: quiet });
  return { ...(await findJob(database.db, id)), ann };
}

const status = async () => (await at.current.signedIn({ role: 'admin' })).call(backups.status, {});

beforeEach(async () => {
  await rm(folder(), { recursive: true, force: true });
  await at.current.database.db.delete(jobRows);
});

test('OPS-04 a backup is made on request, verified by a restore, stored under its name and shown to administrators', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  await ann.call(documents.create, { body: { title: 'Restart the relay', content: 'one' } });
  await aStoredImage(at.current, ann.user.id);
  expect(await status()).toMatchObject({
    schedule: { time: '02:30', keep: { days: 7, weeks: 4, months: 12 } },
    last: null,
    kept: [],
    running: null,
    isOnDatabaseDisk: true,
  });
  const { id } = await ann.call(backups.start, {});
  await expect
    .poll(async () => (await findJob(at.current.database.db, id))?.state, { timeout: 90_000 })
    .toBe('done');
  const { last, kept, failure } = await status();
  expect(failure).toBeNull();
  expect(last).toMatchObject({ unverified: null, missingImages: 0 });
  expect(await files()).toEqual([last?.name]);
  expect(kept).toEqual([expect.objectContaining({ name: last?.name, bytes: last?.bytes })]);
  const target = join(await aFolder(), 'data');
  const { manifest } = await restoreBackup(join(folder(), last?.name ?? ''), target, false);
  expect(manifest.tables.find(({ name }) => name === 'documents')?.rows).toBe(1);
  // The trial restore leaves nothing behind.
  expect((await readdir(at.current.config.DATA_DIR)).filter((name) => name.startsWith('restoring-'))).toEqual(
    [],
  );
  const { body } = await ann.send({ url: '/metrics' });
  expect(body).toContain(`\nops_hub_backup_size_bytes ${last?.bytes}\n`);
  expect(body).toContain('\nops_hub_backup_verified 1\n');
  expect(body).toContain(
    `\nops_hub_backup_last_success_timestamp_seconds ${Date.parse(last?.at ?? '') / 1_000}\n`,
  );
});

test('OPS-04 only administrators see and start backups, one at a time', async () => {
  const bob = await at.current.signedIn();
  expectRefusal(await bob.send({ url: '/api/admin/backups' }), 403, 'forbidden');
  expectRefusal(await bob.send({ method: 'POST', url: '/api/admin/backups' }), 403, 'forbidden');
  const ann = await at.current.signedIn({ role: 'admin' });
  const input = { id: randomUUID(), kind: BACKUP, ownerId: ann.user.id, input: {} };
  await createJob(at.current.database.db, input);
  expectRefusal(await ann.send({ method: 'POST', url: '/api/admin/backups' }), 409, 'backup_running');
  expect((await ann.call(backups.status, {})).running).toEqual({ done: 0, total: 0 });
});

test('OPS-04 without space no backup is written, old ones stay, and administrators are notified once', async () => {
  const installation = await installationId(at.current.database.db);
  const old = [400, 300, 2, 1].map((days) => backupName(installation, new Date(Date.now() - days * DAY_MS)));
  await mkdir(folder(), { recursive: true });
  const foreign = 'ops-hub-ffffffff-2020-01-31-023000.zip';
  for (const name of [...old, foreign]) await writeFile(join(folder(), name), 'x');
  const keepOne = { ...at.current.config, BACKUP_KEEP: { days: 1, weeks: 0, months: 0 } };
  await noteKept(at.current.database.db, aKeptBackup());
  const { state, message, ann } = await backUp({ config: keepOne, freeSpaceIn: async () => 100_000 });
  expect([state, message]).toEqual([
    'failed',
    `there is not enough space in ${folder()}: the backup needs 1 MB, and 98 KB may be used. Free space, keep ` +
      'fewer backups (BACKUP_KEEP), or set BACKUP_DIR or BACKUP_S3_BUCKET',
  ]);
  expect(await files()).toEqual([...old, foreign].toSorted());
  const { failure } = await ann.call(backups.status, {});
  expect(failure?.reason).toBe(message);
  const notices = (await ann.call(notifications.list, {})).filter(({ kind }) => kind === 'backup');
  expect(notices.map(({ title, link }) => [title, link])).toEqual([
    [expect.stringContaining('not enough space'), '/admin/system'],
  ]);
  expect((await at.current.mailsTo(ann.user.email)).map(({ subject }) => subject)).toEqual([
    notices[0]?.title,
  ]);
  const again = await backUp({ config: keepOne, freeSpaceIn: async () => 0 });
  expect(await again.ann.call(notifications.list, {})).toEqual([]);
  expect((await ann.send({ url: '/metrics' })).body).toMatch(/\nops_hub_backup_failures_total [1-9]\d*\n/);

  const unread = async () =>
    (await ann.call(notifications.list, {})).filter(({ readAt }) => readAt === null).length;
  expect(await unread()).toBe(1);
  const after = await backUp({ config: keepOne });
  expect(after.state).toBe('done');
  expect(await unread()).toBe(0);
  // A backup of another installation in the same folder must stay.
  expect(await files()).toEqual([(after.result as { name: string }).name, foreign].toSorted());
  expect((await ann.call(backups.status, {})).failure).toBeNull();
});

test('OPS-04 stores a backup in a bucket, and nothing of it stays on this machine', async () => {
  const store = await startObjectStore({ canList: true });
  onTestFinished(() => store.stop());
  const { config } = at.current;
  const settings = {
    DATA_DIR: config.DATA_DIR,
    ...store.settings,
    BACKUP_S3_BUCKET: store.settings['S3_BUCKET'],
  };
  const place = await openBackupPlace(readConfig(settings, ''), () => undefined);
  const { state, result } = await backUp({ place });
  expect([state, result]).toEqual([
    'done',
    expect.objectContaining({ where: place.where, unverified: null }),
  ]);
  expect(await files()).toEqual([]);
  const { name, bytes } = result as { name: string; bytes: number };
  expect(await place.list()).toEqual([{ name, bytes }]);
  await store.stop();
  const away = await backUp({ place });
  expect(away.message).toMatch(/^The bucket .* cannot be used for backups: /);
  expect(await files()).toEqual([]);
});

test('OPS-04 a disk that fills up during the backup ends it, and no file remains', async () => {
  const room = [10_000_000_000, 0];
  const { state, message } = await backUp({ freeSpaceIn: async () => room.shift() ?? 0 });
  expect([state, message]).toEqual(['failed', expect.stringContaining('not enough space')]);
  expect(await files()).toEqual([]);
});

test('OPS-04 keeps a backup that fails the trial restore, and gives the reason', async () => {
  const { config } = at.current;
  const { state } = await backUp({
    freeSpaceIn: async (path) => (path === config.BACKUP_DIR ? 1e10 : 1_000),
  });
  expect(state).toBe('done');
  expect((await status()).last?.unverified).toMatch(
    /^restoring it for a trial needs \d+ MB in .*, and 1 KB may be used$/,
  );
  expect(await files()).toHaveLength(1);
});

test('OPS-04 an unusable backup folder fails the backup with its reason and does not hide the rest', async () => {
  await rm(folder(), { recursive: true, force: true });
  await writeFile(folder(), 'a file where the folder should be');
  const { state, message } = await backUp();
  expect([state, message]).toEqual([
    'failed',
    expect.stringMatching(/^The folder .* cannot be used for backups: .* Move the file away$/),
  ]);
  const { kept, problem, schedule } = await status();
  expect([kept, problem, schedule?.time]).toEqual([null, expect.stringContaining('cannot be used'), '02:30']);
});

test('OPS-04 a server that stops during a backup leaves no partial file, and runs the job again', async () => {
  const stopping = new AbortController();
  const { id, state, ann } = await backUp(
    {
      freeSpaceIn: async () => {
        stopping.abort();
        return 1e10;
      },
    },
    stopping.signal,
  );
  expect(state).toBe('running');
  expect(await files()).toEqual([]);
  // The state after a kill.
  const { database, backupParts } = at.current;
  const name = backupName(await installationId(database.db), new Date());
  await writeFile(join(folder(), `${name}.part`), 'half');
  const { signal } = new AbortController();
  await runJob(database, { [BACKUP]: backupJob(backupParts) }, id ?? '', { signal, log: quiet });
  expect((await findJob(database.db, id ?? ''))?.state).toBe('done');
  expect(await files()).toEqual([(await ann.call(backups.status, {})).last?.name]);
});

test('OPS-04 gives up a backup that crashes the server three times', async () => {
  const { database, backupParts } = at.current;
  const ann = await at.current.signedIn({ role: 'admin' });
  const id = randomUUID();
  await database.db
    .insert(jobRows)
    .values({ id, kind: BACKUP, ownerId: ann.user.id, input: {}, state: 'running', result: { starts: 3 } });
  const { signal } = new AbortController();
  await runJob(database, { [BACKUP]: backupJob(backupParts) }, id, { signal, log: quiet });
  expect((await findJob(database.db, id))?.message).toContain('Ops Hub ended 3 times');
});

test('OPS-04 creates one job for a due backup, and notifies administrators of an overdue one', async () => {
  const { db, pool } = at.current.database;
  const ann = await at.current.signedIn({ role: 'admin' });
  await pool.query(`update users set created_at = now() - interval '5 days' where id = $1`, [ann.user.id]);
  await pool.query('alter table audit_entries disable trigger user');
  await pool.query(`delete from audit_entries where action like 'system.backup%'`);
  await pool.query('alter table audit_entries enable trigger user');
  const count = () => db.$count(jobRows);
  await createDueBackup(db, 'off', new Date(0), quiet);
  expect(await count()).toBe(0);
  await Promise.all([1, 2, 3].map(() => createDueBackup(db, '02:30', new Date(0), quiet)));
  expect(await count()).toBe(1);
  const notices = (await ann.call(notifications.list, {})).filter(({ kind }) => kind === 'backup');
  expect(notices.map(({ title }) => title)).toEqual(['No backup of Ops Hub succeeded yet']);
  await db.delete(jobRows);
  await noteKept(db, aKeptBackup());
  await createDueBackup(db, '02:30', new Date(0), quiet);
  expect(await count()).toBe(0);
});
