import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accounts } from '../../contract/calls/accounts.ts';
import { administration } from '../../contract/calls/administration.ts';
import { documents } from '../../contract/calls/documents.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { objects } from '../../contract/calls/objects.ts';
import { operations } from '../../contract/calls/operations.ts';
import { system } from '../../contract/calls/system.ts';
import { tokens } from '../../contract/calls/tokens.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type MeasureDisk } from '../../test/app.ts';
import { aDocument, PASSWORD } from '../../test/factories.ts';
import { readConfig } from '../config.ts';
import type { Database } from '../db/open.ts';
import { diskWarnings } from '../operations/disk-warnings.ts';
import { watchFreeSpace } from './free-space.ts';

const GB = 1024 ** 3;
const PLENTY = 50 * GB;
const LOW = 1.5 * GB;
const FULL = GB / 8;
let free = PLENTY;
/** All data on one disk of 100 GB. */
const measureDisk: MeasureDisk = async () => ({ device: 1, free, size: 100 * GB });
const at = withApp({ measureDisk });
/** A server that a full disk makes refuse calls for a while. */
const withFullDisk = withApp();
/** A server whose reserve has to be released before PostgreSQL stores anything. */
const reserve = {
  isHeld: () => true,
  missing: () => ({ bytes: 0, inodes: 0 }),
  take: async () => undefined,
  release: async () => false,
};
const withReserve = withApp({ reserve });

const become = async (bytes: number) => {
  free = bytes;
  await at.current.freeSpace.look();
};
beforeEach(() => become(PLENTY));
afterEach(async () => {
  vi.useRealTimers();
  await become(PLENTY);
});

