import { type ReactNode, useState } from 'react';
import type { User } from '../../../contract/user.ts';
import { messageOf } from '../../../contract/error.ts';
import { useSave } from '../../api/save.ts';
import { displayName } from '../../lib/person.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { approvals } from '../../../contract/administration.ts';

const invalidates = [approvals.listPending];

export type Verb = 'Approve' | 'Reject';

const TEXTS: Record<Verb, string> = {
  Approve: 'They will gain access to the platform immediately.',
  Reject: 'They will not be able to access the platform with this account.',
};

/** Approves or rejects after asking; `dialog` must stand on the page, `busyId` is the account being decided on. */
export function useDecision(): {
  ask: (user: User, verb: Verb) => void;
  busyId: string | undefined;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ user: User; verb: Verb }>();
  const approve = useSave(approvals.approve, {
    invalidates,
    saved: (user) => ({ title: 'User Approved', text: `${displayName(user)} can sign in now.` }),
    failed: (error) => ({ title: 'Approval Failed', text: messageOf(error, 'Failed to approve user') }),
  });
  const reject = useSave(approvals.reject, {
    invalidates,
    saved: (user) => ({ title: 'User Rejected', text: `${displayName(user)} will not be able to sign in.` }),
    failed: (error) => ({ title: 'Rejection Failed', text: messageOf(error, 'Failed to reject user') }),
  });
  const save = asked?.verb === 'Approve' ? approve : reject;
  const running = [approve, reject].find(({ isPending }) => isPending);

  const dialog = asked && (
    <ConfirmDialog
      open
      onClose={() => setAsked(undefined)}
      onConfirm={() => save.mutate({ params: { id: asked.user.id } })}
      title={`${asked.verb} ${displayName(asked.user)}?`}
      subject={asked.user.email}
      text={TEXTS[asked.verb]}
      confirmLabel={asked.verb}
      confirmLook={asked.verb === 'Approve' ? 'primary' : 'danger'}
    />
  );
  return {
    ask: (user, verb) => setAsked({ user, verb }),
    busyId: running?.variables?.params.id,
    dialog,
  };
}
