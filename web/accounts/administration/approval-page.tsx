import { useQuery } from '@tanstack/react-query';
import { CircleCheck, BadgeCheck, Check, Globe, Hourglass, Mail, X } from 'lucide-react';
import { approvals } from '../../../contract/calls/approvals.ts';
import { ApiError, messageOf } from '../../../contract/shared/error.ts';
import { query } from '../../api/query.ts';
import { Failed, Notice, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import type { User } from '../../../contract/calls/user.ts';
import { avatarLetter, displayName, roleLabel } from '../../lib/person.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ColumnHeads } from '../../ui/layout/column-heads.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { reasonOr, useSave } from '../../api/save.ts';
import { openedLater } from '../../ui/feedback/part.tsx';

const ConfirmDialog = openedLater(() => import('../../ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

const PLACEHOLDERS = 3;

const countOf = (count: number): string => {
  if (count === 0) return 'No users pending approval';
  return `${count} ${count === 1 ? 'user' : 'users'} pending approval`;
};

const usePending = () => useQuery(query(approvals.listPending, {}));

/** Administrators approve or reject new accounts. */
export function ApprovalPage() {
  const pending = usePending();
  const count = pending.data && countOf(pending.data.length);
  return (
    <>
      <PageHeader title="User Approval Dashboard" />
      {count && <p className="px-4 pt-4 text-sm text-muted lg:px-6">{count}</p>}
      <PendingList pending={pending} />
    </>
  );
}

function PendingList({ pending }: { pending: ReturnType<typeof usePending> }) {
  if (pending.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!pending.data) {
    return (
      <Failed title="Access Denied" text={whyNot(pending.error)} onRetry={() => void pending.refetch()} />
    );
  }
  if (pending.data.length === 0) {
    return (
      <Notice
        icon={<CircleCheck size={24} strokeWidth={1.5} className="text-green" aria-hidden />}
        title="All caught up!"
        text="New requests appear here once their e-mail address is confirmed."
      />
    );
  }
  return <PendingUsers users={pending.data} />;
}

const whyNot = (error: unknown): string =>
  messageOf(
    error,
    error instanceof ApiError && error.status === 403
      ? 'You do not have permission to access this page.'
      : 'Failed to fetch pending users',
  );

const COLUMNS = ['User', 'Email', 'Auth Provider', 'Requested', 'Status'];
const CELL = 'lg:px-3 lg:py-2 lg:compact:py-0.5 lg:first:pl-6 lg:last:pr-6';

/** A table on wide screens, else one card for each user. */
function PendingUsers({ users }: { users: User[] }) {
  const { ask, busyId, dialog } = useDecision();
  const table = useRef<HTMLTableElement>(null);
  // The row that had the focus is gone after a decision. The first one left takes it, so that the next decision is near.
  const before = useRef(users);
  useEffect(() => {
    const isShorter = users.length < before.current.length;
    before.current = users;
    if (isShorter && document.activeElement === document.body)
      table.current?.querySelector('button')?.focus();
  }, [users]);
  return (
    <>
      <table ref={table} className="w-full text-left text-sm max-lg:block">
        <ColumnHeads names={COLUMNS} cell={CELL} className="max-lg:hidden" />
        <tbody className="max-lg:block">
          {users.map((user) => (
            <PendingRow
              key={user.id}
              user={user}
              isBusy={busyId === user.id}
              onAsk={(verb) => ask(user, verb)}
            />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  );
}

type PendingRowProps = { user: User; isBusy: boolean; onAsk: (verb: Verb) => void };

const PendingRow = ({ user, isBusy, onAsk }: PendingRowProps) => (
  <tr className="border-b border-border max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-4 max-lg:gap-y-2 max-lg:p-4">
    <td className={`${CELL} max-lg:w-full`}>
      <Person user={user} />
    </td>
    <td className={`${CELL} text-muted [overflow-wrap:anywhere] max-lg:w-full`}>{user.email}</td>
    <td className={CELL}>
      <Provider name={user.authProvider} />
    </td>
    <td className={`${CELL} text-muted`}>
      <RelativeTime value={user.createdAt} className="whitespace-nowrap" />
    </td>
    <td className={`${CELL} max-lg:w-full`}>
      <Status isVerified={user.isEmailVerified} />
    </td>
    <td className={`${CELL} max-lg:w-full`}>
      <div className="flex justify-end gap-2">
        <Button
          icon={<Check size={16} aria-hidden />}
          aria-label={`Approve ${displayName(user)}`}
          disabled={isBusy}
          onClick={() => onAsk('Approve')}
        >
          Approve
        </Button>
        <Button
          icon={<X size={16} aria-hidden />}
          aria-label={`Reject ${displayName(user)}`}
          disabled={isBusy}
          onClick={() => onAsk('Reject')}
        >
          Reject
        </Button>
      </div>
    </td>
  </tr>
);

const Person = ({ user }: { user: User }) => (
  <div className="flex items-center gap-3">
    <span
      aria-hidden
      className="grid size-7 flex-none place-items-center rounded-full bg-active text-xs font-semibold"
    >
      {avatarLetter(user)}
    </span>
    <div className="min-w-0">
      <p className="font-medium [overflow-wrap:anywhere]">{displayName(user)}</p>
      <p className="text-xs text-muted">{roleLabel(user.role)}</p>
    </div>
  </div>
);

const Provider = ({ name }: { name: string }) => (
  <span className="flex items-center gap-1.5">
    {name === 'google' ? (
      <Globe size={14} className="text-muted" aria-hidden />
    ) : (
      <Mail size={14} className="text-muted" aria-hidden />
    )}
    {name === 'google' ? 'Google' : 'E-mail'}
  </span>
);

const Status = ({ isVerified }: { isVerified: boolean }) => (
  <div className="flex flex-wrap gap-1.5 xl:flex-nowrap">
    <Badge look="yellow" icon={<Hourglass size={12} aria-hidden />}>
      Pending
    </Badge>
    {isVerified && (
      <Badge look="green" icon={<BadgeCheck size={12} aria-hidden />}>
        Verified
      </Badge>
    )}
  </div>
);

const invalidates = [approvals.listPending];

type Verb = 'Approve' | 'Reject';

const TEXTS: Record<Verb, string> = {
  Approve: 'They will gain access to the platform immediately.',
  Reject: 'They will not be able to access the platform with this account.',
};

/**
 * Approves or rejects after a confirmation. The page must render `dialog`; `busyId` is the account whose call is
 * pending.
 */
function useDecision(): {
  ask: (user: User, verb: Verb) => void;
  busyId: string | undefined;
  dialog: ReactNode;
} {
  const [toConfirm, setToConfirm] = useState<{ user: User; verb: Verb }>();
  const approve = useSave(approvals.approve, {
    invalidates,
    saved: (user) => ({ title: 'User Approved', text: `${displayName(user)} can sign in now.` }),
    failed: reasonOr('Failed to approve user', 'Approval Failed'),
  });
  const reject = useSave(approvals.reject, {
    invalidates,
    saved: (user) => ({ title: 'User Rejected', text: `${displayName(user)} will not be able to sign in.` }),
    failed: reasonOr('Failed to reject user', 'Rejection Failed'),
  });
  const save = toConfirm?.verb === 'Approve' ? approve : reject;
  const running = [approve, reject].find(({ isPending }) => isPending);

  const dialog = toConfirm && (
    <ConfirmDialog
      open
      onClose={() => setToConfirm(undefined)}
      onConfirm={() => save.mutate({ params: { id: toConfirm.user.id } })}
      title={`${toConfirm.verb} ${displayName(toConfirm.user)}?`}
      subject={toConfirm.user.email}
      text={TEXTS[toConfirm.verb]}
      confirmLabel={toConfirm.verb}
      confirmLook={toConfirm.verb === 'Approve' ? 'primary' : 'danger'}
    />
  );
  return {
    ask: (user, verb) => setToConfirm({ user, verb }),
    busyId: running?.variables?.params.id,
    dialog,
  };
}
