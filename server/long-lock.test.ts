import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { documents } from '../contract/calls/documents.ts';
import { jobs } from '../contract/calls/jobs.ts';
import { servers } from '../contract/calls/servers.ts';
import { startTestApp, type TestApp } from '../test/app.ts';
import { expectRefusal } from '../test/answers.ts';
import { createTestDatabase } from '../test/database.ts';
import { aUser } from '../test/factories.ts';
import { mails } from './db/schema.ts';
import { waitUntil } from './db/wait-until.ts';
import { queueMail } from './mail-queue/queries.ts';

let app: TestApp & { stop(): Promise<void> };

beforeAll(async () => {
  const database = await createTestDatabase();
  // Shorter than the real limits, which open.test.ts checks.
  database.pool.on('connect', (client) => void client.query(`set lock_timeout to '300ms'`));
  database.pool.options.connectionTimeoutMillis = 300;
  app = await startTestApp({ database });
});
afterAll(() => app.stop());

/** Locks a table like a manual migration, until the returned function is called. */
async function lock(table: string, mode = 'access exclusive') {
  const client = app.database.newClient();
  await client.connect();
  await client.query(`begin; lock table ${table} in ${mode} mode`);
  const release = async () => void (await client.query('commit'));
  onTestFinished(() => client.end());
  return release;
}

describe('OPS-03 a lock that is held for long', () => {
  test('calls that need the table return 503 with Retry-After, all others work', async () => {
    const ann = await app.signedIn();
    const release = await lock('documents');
    const body = { title: 'Locked out', content: 'Text' };
    const refused = await Promise.all([
      ann.send({ url: '/api/documents' }),
      ann.send({ method: 'POST', url: '/api/documents', payload: body }),
      ann.send({
        method: 'POST',
        url: '/api/documents',
        payload: body,
        headers: { 'idempotency-key': 'lock' },
      }),
    ]);
    for (const answer of refused) {
      expectRefusal(answer, 503, 'busy');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    await ann.call(servers.create, { body: { name: 'unharmed' } });
    expect(await ann.call(servers.list, { query: {} })).toHaveLength(1);
    await release();
    expect(await ann.call(documents.list, { query: {} })).toEqual([]);
    await ann.call(documents.create, { body, idempotencyKey: 'lock' });
    expect(await ann.call(documents.list, { query: {} })).toHaveLength(1);
  });

  test('an import waits for it and loses nothing', async () => {
    const ann = await app.signedIn();
    const release = await lock('documents');
    const zip = new Uint8Array(zipSync({ 'one.md': strToU8('# One'), 'two.md': strToU8('# Two') }));
    const { jobId } = await ann.call(documents.import, { query: {}, file: new File([zip], 'pages.zip') });
    const waits = async () => {
      const text = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return (await app.database.pool.query(text)).rows.length > 0;
    };
    const often = { limitMs: 10_000, everyMs: 20 };
    expect(await waitUntil(waits, often)).toBe(true);
    expect(await waitUntil(async () => !(await waits()), often)).toBe(true);
    await release();
    const stateOf = async () => (await ann.call(jobs.find, { params: { id: jobId } })).state;
    expect(await waitUntil(async () => !['waiting', 'running'].includes(await stateOf()), often)).toBe(true);
    expect(await stateOf()).toBe('done');
    expect(await ann.call(documents.list, { query: { q: 'two' } })).toHaveLength(1);
  });

  test('a mail waits for it and is sent once', async () => {
    const user = await aUser(app.database.db);
    await app.database.db.transaction(async (tx) => {
      await queueMail(tx, 'reset-password', user);
      await tx.update(mails).set({ nextAttemptAt: sql`now() + interval '1 second'` });
    });
    // The lock allows reading and locking rows, but not recording that the mail was sent.
    const release = await lock('mails', 'share');
    await setTimeout(1_000);
    expect(await app.mailsTo(user.email)).toEqual([]);
    await release();
    expect(await app.mailsTo(user.email)).toHaveLength(1);
  });
});

test('OPS-03 calls without a free connection return 503 with Retry-After, and work once there is one', async () => {
  const ann = await app.signedIn();
  const { pool } = app.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const answer = await ann.send({ url: '/api/documents' });
  expectRefusal(answer, 503, 'busy');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  for (const client of held) client.release();
  await ann.call(servers.list, { query: {} });
});
