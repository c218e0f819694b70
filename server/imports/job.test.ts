import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ImportReport } from '../../contract/calls/imports.ts';
import { knowledgeBase } from '../../contract/calls/documents.ts';
import { withApp } from '../../test/app.ts';
import { zipOf, type Files } from '../../test/imports.ts';
import { startObjectStore } from '../../test/object-store.ts';
import { openTcpLine } from '../../test/tcp-line.ts';
import { readConfig } from '../config.ts';
import { openStorage } from '../storage/open.ts';
import { createJob, findJob, type JobRow } from '../jobs/queries.ts';
import type { JobKind } from '../jobs/run.ts';
import type { Db } from '../db/open.ts';
import { JobFailed, runJob, Stopping } from '../jobs/run.ts';
import { importJob } from './job.ts';
import { IMPORT } from './routes.ts';

const at = withApp();
const log = pino({ level: 'silent' });

async function aWaitingImport(ownerId: string, files: Files): Promise<JobRow> {
  const { storage, database } = at.current;
  const key = `imports/${randomUUID()}.zip`;
  await storage.put(key, zipOf(files));
  const id = randomUUID();
  await createJob(database.db, { id, kind: IMPORT, ownerId, input: { key, name: 'wiki.zip' } });
  return rowOf(id);
}

async function rowOf(id: string): Promise<JobRow> {
  const row = await findJob(at.current.database.db, id);
  if (!row) throw new Error('the job is gone');
  return row;
}

const picture = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** A signal that is aborted at its n-th check, like a stop in the middle of the work. */
function endsAfter(checks: number): AbortSignal {
  let left = checks;
  return Object.defineProperty(new AbortController().signal, 'aborted', { get: () => left-- <= 0 });
}

const beforeTransactions = (db: Db, before: () => Promise<void>): Db =>
  new Proxy(db, {
    get: (target, name) =>
      name === 'transaction'
        ? async (work: Parameters<Db['transaction']>[0]) => {
            await before();
            return target.transaction(work);
          }
        : Reflect.get(target, name),
  });

const run = (job: JobRow, signal = new AbortController().signal) =>
  importJob({ storage: at.current.storage, schedule: { intervalSeconds: 0 } })(job, {
    db: at.current.database.db,
    signal,
    alone: async () => undefined,
    log,
  });

test('OPS-04 an import that was stopped between two steps continues after the last one and repeats nothing', async () => {
  const ann = await at.current.signedIn();
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, n) => [`stop/p${n}.md`, `# Page ${n}\n\n[back](p${119 - n}.md)`]),
  );
  files['stop/p7.md'] = '';
  const job = await aWaitingImport(ann.user.id, files);
  await expect(run(job, endsAfter(120 + 1))).rejects.toBeInstanceOf(Stopping);
  const stopped = await rowOf(job.id);
  expect(stopped).toMatchObject({ done: 50, total: 120 });
  expect((await ann.page(knowledgeBase.list, { query: { category: 'stop', limit: 1 } })).total).toBe(49);

  const report = ImportReport.parse(await run(stopped));
  expect(report).toMatchObject({ created: 119, updated: 0, skipped: 0, problems: [{ path: 'stop/p7.md' }] });
  const pages = await ann.call(knowledgeBase.list, { query: { category: 'stop' } });
  expect(new Set(pages.map(({ title }) => title)).size).toBe(119);
  const idOf = new Map(pages.map(({ title, id }) => [title, id]));
  // A page of the first step links to one that the second run stored.
  expect(pages.find(({ title }) => title === 'Page 0')?.content).toContain(`doc=${idOf.get('Page 119')}`);
  expect(await at.current.storage.get(String(job.input['key']))).toBeUndefined();
});

test('OPS-04 an import that is stopped during its check has stored nothing and starts again', async () => {
  const ann = await at.current.signedIn();
  const job = await aWaitingImport(ann.user.id, { 'look/a.md': '# A', 'look/b.md': '# B' });
  await expect(run(job, endsAfter(1))).rejects.toBeInstanceOf(Stopping);
  expect(await rowOf(job.id)).toMatchObject({ done: 0, result: null });
  expect(await run(await rowOf(job.id))).toMatchObject({ created: 2 });
});

test('OPS-04 a document that is deleted while an import runs is created again by it', async () => {
  const ann = await at.current.signedIn();
  const { db } = at.current.database;
  const files = Object.fromEntries(
    Array.from({ length: 51 }, (_, n) => [`bin/p${n}.md`, `# Page ${n}\n\nText.`]),
  );
  await run(await aWaitingImport(ann.user.id, files));
  const pages = await ann.call(knowledgeBase.list, { query: { category: 'bin' } });
  const last = pages.find(({ title }) => title === 'Page 50');
  // The second step is the second transaction. By then the ids of all pages are known.
  let steps = 0;
  const context = {
    signal: new AbortController().signal,
    alone: async () => undefined,
    log,
    db: beforeTransactions(db, async () => {
      if (++steps === 2) await ann.call(knowledgeBase.remove, { params: { id: last?.id ?? '' } });
    }),
  };
  const job = await aWaitingImport(ann.user.id, files);
  expect(
    await importJob({ storage: at.current.storage, schedule: { intervalSeconds: 0 } })(job, context),
  ).toMatchObject({ created: 1, skipped: 50 });
});

