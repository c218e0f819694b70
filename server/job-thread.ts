import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from './db/open.ts';
import { jobKinds } from './job-kinds.ts';
import type { ThreadData } from './jobs/run-in-thread.ts';
import { runJob } from './jobs/run.ts';
import { createLog } from './log.ts';
import { openStorage } from './storage/open.ts';
import { trustAuthorities } from './trust.ts';

/** The body of the thread that runs one job, with connections and a store of its own. Any message stops it between two steps. */
const { id, config, connection } = workerData as ThreadData;
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
const log = createLog();
log.level = config.LOG_LEVEL;
trustAuthorities(config.CA_FILE);
const database = openDatabase(connection, (message) => log.warn(message), config.DATABASE_DIRECT_URL);
try {
  const storage = await openStorage(config, (problem) => log.warn(problem));
  const kinds = jobKinds(storage, { intervalSeconds: config.CHECK_INTERVAL_SECONDS });
  await runJob(database, kinds, id, { signal: stopping.signal, log });
} finally {
  await database.close();
  parentPort?.close();
}
