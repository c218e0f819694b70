import { jobs } from '../../contract/calls/jobs.ts';
import type { Mount } from '../http/endpoint.ts';
import { found } from '../http/errors.ts';
import { findOwnJob } from './queries.ts';

export function jobRoutes(mount: Mount) {
  mount(jobs.find, async ({ db, actor, params }) =>
    found(await findOwnJob(db, actor.userId, params.id), 'Job'),
  );
}
