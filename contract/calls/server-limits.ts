import { get, put } from './endpoint.ts';
import { Id } from '../shared/fields.ts';
import { ServerLimits } from '../shared/server-limits.ts';

export const serverLimits = {
  find: get('/api/servers/:id/limits', {
    scope: 'viewer',
    summary: 'From which figures the checks of a server warn, and what of it expires when',
    params: Id,
    result: ServerLimits,
  }),
  change: put('/api/servers/:id/limits', {
    scope: 'user',
    summary: 'Replace them; without a threshold the limit of the product applies',
    params: Id,
    body: ServerLimits,
    result: ServerLimits,
  }),
};
