import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { everyEndpoint } from '../../contract/calls/api.ts';
import { documents } from '../../contract/calls/documents.ts';
import { servers } from '../../contract/calls/servers.ts';
import { system } from '../../contract/calls/system.ts';
import { tokens } from '../../contract/calls/tokens.ts';
import { startTestApp, type Client, type TestApp } from '../../test/app.ts';
import { aDocument, type TestUser } from '../../test/factories.ts';
import { configOf } from '../../test/global-setup.ts';
import { openEvents } from '../../test/live-events.ts';
import { startServers } from '../../test/standby-servers.ts';
import { WrongSetting } from '../config.ts';
import { migrateDatabase } from './migrate.ts';
import { openDatabase, type Database } from './open.ts';
import { readsFromStandby } from './reads.ts';
import { waitUntil } from './wait-until.ts';

vi.setConfig({ testTimeout: 90_000 });

const SILENT = { info: () => undefined, warn: () => undefined };

let pair: Awaited<ReturnType<typeof startServers>>;
let database: Database;
let node: TestApp & { stop(): Promise<void> };
let ann: Client & { user: TestUser };
/** Runs SQL as superuser on the standby. */
let onStandby: (text: string) => Promise<unknown>;

beforeAll(async () => {
  pair = await startServers(await programsOfThisRun(), ['reader']);
  database = openDatabase(pair.primary.url, () => undefined);
  await migrateDatabase(database);
  const standby = pair.standbys[0]!.url;
  node = await startTestApp({ database: { ...database, drop: () => database.close() }, standby });
  onStandby = async (text) => {
    const client = new pg.Client(standby);
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };
  ann = await node.signedIn({ role: 'admin' });
  await isUsed();
});
afterAll(async () => {
  await node?.stop();
  await pair?.stop();
});
afterEach(async () => {
  await onStandby('select pg_wal_replay_resume() where pg_is_wal_replay_paused()');
  await isUsed();
});

/** The folder of the PostgreSQL programs of this run. */
async function programsOfThisRun(): Promise<string> {
  const client = new pg.Client(configOf(inject('connection')));
  await client.connect();
  const { rows } = await client.query<{ setting: string }>(
    `select setting from pg_config where name = 'BINDIR'`,
  );
  await client.end();
  return rows[0]!.setting;
}

const stateOf = async () =>
  ((await node.anonymous.send({ url: '/readyz' })).json() as { standby?: string }).standby;
/** Hooks also use this, and they have no `expect.poll`. */
const isUsed = async () =>
  expect(await waitUntil(async () => (await stateOf()) === 'is used', { limitMs: 20_000, everyMs: 50 })).toBe(
    true,
  );
const titlesSeenBy = async (client: Client) =>
  (await client.call(documents.list, { query: { fields: 'card' } })).map(({ title }) => title);
/** Writes like another program: this node gets neither a message nor a cookie about it. */
const addTitle = (title: string) => aDocument(database.db, ann.user, { title });

