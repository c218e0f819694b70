import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { LiveEvent } from '../../contract/calls/live.ts';
import { createTestDatabase, withDatabase } from '../../test/database.ts';
import { openDatabase } from '../db/open.ts';
import { startLive } from './engine.ts';
import { publish } from './publish.ts';

const database = withDatabase();
const changed = (): LiveEvent => ({ type: 'changed', topic: 'documents', id: randomUUID() });

/** Another node: its events, and the messages in which they came. */
async function listen() {
  const events: unknown[] = [];
  const messages: string[] = [];
  const live = await startLive(database);
  const client = database.newClient();
  await client.connect();
  await client.query('listen ops_hub_live');
  client.on('notification', ({ payload }) => messages.push(payload ?? ''));
  live.subscribe(({ event }) => events.push(event));
  onTestFinished(async () => {
    await live.stop();
    await client.end();
  });
  return { events, messages };
}

test('KB-11 many events at once wake another node a few times, and it gets all events in their order', async () => {
  const { events, messages } = await listen();
  const sent = Array.from({ length: 300 }, changed);
  await database.db.transaction(async (tx) => {
    for (const event of sent) await publish(tx, event);
  });
  await expect.poll(() => events).toHaveLength(sent.length);
  expect(events).toEqual(sent);
  expect(messages.length).toBeLessThan(sent.length / 3);
});

test('KB-11 a write that is rolled back sends no event, alone or in a burst', async () => {
  const { events } = await listen();
  const [first, second] = [changed(), changed()];
  const failed = () =>
    database.db.transaction(async (tx) => {
      await publish(tx, changed());
      await tx.execute(sql`select 1 / 0`);
    });
  for (let n = 0; n < 3; n++) await expect(failed()).rejects.toThrow('Failed query');
  await publish(database.db, first);
  for (let n = 0; n < 3; n++) await expect(failed()).rejects.toThrow('Failed query');
  await database.db.transaction((tx) => publish(tx, second));
  await expect.poll(() => events).toContainEqual(second);
  expect(events).toEqual([first, second]);
});

test('KB-11 events that wait while the database refuses them arrive later', async () => {
  const { events } = await listen();
  const sent = [changed(), changed(), changed()];
  const { pool } = database;
  for (const event of sent) await publish(database.db, event);
  const query = pool.query.bind(pool);
  let refused = 0;
  pool.query = (() => {
    refused += 1;
    return Promise.reject(new Error('away'));
  }) as typeof pool.query;
  await expect.poll(() => refused).toBeGreaterThan(0);
  pool.query = query;
  await expect.poll(() => events).toEqual(sent);
});

test('KB-11 the last events of a process that ends its connections arrive', async () => {
  const there = await createTestDatabase();
  onTestFinished(() => there.drop());
  const client = there.newClient();
  await client.connect();
  await client.query('listen ops_hub_live');
  let heard = '';
  client.on('notification', ({ payload }) => (heard += payload));
  const ending = openDatabase(there.connection, () => undefined);
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of ids) await publish(ending.db, { type: 'changed', topic: 'documents', id });
  await ending.close();
  await expect.poll(() => ids.filter((id) => heard.includes(id))).toEqual(ids);
  await client.end();
});
