import * as z from 'zod/mini';
import { User } from './user.ts';
import { get, post } from './endpoint.ts';
import { Id } from '../shared/fields.ts';

/** Approval of accounts: those with a verified e-mail wait for an administrator. */
export const approvals = {
  listPending: get('/api/admin/pending-users', {
    scope: 'admin',
    summary: 'Accounts that wait for approval, oldest first',
    result: z.array(User),
  }),
  approve: post('/api/admin/approve-user/:id', {
    scope: 'admin',
    summary: 'Approve a waiting account and notify it by mail',
    params: Id,
    result: User,
  }),
  reject: post('/api/admin/reject-user/:id', {
    scope: 'admin',
    summary: 'Reject a waiting account and notify it by mail',
    params: Id,
    result: User,
  }),
};