test('OPS-04 an import without its upload fails with a plain reason', async () => {
  const ann = await at.current.signedIn();
  const job = await aWaitingImport(ann.user.id, { 'gone/a.md': '# A' });
  await at.current.storage.remove(String(job.input['key']));
  await expect(run(job)).rejects.toThrow('The uploaded file is gone. Upload it again.');
});

test('OPS-04 two nodes that import the same zip at once create nothing twice', async () => {
  const ann = await at.current.signedIn();
  const { database, storage } = at.current;
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`two/p${n}.md`, `# Page ${n}\n\n[next](p${(n + 1) % 60}.md)`]),
  );
  const both = [await aWaitingImport(ann.user.id, files), await aWaitingImport(ann.user.id, files)];
  // Each import waits before it stores anything, until the other one is at the same point or waits for the lock.
  let arrived = 0;
  const { promise: met, resolve: meet } = Promise.withResolvers<void>();
  const arrive = () => {
    if (++arrived === 2) meet();
  };
  const meeting: JobKind = (job, context) => {
    let first = true;
    const db = beforeTransactions(context.db, async () => {
      if (first) arrive();
      first = false;
      await met;
    });
    let waits = false;
    const alone = async (name: string) => {
      setTimeout(() => {
        if (waits) arrive();
      }, 1000);
      waits = true;
      await context.alone(name);
      waits = false;
    };
    return importJob({ storage: storage, schedule: { intervalSeconds: 0 } })(job, { ...context, db, alone });
  };
  const { signal } = new AbortController();
  await Promise.all(both.map(({ id }) => runJob(database, { [IMPORT]: meeting }, id, { signal, log })));
  const ended = await Promise.all(both.map(({ id }) => rowOf(id)));
  expect(ended.map(({ state }) => state)).toEqual(['done', 'done']);
  const reports = ended.map(({ result }) => ImportReport.parse(result));
  expect(reports.map(({ created, skipped }) => `${created} ${skipped}`).toSorted()).toEqual(['0 60', '60 0']);
  const pages = await ann.call(knowledgeBase.list, { query: { category: 'two' } });
  expect(pages.map(({ version }) => version)).toEqual(Array<number>(60).fill(1));
});

test('OPS-04 an import killed between its last step and its end is done, although its upload is deleted', async () => {
  const ann = await at.current.signedIn();
  const job = await aWaitingImport(ann.user.id, { 'late/a.md': '# A\n\nText.' });
  const report = await run(job);
  expect(await run(await rowOf(job.id))).toEqual(report);
});

test('OPS-04 deletes the upload of an import that failed for good', async () => {
  const ann = await at.current.signedIn();
  const job = await aWaitingImport(ann.user.id, { 'bad/a.md': '# A\n\nText.' });
  const key = String(job.input['key']);
  await at.current.storage.put(key, Buffer.from('no zip at all'));
  await expect(run(job)).rejects.toBeInstanceOf(JobFailed);
  expect(await at.current.storage.get(key)).toBeUndefined();
});

test('OPS-04 an import that loses the image bucket keeps its upload and continues later', async () => {
  const ann = await at.current.signedIn();
  const { database } = at.current;
  const store = await startObjectStore();
  const line = await openTcpLine({
    host: '127.0.0.1',
    port: Number(new URL(store.settings['S3_ENDPOINT']!).port),
  });
  const settings = { ...store.settings, S3_ENDPOINT: `http://127.0.0.1:${line.port}` };
  const storage = await openStorage(readConfig(settings, ''), () => undefined);
  const files: Files = {};
  for (let n = 0; n < 50; n++) files[`away/p${n}.md`] = `# Page ${n}\n\nText.`;
  files['away/last.md'] = '# Last\n\n![rack](rack.png)';
  files['away/rack.png'] = await picture();
  const key = `imports/${randomUUID()}.zip`;
  await storage.put(key, zipOf(files));
  const id = randomUUID();
  await createJob(database.db, { id, kind: IMPORT, ownerId: ann.user.id, input: { key, name: 'wiki.zip' } });
  const runOnce = (db: Db) =>
    runJob(
      database,
      {
        [IMPORT]: (job, context) =>
          importJob({ storage, schedule: { intervalSeconds: 0 } })(job, { ...context, db }),
      },
      id,
      { signal: new AbortController().signal, log },
    );

  // The first step is stored by then. The picture belongs to the second step.
  const cutAfterOneStep = beforeTransactions(database.db, async () => line.cut());
  await expect(runOnce(cutAfterOneStep)).rejects.toThrow('The store of images is not reachable');
  expect(await rowOf(id)).toMatchObject({ state: 'running', done: 50, total: 52 });

  await line.mend();
  await runOnce(database.db);
  const { state, result } = await rowOf(id);
  expect(state).toBe('done');
  expect(ImportReport.parse(result)).toMatchObject({ created: 51, images: 1, problems: [] });
  expect(await storage.get(key)).toBeUndefined();
  await line.close();
  await store.stop();
});