/** Makes PostgreSQL itself refuse rows, as it does on a full disk. */
async function onFullDisk<T>(
  { pool }: Database,
  { code, text, writes = ['insert on documents'] }: { code: string; text: string; writes?: string[] },
  run: () => Promise<T>,
): Promise<T> {
  await pool.query(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '${code}', message = '${text}'; end $$;
    ${writes.map((write) => `create trigger no_room before ${write} execute function no_room();`).join('')}`);
  try {
    return await run();
  } finally {
    await pool.query('drop function no_room cascade');
  }
}

describe('OPS-03 a disk that is nearly full', () => {
  test('refuses calls that store data early, with 507 and advice; reading, deleting and sign-in work', async () => {
    const ann = await at.current.signedIn();
    const doomed = await aDocument(at.current.database.db, ann.user);
    await become(FULL);
    for (const call of [
      { method: 'POST', url: '/api/documents', payload: { title: 'x', content: 'y' } },
      { method: 'PUT', url: `/api/documents/${doomed}`, payload: { content: 'z' } },
      {
        method: 'PUT',
        url: `/api/objects/uploads/${randomUUID()}?token=x`,
        payload: Buffer.from('x'),
        headers: { 'content-type': 'image/png' },
      },
    ] as const) {
      const answer = await ann.send(call);
      const { message } = expectRefusal(answer, 507, 'disk_full');
      expect(message).toMatch(/disk.*full.*administrator.*free space/);
      expect(answer.headers['retry-after']).toBe('30');
    }
    expect(await ann.call(documents.list, { query: {} })).toHaveLength(1);
    const { email } = ann.user;
    await at.current.anonymous.call(accounts.login, { body: { email, password: PASSWORD } });
    await ann.call(documents.remove, { params: { id: doomed } });
    expect(await ann.call(documents.list, { query: {} })).toEqual([]);
    await become(PLENTY);
    await ann.call(documents.create, { body: { title: 'x', content: 'y' } });
  });

  test('is on /readyz, in /metrics and on the System page', async () => {
    const ann = await at.current.signedIn({ role: 'admin' });
    const readyz = async () => (await at.current.anonymous.send({ url: operations.readyz.path })).json();
    const { DATA_DIR } = at.current.config;
    const metrics = async () => (await at.current.anonymous.send({ url: '/metrics' })).body;
    expect(await readyz()).toEqual({ status: 'ready' });
    expect(await metrics()).toContain('\nops_hub_writes_refused 0\n');
    await become(FULL);
    expect(await readyz()).toEqual({
      status: 'ready',
      problem: expect.stringContaining('disk of Ops Hub is full'),
    });
    expect(await metrics()).toContain('\nops_hub_disk_free_inodes{holds="database"} Nan\n');
    expect(await metrics()).toContain('\nops_hub_writes_refused 1\n');
    expect(await ann.call(system.status, {})).toMatchObject({
      refusesChanges: true,
      disks: [{ folder: DATA_DIR, holds: ['database', 'files'], free: FULL, size: 100 * GB, level: 'full' }],
    });
  });

  test('F17 is in /metrics by what it holds, without its path', async () => {
    await become(FULL);
    const { body } = await at.current.anonymous.send({ url: '/metrics' });
    for (const holds of ['database', 'files']) {
      expect(body).toContain(`ops_hub_disk_free_bytes{holds="${holds}"} ${FULL}\n`);
      expect(body).toContain(`ops_hub_disk_size_bytes{holds="${holds}"} ${100 * GB}\n`);
    }
    expect(body).not.toContain(at.current.config.DATA_DIR);
  });

  test('warns administrators when it is low, when it is full, and again only after a recovery', async () => {
    const ann = await at.current.signedIn({ role: 'admin' });
    const bob = await at.current.signedIn();
    const titles = async (of = ann) =>
      (await of.call(notifications.list, {})).map(({ title }) => title).toReversed();
    // The second monitor does not know the first warning, as after a restart.
    const warnAgain = diskWarnings(at.current.database.db, 'node-1', () => undefined);
    const look = async (bytes: number) => {
      await become(bytes);
      for (const disk of at.current.freeSpace.disks()) await warnAgain(disk);
    };
    for (const bytes of [LOW, LOW, FULL, LOW, FULL]) await look(bytes);
    expect(await titles()).toEqual([
      expect.stringMatching(
        /^The disk of Ops Hub is nearly full: 1\.5 GB of 100\.0 GB are free in \/.* on node-1$/,
      ),
      expect.stringMatching(/^The disk of Ops Hub is full, and changes are refused: 128 MB of 100\.0 GB/),
    ]);
    // Slightly above the limit does not count as recovered.
    for (const bytes of [2.1 * GB, LOW]) await look(bytes);
    expect(await titles()).toHaveLength(2);
    const unread = async () =>
      (await ann.call(notifications.list, {})).filter(({ readAt }) => readAt === null).length;
    expect(await unread()).toBe(1);
    await look(PLENTY);
    expect(await unread()).toBe(0);
    await look(LOW);
    expect(await titles()).toHaveLength(3);
    expect(await titles(bob)).toEqual([]);
    expect((await at.current.mailsTo(ann.user.email)).map(({ subject }) => subject).join()).toContain(
      'nearly full',
    );
    await become(PLENTY);
    const entries = await ann.call(administration.audit, { query: { action: 'system.disk' } });
    expect(entries.filter(({ action }) => action === 'system.disk').length).toBeGreaterThan(2);
  });
});

describe('OPS-03 a database without disk space', () => {
  const saving = async () => {
    const ann = await withFullDisk.current.signedIn();
    const payload = { title: 'ENOSPC', content: '53100' };
    return { ann, save: () => ann.send({ method: 'POST', url: '/api/documents', payload }) };
  };

  test('reading works although the use of session and token cannot be recorded', async () => {
    const { ann } = await saving();
    const { token } = await ann.call(tokens.create, {
      body: { name: 'script', scope: 'read' },
    });
    const { database } = withFullDisk.current;
    await database.pool.query(`update sessions set last_used_at = now() - interval '1 hour'`);
    const writes = ['update on sessions', 'update on users', 'update on api_tokens'];
    const full = 'could not extend file: No space left on device';
    const statuses = await onFullDisk(database, { code: '53100', text: full, writes }, async () => [
      (await ann.send({ url: '/api/documents' })).statusCode,
      (
        await withFullDisk.current.anonymous.send({
          url: '/api/documents',
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode,
    ]);
    expect(statuses).toEqual([200, 200]);
  });

  test('KB-11 everything can be exported although neither its progress nor its audit entry can be stored', async () => {
    const ann = await withFullDisk.current.signedIn({ role: 'admin' });
    const full = 'could not extend file: No space left on device';
    const writes = ['insert on jobs', 'insert on audit_entries'];
    const url = `/api/export?job=${randomUUID()}`;
    const read = async () => (await ann.send({ url })).statusCode;
    expect(await onFullDisk(withFullDisk.current.database, { code: '53100', text: full, writes }, read)).toBe(
      200,
    );
    expect(await read()).toBe(200);
  });

  test('a text about a full disk does not count as one', async () => {
    const { save } = await saving();
    const answer = await onFullDisk(
      withFullDisk.current.database,
      { code: '22P02', text: 'bad: No space left on device' },
      save,
    );
    expectRefusal(answer, 500, 'internal_error');
  });

  test.each([
    ['53100', 'could not extend file: No space left on device'],
    ['XX000', 'could not extend file: Disk quota exceeded'],
  ])(
    '%s: the save returns 507, others are refused for a short while, then tried again',
    async (code, text) => {
      const { ann, save } = await saving();
      const before = await ann.call(documents.list, { query: {} });
      await onFullDisk(withFullDisk.current.database, { code, text }, async () =>
        expectRefusal(await save(), 507, 'disk_full'),
      );
      expectRefusal(await save(), 507, 'disk_full');
      expect(await ann.call(documents.list, { query: {} })).toEqual(before);
      const later = performance.now() + 10_001;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
      expect((await save()).statusCode).toBe(201);
      clock.mockRestore();
    },
  );
});

test('F6 deleting and signing in work without a byte left: they release the reserve; a save leaves it alone', async () => {
  const { signedIn, database, anonymous } = withReserve.current;
  const ann = await signedIn();
  const doomed = await Promise.all([1, 2].map(() => aDocument(database.db, ann.user)));
  const full = 'could not extend file: No space left on device';
  await onFullDisk(database, { code: '53100', text: full, writes: ['insert on audit_entries'] }, async () => {
    const release = vi.spyOn(reserve, 'release').mockImplementationOnce(async () => {
      await database.pool.query('drop function no_room cascade');
      return true;
    });
    const payload = { title: 'x', content: 'y' };
    const save = () => ann.send({ method: 'POST', url: '/api/documents', payload });
    expectRefusal(await save(), 507, 'disk_full');
    expect(release).not.toHaveBeenCalled();
    await Promise.all(doomed.map((id) => ann.call(documents.remove, { params: { id } })));
    expect(release).toHaveBeenCalled();
    await anonymous.call(accounts.login, { body: { email: ann.user.email, password: PASSWORD } });
    expectRefusal(await save(), 507, 'disk_full');
    await database.pool.query('create function no_room() returns int return 1');
  });
  expect(await ann.call(documents.list, { query: {} })).toEqual([]);
});

test.each([true, false])(
  'F6 calls that a stopped database fails: 507 if its disk is full (%s)',
  async (isFull) => {
    const ann = await at.current.signedIn();
    const { pool } = at.current.database;
    if (isFull) free = FULL;
    const connect = vi.spyOn(pool, 'connect').mockImplementation(() => {
      throw Object.assign(new Error('the database system is in recovery mode'), { code: '57P03' });
    });
    const answer = await ann.send({ method: 'POST', url: '/api/servers', payload: { name: 'x' } });
    connect.mockRestore();
    if (isFull) expectRefusal(answer, 507, 'disk_full');
    else expectRefusal(answer, 503, 'unavailable');
  },
);

test('OPS-03 /readyz reports that the database stopped because its disk is full, by its log or a measurement', async () => {
  const space = await watchFreeSpace(readConfig({ DATA_DIR: '/data' }, ''), {
    measure: measureDisk,
    problem: () => problem,
  });
  space.stop();
  let problem: string | undefined =
    'startup: FATAL:  could not write to file "pg_wal/xlogtemp.9": No space left on device';
  expect(space.stopsDatabase()).toBe(true);
  problem = 'FATAL:  data directory has wrong ownership';
  expect(space.stopsDatabase()).toBe(false);

  await become(FULL);
  const { pool } = at.current.database;
  pool.query = () => Promise.reject(new Error('away')) as never;
  const answer = await at.current.anonymous.send({ url: operations.readyz.path });
  Reflect.deleteProperty(pool, 'query');
  const { message } = expectRefusal(answer, 503, 'unavailable');
  expect(message).toContain('its disk is full');
});

test.each(['ENOSPC', 'EDQUOT'])(
  'OBJ-01 an upload without disk space returns 507 (%s), and others work',
  async (code) => {
    const ann = await at.current.signedIn();
    const { storage } = at.current;
    const { put } = storage;
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const upload = async () => {
      const { uploadURL } = await ann.call(objects.requestUpload, {});
      return ann.send({
        method: 'PUT',
        url: uploadURL,
        payload: png,
        headers: { 'content-type': 'image/png' },
      });
    };
    storage.put = () => Promise.reject(Object.assign(new Error('write'), { code, syscall: 'write' }));
    const answer = await upload();
    storage.put = put;
    expectRefusal(answer, 507, 'disk_full');
    const rows = await at.current.database.pool.query('select 1 from objects where owner_id = $1', [
      ann.user.id,
    ]);
    expect(rows.rows).toEqual([]);
    expect((await upload()).statusCode).toBe(200);
  },
);

describe('disks that count', () => {
  const disksOf = async (settings: NodeJS.ProcessEnv, measure: MeasureDisk) => {
    const space = await watchFreeSpace(readConfig({ DATA_DIR: '/data', ...settings }, ''), { measure });
    space.stop();
    return space.disks().map(({ folder, holds, level }) => ({ folder, holds, level }));
  };
  const apart: MeasureDisk = async (folder) => ({ device: folder.length, free: 4 * GB, size: 10 * GB });
  const S3 = { S3_ENDPOINT: 'http://localhost:1', S3_BUCKET: 'hub' };
  const DATABASE_URL = 'postgres://localhost/x';

  test('the database and the files, separately if they are on different ones', async () => {
    const level = 'enough';
    expect(await disksOf({}, measureDisk)).toEqual([
      { folder: '/data', holds: ['database', 'files'], level },
    ]);
    expect(await disksOf({}, apart)).toEqual([
      { folder: '/data', holds: [], level },
      { folder: '/data/postgres', holds: ['database'], level },
      { folder: '/data/objects', holds: ['files'], level },
    ]);
    expect(await disksOf({ DATABASE_URL }, measureDisk)).toEqual([
      { folder: '/data', holds: ['files'], level },
    ]);
    expect(await disksOf({ DATABASE_URL, ...S3 }, measureDisk)).toEqual([
      { folder: '/data', holds: [], level },
    ]);
  });

  test('leaves out a disk that cannot be measured', async () => {
    expect(await disksOf({}, () => Promise.reject(new Error('gone')))).toEqual([]);
    expect(await disksOf({}, async () => ({ device: 1, free: 0, size: 0 }))).toEqual([]);
  });

  test('the real one of this machine, also before its folders exist', async () => {
    const space = await watchFreeSpace(readConfig({ DATA_DIR: '/tmp/not/there/yet' }, ''));
    space.stop();
    const [disk] = space.disks();
    expect(disk?.size).toBeGreaterThan(disk?.free ?? 0);
    expect(disk?.free).toBeGreaterThan(0);
  });

  test.each([
    [100 * GB, 2.1 * GB, 'enough'],
    [100 * GB, 1.9 * GB, 'low'],
    [100 * GB, 0.2 * GB, 'full'],
    [4 * GB, 0.5 * GB, 'enough'],
    [4 * GB, 0.3 * GB, 'low'],
    [4 * GB, 0.1 * GB, 'full'],
  ])('of %d bytes %d are %s', async (size, bytes, level) => {
    const [disk] = await disksOf({}, async () => ({ device: 1, free: bytes, size }));
    expect(disk?.level).toBe(level);
  });

  test.each([
    [1_000_000, 11_000, 'enough'],
    [1_000_000, 9_000, 'low'],
    [1_000_000, 900, 'full'],
    [4_000, 390, 'low'],
    [4_000, 190, 'full'],
    [0, 0, 'enough'],
  ])('F6 of %d inodes %d are %s', async (inodes, freeInodes, level) => {
    const size = 100 * GB;
    const [disk] = await disksOf({}, async () => ({ device: 1, free: PLENTY, size, freeInodes, inodes }));
    expect(disk?.level).toBe(level);
  });
});
