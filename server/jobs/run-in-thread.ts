import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import type { Connection, Database } from '../db/open.ts';
import { advanceJob, findJob } from './queries.ts';

export type ThreadData = { id: string; config: Config; connection: Connection };

/** MB that the objects of one job may take. More ends the job instead of the process, or of the database beside it. */
const MEMORY_MB = Math.min(512, Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2 ** 20 / 4);
const TOO_LARGE = 'It needs more memory than a job may use. Split it into smaller parts and try again.';

type Options = {
  memoryMb?: number;
  /** Removes what a thread that ended amid its work has left. */
  cleanUp?(threadId: number): Promise<void>;
};

/** Runs a job in a thread of its own, so that neither its work nor its memory affects anything else. */
export const runInThread =
  (database: Database, config: Config, connection: Connection, options: Options = {}) =>
  async (id: string, signal: AbortSignal): Promise<void> => {
    const workerData: ThreadData = { id, config, connection };
    const worker = new Worker(new URL('../job-thread.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb ?? MEMORY_MB },
    });
    const { threadId } = worker;
    const stop = () => worker.postMessage('stop');
    signal.addEventListener('abort', stop);
    try {
      await new Promise<void>((resolve, reject) => {
        worker.once('error', reject);
        worker.once('exit', () => resolve());
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
      const job = await findJob(database.db, id);
      if (job) await advanceJob(database.db, job, { state: 'failed', message: TOO_LARGE });
    } finally {
      signal.removeEventListener('abort', stop);
      await options.cleanUp?.(threadId);
    }
  };
