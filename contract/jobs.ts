import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { Id } from './fields.ts';

const JobState = z.enum(['waiting', 'running', 'done', 'failed']);
type JobState = z.infer<typeof JobState>;

/** Work that goes on after its call was answered. */
export const Job = z.object({
  id: z.uuid(),
  state: JobState,
  /** Steps done of `total`; both 0 until the job knows how much there is. */
  done: z.int(),
  total: z.int(),
  /** What the job made; its shape is the kind's own (ImportReport for an import). */
  result: z.optional(z.unknown()),
  /** Why it failed, for people. */
  message: z.optional(z.string()),
});
export type Job = z.infer<typeof Job>;

export const jobs = {
  find: get('/api/jobs/:id', { scope: 'user', summary: 'State of an own job', params: Id, result: Job }),
};
