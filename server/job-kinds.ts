import type { Checker } from './checks/checker.ts';
import { CHECK_ALL, checkAllJob } from './checks/job.ts';
import { IMPORT } from './imports/routes.ts';
import { EXPORT, exportJob } from './exports/instance/routes.ts';
import type { JobKind } from './jobs/run.ts';
import type { Schedule } from './servers/schedule.ts';
import type { Storage } from './storage/storage.ts';

/** Background jobs of the server and of the commands. The first import loads the parsers of other products' formats lazily. */
export const jobKinds = (
  storage: Storage,
  schedule: Schedule,
  checker?: Checker,
): Record<string, JobKind> => ({
  [IMPORT]: async (job, context) => {
    const { importJob } = await import('./imports/job.ts');
    return importJob({ storage, schedule })(job, context);
  },
  [EXPORT]: exportJob,
  ...(checker ? { [CHECK_ALL]: checkAllJob(checker) } : {}),
});
