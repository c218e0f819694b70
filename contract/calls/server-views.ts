import * as z from 'zod/mini';
import { del, get, post, put } from './endpoint.ts';
import { Id, requiredLine } from '../shared/fields.ts';
import { FilterText } from './servers.ts';

export const VIEW_LIMITS = { name: 100, perAccount: 100 };

/** A saved filter of the Infrastructure screen. Its address shows the same servers to everybody. */
export const ServerView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Text form of the filter. */
  filter: z.string(),
  /** Applied when the screen opens without a filter. At most one per account. */
  isDefault: z.boolean(),
});
export type ServerView = z.infer<typeof ServerView>;

export const ServerViewInput = z.object({
  name: requiredLine(VIEW_LIMITS.name, 'Name'),
  filter: FilterText,
  isDefault: z.optional(z.boolean()),
});
export type ServerViewInput = z.input<typeof ServerViewInput>;

export const serverViews = {
  list: get('/api/server-views', {
    scope: 'viewer',
    summary: 'Own saved filters of the inventory, by name',
    result: z.array(ServerView),
  }),
  create: post('/api/server-views', {
    scope: 'viewer',
    summary: 'Keep a filter under a name; 409 code name_taken where an own view has it',
    body: ServerViewInput,
    result: ServerView,
    status: 201,
  }),
  update: put('/api/server-views/:id', {
    scope: 'viewer',
    summary: 'Rename a view, change its filter, or make it the default',
    params: Id,
    body: z.partial(ServerViewInput),
    result: ServerView,
  }),
  remove: del('/api/server-views/:id', { scope: 'viewer', summary: 'Delete a view', params: Id }),
};
