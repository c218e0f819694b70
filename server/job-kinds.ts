import type { Checker } from './checks/checker.ts';
import { CHECK_ALL, checkAllJob } from './checks/job.ts';
import { IMPORT, importJob } from './documents/import/job.ts';
import { EXPORT, exportJob } from './documents/instance/progress.ts';
import type { JobKind } from './jobs/run.ts';
import type { Schedule } from './servers/save.ts';
import type { Storage } from './storage/storage.ts';

/** Every kind of work that goes on behind the calls, for the server and the commands alike. */
export const jobKinds = (
  storage: Storage,
  schedule: Schedule,
  checker?: Checker,
): Record<string, JobKind> => ({
  [IMPORT]: importJob({ storage, schedule }),
  [EXPORT]: exportJob,
  ...(checker ? { [CHECK_ALL]: checkAllJob(checker) } : {}),
});
