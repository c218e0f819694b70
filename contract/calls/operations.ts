import * as z from 'zod/mini';
import { get } from './endpoint.ts';

const Health = z.object({ status: z.string() });
/**
 * `problem`: what does not work although the server is ready, such as changes on a full disk. `standby`: whether reads
 * use the standby of READ_DATABASE_URL, or why not.
 */
const Readiness = z.object({
  status: z.string(),
  problem: z.optional(z.string()),
  standby: z.optional(z.string()),
});

/** Calls for the operating environment. */
export const operations = {
  healthz: get('/healthz', { scope: 'public', summary: 'The process is alive', result: Health }),
  readyz: get('/readyz', {
    scope: 'public',
    summary:
      'The product can serve: 200, with a problem where it takes no changes; or 503 with the reason and Retry-After',
    result: Readiness,
  }),
  metrics: get('/metrics', {
    scope: 'public',
    summary: 'Prometheus metrics; needs METRICS_TOKEN as Bearer token where that is set',
    produces: 'text/plain',
  }),
  openapi: get('/api/openapi.json', { scope: 'public', summary: 'This description', result: z.unknown() }),
  docs: get('/api/docs', {
    scope: 'public',
    summary: 'A page to browse and try the calls',
    produces: 'text/html',
  }),
};
