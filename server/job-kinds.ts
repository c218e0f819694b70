import type { Checker } from './checks/checker.ts';
import { CHECK_ALL, checkAllJob } from './checks/job.ts';
import { IMPORT } from './documents/import/kind.ts';
import { EXPORT, exportJob } from './documents/instance/progress.ts';
import type { JobKind } from './jobs/run.ts';
import type { Schedule } from './servers/save.ts';
import type { Storage } from './storage/storage.ts';

/**
 * Every kind of work that goes on behind the calls, for the server and the commands alike. What reads the formats of other products is
 * loaded by the first import: hardly a process ever needs it.
 */
export const jobKinds = (
  storage: Storage,
  schedule: Schedule,
  checker?: Checker,
): Record<string, JobKind> => ({
  [IMPORT]: async (job, context) => {
    const { importJob } = await import('./documents/import/job.ts');
    return importJob({ storage, schedule })(job, context);
  },
  [EXPORT]: exportJob,
  ...(checker ? { [CHECK_ALL]: checkAllJob(checker) } : {}),
});