describe('OPS-02 reads from a standby', () => {
  test('OPS-02 every call that may be stale runs on the standby', async () => {
    const { id } = await ann.call(documents.create, { body: { title: 'Readable', content: 'Text' } });
    const server = await ann.call(servers.create, { body: { name: 'srv-reads' } });
    const paths = everyEndpoint()
      .filter(({ mayBeStale }) => mayBeStale)
      .map(({ path }) => path.replace(':id', path.includes('/servers/:id') ? server.id : id));
    expect(paths.length).toBeGreaterThan(15);
    const before = await readsOfStandby();
    // Calls ignore unknown parameters.
    for (const path of paths) {
      const url = `${path}?q=readible&field=operatingSystem&recent=5`;
      expect([url, (await ann.send({ url })).statusCode]).toEqual([url, 200]);
    }
    expect(await readsOfStandby()).toBeGreaterThan(before);
  });

  test('OPS-02 others see a change later, its author at once, also on another node', async () => {
    const second = await startTestApp({
      database: { ...database, drop: async () => undefined },
      standby: pair.standbys[0]!.url,
    });
    await onStandby('select pg_wal_replay_pause()');
    const answer = await ann.send({
      method: 'POST',
      url: documents.create.path,
      payload: { title: 'Just written', content: 'Text' },
    });
    const written = /written=\d+/.exec(String(answer.headers['set-cookie']))?.[0] ?? '';
    const asAuthor = {
      url: `${documents.list.path}?fields=card`,
      headers: { cookie: `${ann.cookie}; ${written}` },
    };
    for (const each of [node, second])
      expect((await each.anonymous.send(asAuthor)).body).toContain('Just written');
    expect(await titlesSeenBy(ann)).not.toContain('Just written');
    // An invalid position counts as newer than any.
    const altered = { ...asAuthor, headers: { cookie: `${ann.cookie}; written=x` } };
    expect((await node.anonymous.send(altered)).body).toContain('Just written');
    await onStandby('select pg_wal_replay_resume()');
    await expect.poll(() => titlesSeenBy(ann)).toContain('Just written');
    await second.stop();
  });

  test('ACCESS-20 a reader who lost access reads the primary until the standby has the change', async () => {
    const bob = await node.signedIn();
    const { id } = await ann.call(documents.create, { body: { title: 'Soon closed', content: 'Text' } });
    await expect.poll(() => titlesSeenBy(bob)).toContain('Soon closed');
    await onStandby('select pg_wal_replay_pause()');
    await ann.call(documents.update, { params: { id }, body: { readers: [] } });
    // The message to this node follows the commit.
    await expect.poll(() => titlesSeenBy(bob)).not.toContain('Soon closed');
  });

  test('OPS-02 API-04 a program that can write sees its own changes, one that only reads uses the standby', async () => {
    const bearer = async (scope: 'read' | 'write') =>
      `Bearer ${(await ann.call(tokens.create, { body: { name: scope, scope } })).token}`;
    const [writer, reader] = [await bearer('write'), await bearer('read')];
    await onStandby('select pg_wal_replay_pause()');
    const payload = { title: 'By a program', content: 'Text' };
    const headers = { authorization: writer };
    expect(
      (await node.anonymous.send({ method: 'POST', url: documents.create.path, payload, headers }))
        .statusCode,
    ).toBe(201);
    const listFor = async (authorization: string) =>
      (await node.anonymous.send({ url: documents.list.path, headers: { authorization } })).body;
    expect(await listFor(writer)).toContain('By a program');
    expect(await listFor(reader)).not.toContain('By a program');
  });

  test('KB-11 OPS-02 announces a change to a screen when the screen can read it', async () => {
    const origin = await node.app.listen({ port: 0, host: '127.0.0.1' });
    const events = await openEvents(origin, ann.cookie);
    await events.until('welcome');
    const { id } = await ann.call(documents.create, {
      body: { title: 'Old title', content: 'Text' },
    });
    await onStandby('select pg_wal_replay_pause()');
    await ann.call(documents.update, {
      params: { id },
      body: { title: 'Heard of' },
    });
    const hearing = events.until(id);
    await sleep(500);
    expect(events.heard()).not.toContain(id);
    await onStandby('select pg_wal_replay_resume()');
    expect(await hearing).toContain(id);
    expect(await titlesSeenBy(ann)).toContain('Heard of');
    await events.close();
  });

  test('OPS-02 does not use a lagging standby until it has caught up', async () => {
    await onStandby('select pg_wal_replay_pause()');
    await addTitle('While it lags');
    expect(await titlesSeenBy(ann)).not.toContain('While it lags');
    await expect.poll(stateOf, { timeout: 20_000 }).toMatch(/^is \d+ seconds behind$/);
    expect(await titlesSeenBy(ann)).toContain('While it lags');
    const { standby } = await ann.call(system.status, {});
    expect(standby).toMatchObject({ isUsed: false });
    expect(standby?.behindSeconds).toBeGreaterThanOrEqual(5);
    expect((await node.anonymous.send({ url: '/metrics' })).body).toMatch(/^ops_hub_standby_used 0$/m);
    await onStandby('select pg_wal_replay_resume()');
    await isUsed();
    expect((await node.anonymous.send({ url: '/metrics' })).body).toMatch(/^ops_hub_standby_used 1$/m);
  });

  test('OPS-03 no read fails while the standby crashes, and it is used again after its return', async () => {
    const reading = Array.from({ length: 8 }, async () => {
      const codes = new Set<number>();
      for (let n = 0; n < 40; n++) codes.add((await ann.send({ url: documents.list.path })).statusCode);
      return [...codes];
    });
    await sleep(50);
    await pair.standbys[0]!.kill();
    for (const codes of await Promise.all(reading)) expect(codes).toEqual([200]);
    await expect.poll(stateOf).toBe('is not reachable');
    await addTitle('Without a standby');
    expect(await titlesSeenBy(ann)).toContain('Without a standby');
    await pair.standbys[0]!.start();
    await isUsed();
  });

  test('OPS-03 a standby that hangs delays reads only until it is detected', async () => {
    const goOn = await pair.standbys[0]!.freeze();
    const { statusCode } = await ann.send({ url: documents.list.path });
    goOn();
    expect(statusCode).toBe(200);
  });

  test('OPS-03 the primary answers a read that the standby cancels because its rows are removed', async () => {
    await onStandby('alter system set max_standby_streaming_delay = 0');
    await onStandby('select pg_reload_conf()');
    const reads = await readsFromStandby(
      database,
      openDatabase(pair.standbys[0]!.url, () => undefined),
      SILENT,
    );
    await expect.poll(() => reads.state()?.isUsed).toBe(true);
    const places: boolean[] = [];
    const slowly = reads.read(async (db) => {
      const { rows } = await db.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`);
      places.push(rows[0]!.standby);
      return db.execute(sql`select count(*), pg_sleep(1) from documents`);
    }, 0n);
    await expect.poll(() => places).toEqual([true]);
    await sleep(200);
    await database.pool.query('do $$ begin lock table documents in access exclusive mode; end $$');
    expect((await slowly).rows).toHaveLength(1);
    expect(places).toEqual([true, false]);
    await reads.stop();
  });

  test('OPS-03 after both servers were unavailable, both are used again', async () => {
    await Promise.all([pair.primary.kill(), pair.standbys[0]!.kill()]);
    await expect.poll(async () => (await node.anonymous.send({ url: '/readyz' })).statusCode).toBe(503);
    await Promise.all([pair.primary.start(), pair.standbys[0]!.start()]);
    await isUsed();
    expect(await titlesSeenBy(ann)).not.toEqual([]);
  });

  test('OPS-02 the address of another database stops the start, and that of the primary itself is not read from', async () => {
    const other = openDatabase(inject('connection'), () => undefined);
    await expect(readsFromStandby(database, other, SILENT)).rejects.toThrow(WrongSetting);
    await other.close();
    const reads = await readsFromStandby(
      database,
      openDatabase(pair.primary.url, () => undefined),
      SILENT,
    );
    expect(reads.state()).toMatchObject({ isUsed: false, problem: 'is not a standby' });
    await reads.stop();
  });
});

/** Sequential and index scans in the standby's statistics. */
async function readsOfStandby(): Promise<number> {
  // A connection reports its statistics after it has been idle for a moment.
  await sleep(1_500);
  const rows = await onStandby(
    'select sum(seq_scan + coalesce(idx_scan, 0))::int as reads from pg_stat_user_tables',
  );
  return (rows as { reads: number }[])[0]?.reads ?? 0;
}
