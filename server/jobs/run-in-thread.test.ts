import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../../contract/documents.ts';
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

test('F5 an import runs in a thread of its own, and the product answers meanwhile', async () => {
  const line = '- [a](b.md) **c** `d` ~~e~~ <b>f</b> | g |\n';
  const { id, user } = await anImport({ 'a.md': `# Long\n\n${line.repeat(20_000)}` });
  let longest = 0;
  let last = performance.now();
  const watching = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  const startedAt = performance.now();
  await runInThread(at.database, at.config, connection)(id, never);
  const took = performance.now() - startedAt;
  clearInterval(watching);
  expect(await findJob(at.database.db, id)).toMatchObject({ state: 'done', result: { created: 1 } });
  expect(longest).toBeLessThan(took / 2);
  const ann = await at.as(user);
  expect(await ann.call(documents.list, { query: { fields: 'card' } })).toMatchObject([{ title: 'Long' }]);
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
  const pages = Array.from({ length: 1_000 }, (_, n) => [`${n}.md`, `# Page ${n}\n\nText.`]);
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
  expect(await findJob(at.database.db, id)).toMatchObject({ state: 'done', result: { created: 1_000 } });
});
