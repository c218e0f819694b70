import { PgBoss } from 'pg-boss';
import type { Database } from '../db/open.ts';
import { unlessUnavailable } from '../http/errors.ts';
import { findJob, listUnfinished, type JobRow } from './queries.ts';
import { runJob, type JobKind, type Log } from './run.ts';

export type JobEngine = {
  /** Schedules an existing job to run soon, on any node. */
  start(id: string): Promise<void>;
  /** Lets running jobs finish their step; the next start continues them. */
  stop(): Promise<void>;
};

/** Each kind of job has a queue of its own, so that a long import does not delay a backup or checks. */
const queueOf = (kind: string) => `run-${kind}`;
const SWEEP = 'sweep';
const SWEEP_MS = 60_000;
const STOP_TIMEOUT_MS = 6_000;

/**
 * Clock for the pauses of pg-boss. With the system clock, setting it back would extend a pause of seconds by the same
 * amount.
 */
const steadyClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (run: () => void, ms: number) => setInterval(run, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

type Options = {
  sweep: () => Promise<void>;
  everyMs?: number;
  /** By kind: runs a job elsewhere. Other kinds run here. */
  threads?: Record<string, (id: string, signal: AbortSignal) => Promise<void>>;
};

/**
 * Runs jobs on pg-boss, whose tables are in the same database. Our job rows contain the task and its progress; pg-boss
 * decides when and on which node it runs. `sweep` runs once a minute on one node.
 */
export async function startJobs(
  database: Database,
  kinds: Record<string, JobKind>,
  { sweep, everyMs = SWEEP_MS, threads = {} }: Options,
  log: Log,
): Promise<JobEngine> {
  const stopping = new AbortController();
  const note = (error: unknown) => unlessUnavailable(error, () => log.error({ err: error }, 'jobs'));
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    clock: steadyClock,
    // The scheduler stores its last run, so that after a fast clock is set back it would wait until that time.
    schedule: false,
  });
  boss.on('error', note);
  await boss.start();
  await boss.createQueue(SWEEP, {
    policy: 'singleton',
    retryLimit: 0,
    expireInSeconds: 300,
    deleteAfterSeconds: 3_600,
  });

  const workers = new Map<string, string>();
  for (const kind of Object.keys(kinds)) {
    // The job row decides whether a job still has to run, so a message may come twice or late.
    await boss.createQueue(queueOf(kind), {
      retryLimit: 10,
      retryBackoff: true,
      expireInSeconds: 6 * 3_600,
      deleteAfterSeconds: 3_600,
    });
    const worker = await boss.work<{ id: string }>(
      queueOf(kind),
      { batchSize: 1, pollingIntervalSeconds: 2 },
      async ([message]) => {
        if (!message) return;
        const { id } = message.data;
        const { signal } = stopping;
        await (threads[kind] ? threads[kind](id, signal) : runJob(database, kinds, id, { signal, log }));
      },
    );
    workers.set(kind, worker);
  }
  const send = async ({ id, kind }: Pick<JobRow, 'id' | 'kind'>) => {
    const worker = workers.get(kind);
    // A kind of another release stays until a server that knows it starts.
    if (!worker) return;
    await boss.send(queueOf(kind), { id });
    boss.notifyWorker(worker);
  };
  const start = async (id: string) => {
    const job = await findJob(database.db, id);
    if (job) await send(job);
  };
  const takeUpUnfinished = async () => {
    for (const job of await listUnfinished(database.db)) await send(job);
  };
  const sweeper = await boss.work(SWEEP, { pollingIntervalSeconds: 30 }, async () => {
    await sweep();
    await takeUpUnfinished();
  });
  // Every node requests it; one of them runs it.
  const askForSweep = async () => {
    await boss.send(SWEEP, null, { singletonSeconds: everyMs / 1_000 });
    boss.notifyWorker(sweeper);
  };
  const timer = setInterval(() => void askForSweep().catch(note), everyMs);
  await takeUpUnfinished();

  return {
    start,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await boss.stop({ graceful: true, close: false, timeout: STOP_TIMEOUT_MS });
    },
  };
}
