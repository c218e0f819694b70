import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { jobs } from '../../contract/calls/jobs.ts';
import { withApp } from '../../test/app.ts';
import { aUser } from '../../test/factories.ts';
import { jobAtEnd } from '../../test/imports.ts';
import { waitUntil } from '../db/wait-until.ts';
import { jobs as rows, users } from '../db/schema.ts';
import { startLive } from '../live/engine.ts';
import type { Message } from '../live/publish.ts';
import { startJobs } from './engine.ts';
import { advanceJob, createJob, findJob, listUnfinished, removeOldJobs, type JobRow } from './queries.ts';
import { JobFailed, runJob, Stopping, type JobKind } from './run.ts';

const at = withApp();
const quiet = pino({ level: 'silent' });
const never = new AbortController().signal;

async function aJob(ownerId: string, kind = 'test', fields: Partial<JobRow> = {}): Promise<string> {
  const id = randomUUID();
  const { db } = at.current.database;
  await createJob(db, { id, kind, ownerId, input: {} });
  if (Object.keys(fields).length > 0) await db.update(rows).set(fields).where(eq(rows.id, id));
  return id;
}

const run = (id: string, work: JobKind, log = quiet) =>
  runJob(at.current.database, { test: work }, id, { signal: never, log });
const stateOf = async (id: string) => (await findJob(at.current.database.db, id))?.state;

test('OPS-03 only its owner sees a job', async () => {
  const ann = await at.current.signedIn();
  const id = await aJob(ann.user.id);
  expect(await ann.call(jobs.find, { params: { id } })).toEqual({ id, state: 'waiting', done: 0, total: 0 });
  for (const other of [await at.current.signedIn(), await at.current.signedIn({ role: 'admin' })]) {
    await expect(other.call(jobs.find, { params: { id } })).rejects.toMatchObject({ status: 404 });
  }
  await expect(at.current.anonymous.call(jobs.find, { params: { id } })).rejects.toMatchObject({
    status: 401,
  });
  const unknown = await ann.send({ url: '/api/jobs/7' });
  expect(unknown.statusCode).toBe(404);
});

test('OPS-03 only the screens of its owner hear of a job', async () => {
  const ann = await at.current.signedIn();
  const live = await startLive(at.current.database);
  onTestFinished(() => live.stop());
  const heard: Message[] = [];
  live.subscribe((message) => heard.push(message));
  await run(await aJob(ann.user.id), async () => ({ all: true }));
  await expect.poll(() => heard.filter(({ event }) => event?.type === 'job').length).toBeGreaterThan(1);
  const listeners = heard.filter(({ event }) => event?.type === 'job').flatMap(({ readers }) => readers);
  expect(new Set(listeners)).toEqual(new Set([`person:${ann.user.id}`]));
});

test('OPS-03 a job goes from waiting over running to done; only its end returns the result', async () => {
  const ann = await at.current.signedIn();
  const id = await aJob(ann.user.id);
  await run(id, async (job, { db }) => {
    await advanceJob(db, job, { done: 1, total: 2, result: { half: true } });
    expect(await ann.call(jobs.find, { params: { id } })).toEqual({
      id,
      state: 'running',
      done: 1,
      total: 2,
    });
    return { all: true };
  });
  expect(await ann.call(jobs.find, { params: { id } })).toEqual({
    id,
    state: 'done',
    done: 1,
    total: 2,
    result: { all: true },
  });
});

test('OPS-03 a failed job gives its reason in plain words, an unexpected failure only a reference', async () => {
  const ann = await at.current.signedIn();
  const [expected, unexpected] = [await aJob(ann.user.id), await aJob(ann.user.id)];
  await run(expected, () => Promise.reject(new JobFailed('The disk is full.')));
  await run(unexpected, () => Promise.reject(new Error('password=hunter2')));
  expect(await ann.call(jobs.find, { params: { id: expected } })).toMatchObject({
    state: 'failed',
    message: 'The disk is full.',
  });
  expect(await ann.call(jobs.find, { params: { id: unexpected } })).toMatchObject({
    state: 'failed',
    message: `Something went wrong here. Reference: ${unexpected}`,
  });
  const diskFull = await aJob(ann.user.id);
  await run(diskFull, () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })));
  expect(await ann.call(jobs.find, { params: { id: diskFull } })).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('disk of Ops Hub is full'),
  });
});

test('OPS-03 a stopped job stays unfinished; a finished one does not run again', async () => {
  const ann = await at.current.signedIn();
  const id = await aJob(ann.user.id);
  await run(id, () => Promise.reject(new Stopping()));
  expect((await listUnfinished(at.current.database.db)).map((job) => job.id)).toContain(id);
  let runs = 0;
  const count = async () => ++runs;
  await run(id, count);
  await run(id, count);
  expect(runs).toBe(1);
  expect((await listUnfinished(at.current.database.db)).map((job) => job.id)).not.toContain(id);
});

