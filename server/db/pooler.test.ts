import { randomUUID } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { jobs } from '../../contract/calls/jobs.ts';
import { search } from '../../contract/calls/search.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createTestDatabase } from '../../test/database.ts';
import { urlOf } from '../../test/database-url.ts';
import { freePort } from '../../test/free-port.ts';
import { openEvents } from '../../test/live-events.ts';
import { startPooler } from '../../test/pooler.ts';
import { aFolder, admin, runProduct, startProduct } from '../../test/product-processes.ts';
import { isInstalled } from '../../test/programs.ts';
import { openDatabase, type Database } from './open.ts';

const LONG = 180_000;
const SECRET = 'a secret that all nodes have in common';
type Stopped = { stop(): Promise<void> };

describe.skipIf(!isInstalled('pgbouncer'))('OPS-02 behind pgbouncer in transaction mode', () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  const nodes: (TestApp & Stopped)[] = [];
  let first: TestApp;
  let second: TestApp;

  beforeAll(async () => {
    own = await createTestDatabase();
    pooler = await startPooler(own.connection, 'transaction');
    const startNode = async () => {
      const node = await startTestApp({ database: anotherPool() });
      nodes.push(node);
      return node;
    };
    first = await startNode();
    second = await startNode();
  });
  afterAll(async () => {
    for (const node of nodes) await node.stop();
    await pooler?.stop();
    await own?.drop();
  });

  function anotherPool(): Database & { drop(): Promise<void> } {
    const opened = openDatabase(pooler.url, () => undefined, own.connection);
    return { ...opened, drop: () => opened.close() };
  }

  test(
    'OPS-02 a start on an empty database migrates and serves',
    { timeout: LONG },
    async ({ onTestFinished }) => {
      const empty = `empty_${randomUUID().replaceAll('-', '')}`;
      await own.pool.query(`create database ${empty}`);
      const direct = new URL(urlOf(own.connection));
      direct.pathname = `/${empty}`;
      const through = await startPooler(direct.href, 'transaction');
      onTestFinished(async () => {
        await through.stop();
        await own.pool.query(`drop database ${empty} with (force)`);
      });
      const settings = {
        DATA_DIR: await aFolder(),
        DATABASE_URL: through.url,
        SESSION_SECRET: SECRET,
      };
      const run = runProduct({ ...settings, ...admin, PORT: await freePort() });
      expect(await run.ended).toBe(1);
      expect(run.output()).toContain(
        'DATABASE_DIRECT_URL: is needed, because DATABASE_URL leads to a connection pooler',
      );
      // The first start migrates. It must leave no lock behind, or the second one would wait.
      for (let n = 0; n < 2; n++) {
        const { child, ended, url } = await startProduct({ ...settings, DATABASE_DIRECT_URL: direct.href });
        expect((await fetch(`${url}/readyz`)).status).toBe(200);
        child.kill('SIGTERM');
        expect(await ended).toBe(0);
      }
    },
  );

  test('OPS-02 many concurrent reads and saves succeed', async () => {
    const ann = await first.signedIn();
    const bob = await second.as(ann.user);
    const both = [ann, bob];
    const saved = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        both[n % 2]!.call(documents.create, { body: { title: `Pump ${n}`, content: `Valve ${n}` } }),
      ),
    );
    const read = await Promise.all(
      saved.map(({ id }, n) => both[(n + 1) % 2]!.call(documents.find, { params: { id } })),
    );
    expect(read.map(({ title }) => title)).toEqual(saved.map(({ title }) => title));
    const updated = await Promise.all(
      saved.map(({ id }) => ann.call(documents.update, { params: { id }, body: { content: 'Sluice' } })),
    );
    expect(updated.map(({ version }) => version)).toEqual(saved.map(() => 2));
    const hits = await bob.call(search.find, { query: { q: 'sluice', limit: 50 } });
    expect(hits).toHaveLength(50);
  });

  test('OPS-02 one node runs a job, and the other one sees its end', async () => {
    const ann = await first.signedIn();
    const bob = await second.as(ann.user);
    const pages = { 'a.md': strToU8('# Pooled page\n\nText'), 'b.md': strToU8('# Other page\n\nText') };
    const file = new File([new Uint8Array(zipSync(pages))], 'pages.zip');
    const { jobId } = await ann.call(documents.import, { file });
    const find = () => bob.call(jobs.find, { params: { id: jobId } });
    await expect.poll(async () => (await find()).state).toBe('done');
    expect((await find()).result).toMatchObject({ created: 2 });
  });

  test('KB-11 OPS-02 a change on one node reaches the screens of the other', async () => {
    const ann = await first.signedIn();
    const origin = await second.app.listen({ port: 0, host: '127.0.0.1' });
    const events = await openEvents(origin, ann.cookie);
    await ann.call(documents.create, { body: { title: 'Told', content: 'Text' } });
    expect(await events.until('changed')).toContain('documents');
    await events.close();
  });

  test('AUTH-21 OPS-02 a session that ends on one node ends on the other', async () => {
    const { cookie } = await first.signedIn();
    const status = async () =>
      (await second.anonymous.send({ url: '/api/auth/user', headers: { cookie } })).statusCode;
    expect(await status()).toBe(200);
    expect(await status()).toBe(200);
    await first.anonymous.send({ url: '/api/logout', headers: { cookie } });
    await expect.poll(status, { timeout: 4_000 }).toBe(401);
  });

  test('INFRA-12 OPS-02 every connection counts hours in UTC, whatever the server is set to', async () => {
    await own.pool.query(
      `do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'Australia/Lord_Howe'); end $$`,
    );
    // The pooler's connections to the server are new, so they start with that zone.
    const through = await startPooler(own.connection, 'transaction');
    const pooled = openDatabase(through.url, () => undefined);
    const zones = await Promise.all(
      Array.from(
        { length: 40 },
        async () => (await pooled.pool.query<{ TimeZone: string }>('show timezone')).rows[0],
      ),
    );
    await pooled.close();
    await through.stop();
    expect(new Set(zones.map((row) => row?.TimeZone))).toEqual(new Set(['UTC']));
  });

  test('OPS-02 a pooler with a connection for each session needs no second address', async () => {
    const through = await startPooler(own.connection, 'session');
    const run = await startProduct({
      DATA_DIR: await aFolder(),
      DATABASE_URL: through.url,
      SESSION_SECRET: SECRET,
    });
    expect((await fetch(`${run.url}/readyz`)).status).toBe(200);
    run.child.kill('SIGTERM');
    await run.ended;
    await through.stop();
  });
});
