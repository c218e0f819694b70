import * as z from 'zod/mini';
import { User } from './user.ts';
import { get, post } from './endpoint.ts';
import { Id } from './fields.ts';

/** Letting people in: accounts whose e-mail is proven wait for an administrator. */
export const approvals = {
  listPending: get('/api/admin/pending-users', {
    scope: 'admin',
    summary: 'Accounts that wait for approval, oldest first',
    result: z.array(User),
  }),
  approve: post('/api/admin/approve-user/:id', {
    scope: 'admin',
    summary: 'Let a waiting account in; it is told by mail',
    params: Id,
    result: User,
  }),
  reject: post('/api/admin/reject-user/:id', {
    scope: 'admin',
    summary: 'Turn a waiting account away; it is told by mail',
    params: Id,
    result: User,
  }),
};
