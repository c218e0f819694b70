import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { Id } from '../shared/fields.ts';

const JobState = z.enum(['waiting', 'running', 'done', 'failed']);
type JobState = z.infer<typeof JobState>;

/** Work that continues after the response to its call. */
export const Job = z.object({
  id: z.uuid(),
  state: JobState,
  /** Finished steps of `total`; both are 0 until the total is known. */
  done: z.int(),
  total: z.int(),
  /** Result; its shape depends on the kind (ImportReport for an import). */
  result: z.optional(z.unknown()),
  /** Why it failed, for people. */
  message: z.optional(z.string()),
});
export type Job = z.infer<typeof Job>;

export const jobs = {
  find: get('/api/jobs/:id', { scope: 'viewer', summary: 'State of an own job', params: Id, result: Job }),
};
