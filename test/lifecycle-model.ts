import type { AccountStatus } from '../contract/calls/user.ts';
import { fc } from './properties.ts';

/** The actions on an account that the API allows. */
export type Step = 'verify' | 'approve' | 'reject' | 'deactivate' | 'reactivate';

/** The life cycle of an account, written independently of the product's own table. */
const LIFE: Record<AccountStatus, Partial<Record<Step, AccountStatus>>> = {
  pending_verification: { verify: 'pending_approval' },
  pending_approval: { approve: 'active', reject: 'rejected' },
  active: { deactivate: 'deactivated' },
  rejected: { reactivate: 'active' },
  deactivated: { reactivate: 'active' },
};

/** The status after an action. Undefined if the action is not allowed. */
export const after = (status: AccountStatus, step: Step): AccountStatus | undefined => LIFE[status][step];

export const STEPS: Step[] = ['verify', 'approve', 'reject', 'deactivate', 'reactivate'];

export const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 8 });