test('OPS-03 two nodes that start the same job run it once', async () => {
  const ann = await at.current.signedIn();
  const id = await aJob(ann.user.id);
  const runs: number[] = [];
  const work: JobKind = async () => {
    runs.push(1);
    // Another node tries to run it meanwhile.
    await run(id, work);
  };
  await run(id, work);
  expect(runs).toHaveLength(1);
  expect(await stateOf(id)).toBe('done');
});

test('OPS-03 work that must run alone waits for its turn', async () => {
  const ann = await at.current.signedIn();
  const order: string[] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const alone =
    (name: string, meanwhile: Promise<void>): JobKind =>
    async (_job, context) => {
      await context.alone('one-at-a-time');
      order.push(`${name} begins`);
      open();
      await meanwhile;
      order.push(`${name} ends`);
    };
  const [first, second] = [await aJob(ann.user.id), await aJob(ann.user.id)];
  const soon = new Promise<void>((resolve) => setTimeout(resolve, 700));
  const running = run(first, alone('first', soon));
  await opened;
  await Promise.all([running, run(second, alone('second', Promise.resolve()))]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('OPS-03 a started server runs unfinished jobs, and finishes its step before it stops', async () => {
  const ann = await at.current.signedIn();
  const [left, unknown] = [
    await aJob(ann.user.id, 'left', { state: 'running' }),
    await aJob(ann.user.id, 'unknown'),
  ];
  const engine = await startJobs(
    at.current.database,
    { left: async () => 'finished' },
    { sweep: async () => undefined },
    quiet,
  );
  // The app's own engine does not know this kind. The engine that gets the message skips or runs the job.
  const again = setInterval(() => void engine.start(left), 500);
  expect(await jobAtEnd(ann, left)).toMatchObject({ state: 'done', result: 'finished' });
  clearInterval(again);
  await engine.stop();
  expect(await stateOf(unknown)).toBe('waiting');
});

test('F5 a long job of one kind does not delay a job of another kind', async () => {
  const ann = await at.current.signedIn();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const engine = await startJobs(
    at.current.database,
    { long: () => ended, short: async () => 'finished' },
    { sweep: async () => undefined },
    quiet,
  );
  const [long, short] = [await aJob(ann.user.id, 'long'), await aJob(ann.user.id, 'short')];
  await engine.start(long);
  await expect.poll(() => stateOf(long)).toBe('running');
  await engine.start(short);
  expect(await jobAtEnd(ann, short)).toMatchObject({ state: 'done' });
  expect(await stateOf(long)).toBe('running');
  end();
  await engine.stop();
});

test('OPS-03 work of every minute continues after a clock that was a day fast is set back', async () => {
  const { database } = at.current;
  let swept = 0;
  const sweep = async () => void (swept += 1);
  const engine = await startJobs(database, {}, { sweep, everyMs: 1_000 }, quiet);
  onTestFinished(() => engine.stop());
  const often = { limitMs: 10_000, everyMs: 50 };
  expect(await waitUntil(() => swept > 0, often)).toBe(true);
  const times = ['created_on', 'start_after', 'started_on', 'completed_on', 'singleton_on'];
  const later = times.map((time) => `${time} = ${time} + interval '1 day'`).join();
  await database.pool.query(`update pgboss.job set ${later}`);
  swept = 0;
  expect(await waitUntil(() => swept > 1, often)).toBe(true);
});

test('OPS-03 the jobs of a deleted account are deleted', async () => {
  const { db } = at.current.database;
  const gone = await aUser(db);
  const id = await aJob(gone.id);
  await run(id, async (job) => {
    await db.delete(users).where(eq(users.id, gone.id));
    await advanceJob(db, job, { done: 1 });
  });
  expect(await findJob(db, id)).toBeUndefined();
  await run(id, async () => expect.unreachable());
});

test('OPS-03 deletes jobs that ended more than seven days ago, but not unfinished ones', async () => {
  const { db } = at.current.database;
  const ann = await aUser(db);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const old = await aJob(ann.id, 'test', { state: 'done', finishedAt: daysAgo(8) });
  const recent = await aJob(ann.id, 'test', { state: 'failed', finishedAt: daysAgo(6) });
  const unfinished = await aJob(ann.id, 'unknown', { createdAt: daysAgo(30) });
  await removeOldJobs(db);
  expect(await Promise.all([old, recent, unfinished].map(stateOf))).toEqual([undefined, 'failed', 'waiting']);
});
