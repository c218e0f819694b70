import * as z from 'zod/mini';
import { get } from './endpoint.ts';
import { Instant } from '../shared/fields.ts';

export const AccountStatus = z.enum([
  'pending_verification',
  'pending_approval',
  'active',
  'rejected',
  'deactivated',
]);
export type AccountStatus = z.infer<typeof AccountStatus>;

export type AccountEvent = 'verify' | 'approve' | 'reject' | 'deactivate' | 'reactivate';

/** The state machine of an account: transitions that are missing here are impossible. */
const TRANSITIONS: Record<AccountEvent, { from: AccountStatus[]; to: AccountStatus }> = {
  verify: { from: ['pending_verification'], to: 'pending_approval' },
  approve: { from: ['pending_approval'], to: 'active' },
  reject: { from: ['pending_approval'], to: 'rejected' },
  deactivate: { from: ['active'], to: 'deactivated' },
  reactivate: { from: ['rejected', 'deactivated'], to: 'active' },
};

/** The status after an event; undefined when the event is impossible. */
export const statusAfter = (status: AccountStatus, event: AccountEvent): AccountStatus | undefined =>
  TRANSITIONS[event].from.includes(status) ? TRANSITIONS[event].to : undefined;

export const Role = z.enum(['viewer', 'user', 'admin']);
export type Role = z.infer<typeof Role>;

/** An account as screens read it; never with a hash or token. */
export const User = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  authProvider: z.string(),
  createdAt: Instant,
  isEmailVerified: z.boolean(),
  profileImageUrl: z.nullable(z.string()),
  status: AccountStatus,
  accountStatus: AccountStatus,
});
export type User = z.infer<typeof User>;

/** The signed-in account. */
export const CurrentUser = z.extend(User, {
  /** When the sign-in policy requires a second factor; null if the account has one or needs none. */
  secondFactorBy: z.nullable(Instant),
  /** That time has come: the account can only set one up. */
  mustEnrol: z.boolean(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

/** Needed by every signed-in screen; separate from the forms of accounts, which few screens show. */
export const signedIn = {
  currentUser: get('/api/auth/user', {
    scope: 'viewer',
    inOutage: true,
    summary: 'The signed-in account',
    result: CurrentUser,
  }),
  logout: get('/api/logout', {
    scope: 'public',
    summary: 'End the session and go to /; refused when another site sends the visitor',
    headers: { Location: '/' },
    status: 302,
  }),
};
