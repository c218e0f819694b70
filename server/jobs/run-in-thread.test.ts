import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../../contract/calls/documents.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { createTestDatabase } from '../../test/database.ts';
import { aUser } from '../../test/factories.ts';
import { zipOf } from '../../test/imports.ts';
import type { Connection } from '../db/open.ts';
import { IMPORT } from '../imports/routes.ts';
import { createJob, findJob } from './queries.ts';
import { runInThread } from './run-in-thread.ts';

let at: TestApp & { stop(): Promise<void> };
let connection: Connection;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ connection } = database);
  at = await startTestApp({ database });
});
afterAll(() => at.stop());

const never = new AbortController().signal;

/** Stores a zip and creates the job of its import, which no engine starts. */
async function anImport(files: Record<string, string>) {
  const user = await aUser(at.database.db);
  const id = randomUUID();
  const key = `imports/${id}.zip`;
  await at.storage.put(key, zipOf(files));
  await createJob(at.database.db, { id, kind: IMPORT, ownerId: user.id, input: { key, name: 'wiki.zip' } });
  return { id, user };
}

test('F5 an import runs in a thread of its own, and leaves this one to other calls', async () => {
  const line = '- [a](b.md) **c** `d` ~~e~~ <b>f</b> | g |\n';
  const pages = Array.from({ length: 20 }, (_, n) => [`long-${n}.md`, `# Page ${n}\n\n${line.repeat(200)}`]);
  const { id, user } = await anImport(Object.fromEntries(pages));
  const before = performance.eventLoopUtilization();
  await runInThread(at.database, at.config, connection)(id, never);
  // The share of the time in which this thread had something to do.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  expect(await findJob(at.database.db, id)).toMatchObject({ state: 'done', result: { created: 20 } });
  const ann = await at.as(user);
  expect(await ann.call(documents.list, { query: { fields: 'card' } })).toHaveLength(20);
});

test('F5 an import that needs too much memory fails alone, with a message', async () => {
  const { id } = await anImport({ 'a.md': '# Page' });
  await runInThread(at.database, at.config, connection, { memoryMb: 8 })(id, never);
  expect(await findJob(at.database.db, id)).toMatchObject({
    state: 'failed',
    message: 'It needs more memory than a job may use. Split it into smaller parts and try again.',
  });
});

test('OPS-03 a stop ends the thread between two steps, and the job goes on later', async () => {
  const pages = Array.from({ length: 400 }, (_, n) => [`${n}.md`, `# Page ${n}\n\nText.`]);
  const { id } = await anImport(Object.fromEntries(pages));
  const stopping = new AbortController();
  const running = runInThread(at.database, at.config, connection)(id, stopping.signal);
  await expect
    .poll(async () => (await findJob(at.database.db, id))?.done, { timeout: 20_000 })
    .toBeGreaterThan(0);
  stopping.abort();
  await running;
  expect(await findJob(at.database.db, id)).toMatchObject({ state: 'running' });
  await runInThread(at.database, at.config, connection)(id, never);
  expect(await findJob(at.database.db, id)).toMatchObject({ state: 'done', result: { created: 400 } });
});
