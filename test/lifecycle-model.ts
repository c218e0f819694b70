import type { AccountStatus } from '../contract/user.ts';
import { fc } from './properties.ts';

/** What can be tried on an account from outside. */
export type Step = 'verify' | 'approve' | 'reject' | 'deactivate' | 'reactivate';

/** The life of an account written down once more, apart from the product's own table: what becomes of whom. */
const LIFE: Record<AccountStatus, Partial<Record<Step, AccountStatus>>> = {
  pending_verification: { verify: 'pending_approval' },
  pending_approval: { approve: 'active', reject: 'rejected' },
  active: { deactivate: 'deactivated' },
  rejected: { reactivate: 'active' },
  deactivated: { reactivate: 'active' },
};

/** The status after a step; undefined where it must not be. */
export const after = (status: AccountStatus, step: Step): AccountStatus | undefined => LIFE[status][step];

export const STEPS: Step[] = ['verify', 'approve', 'reject', 'deactivate', 'reactivate'];

export const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 8 });
