import { IMPORT, importJob } from './documents/import/job.ts';
import type { JobKind } from './jobs/run.ts';
import type { Storage } from './storage/storage.ts';

/** Every kind of work that goes on behind the calls, for the server and the commands alike. */
export const jobKinds = (storage: Storage): Record<string, JobKind> => ({ [IMPORT]: importJob(storage) });
