import * as z from 'zod/mini';
import { del, post } from './endpoint.ts';

export const DemoData = z.object({
  servers: z.int(),
  documents: z.int(),
  members: z.int(),
  /** Days of past checks of the demo servers. */
  days: z.int(),
});
export type DemoData = z.infer<typeof DemoData>;

export const demo = {
  add: post('/api/admin/demo', {
    scope: 'admin',
    summary:
      'Add demo data: servers with their checks, documents of all kinds, team members; 409 code demo_there when it is there',
    result: DemoData,
    status: 201,
  }),
  remove: del('/api/admin/demo', {
    scope: 'admin',
    summary: 'Remove all demo data, whatever was changed of it, and nothing else',
  }),
};
