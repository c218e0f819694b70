import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../contract/calls/documents.ts';
import { startTestApp, type Client, type TestApp } from '../test/app.ts';
import { expectRefusal } from '../test/answers.ts';
import { createCuttableDatabase, type CuttableDatabase } from '../test/database-proxy.ts';
import { aUser, PASSWORD } from '../test/factories.ts';
import { waitUntil } from './db/wait-until.ts';

let app: TestApp & { stop(): Promise<void> };
let database: CuttableDatabase;
let ann: Client;
let email: string;

beforeAll(async () => {
  database = await createCuttableDatabase();
  app = await startTestApp({ database });
  const user = await aUser(database.db);
  email = user.email;
  ann = await app.as(user);
});
afterAll(() => app.stop());

const calls = () =>
  [
    { url: '/readyz' },
    { url: '/api/documents' },
    { url: '/api/auth/user' },
    { method: 'POST', url: '/api/documents', payload: { title: 'Lost', content: 'Text' } },
    {
      method: 'POST',
      url: '/api/documents',
      payload: { title: 'Lost', content: 'Text' },
      headers: { 'idempotency-key': 'away' },
    },
    { method: 'POST', url: '/api/auth/login', payload: { email, password: PASSWORD } },
    { url: '/objects/6d9fbd2c-8b1f-4b5c-9a0e-2f0f3ab4cd11' },
    { url: '/api/live' },
  ] as const;

describe('OPS-03 while the database is unavailable', () => {
  test('every call that needs it returns 503 with Retry-After, the others work; then all calls work again', async () => {
    for (let outage = 0; outage < 3; outage++) {
      await database.cut();
      for (const call of calls()) {
        const answer = await ann.send(call);
        expectRefusal(answer, 503, 'unavailable');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(answer.headers['content-security-policy']).toBeDefined();
      }
      for (const url of ['/healthz', '/metrics', '/api/openapi.json', '/api/docs'])
        expect((await ann.send({ url })).statusCode).toBe(200);
      await database.mend();
      expect((await ann.send({ url: '/readyz' })).statusCode).toBe(200);
      expect(await ann.call(documents.list, { query: { q: 'Lost' } })).toEqual([]);
      await ann.call(documents.create, { body: { title: `After ${outage}`, content: 'Text' } });
    }
    expect(await ann.call(documents.list, { query: { q: 'after' } })).toHaveLength(3);
  });

  test('a running call fails as unavailable and has stored nothing', async () => {
    const { pool } = app.database;
    const holder = await pool.connect();
    await holder.query('begin; lock table audit_entries in exclusive mode');
    const payload = { title: 'Midway', content: 'Text' };
    const waiting = Promise.resolve(ann.send({ method: 'POST', url: '/api/documents', payload }));
    const isWaiting = async () => {
      const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return (await pool.query(waits)).rows.length > 0;
    };
    expect(await waitUntil(isWaiting, { limitMs: 10_000, everyMs: 10 })).toBe(true);
    await database.cut();
    expectRefusal(await waiting, 503, 'unavailable');
    // The connection is broken and must not go back to the pool.
    holder.release(true);
    await database.mend();
    expect(await ann.call(documents.list, { query: { q: 'midway' } })).toEqual([]);
  });

  test('live events resume without a new request', async () => {
    const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await fetch(`${origin}/api/live`, { headers: { cookie: ann.cookie } });
    let text = '';
    const reading = (async () => {
      for await (const chunk of stream.body!) text += Buffer.from(chunk).toString();
    })();
    await database.cut();
    await database.mend();
    const nextEvent = async () => {
      // The first may get a connection that has just been cut.
      await ann.send({ method: 'POST', url: '/api/documents', payload: { title: 'Told', content: 'Text' } });
      return text.includes('"topic":"documents"');
    };
    expect(await waitUntil(nextEvent, { limitMs: 15_000, everyMs: 100 })).toBe(true);
    await app.app.close();
    await reading;
  });
});
