import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { ApiError, messageOf } from '../../../contract/error.ts';
import { query } from '../../api/query.ts';
import { Failed, Notice, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PendingUsers } from './pending-users.tsx';
import { approvals } from '../../../contract/administration.ts';

const PLACEHOLDERS = 3;

const countOf = (count: number): string => {
  if (count === 0) return 'No users pending approval';
  return `${count} ${count === 1 ? 'user' : 'users'} pending approval`;
};

const usePending = () => useQuery(query(approvals.listPending, {}));

/** Administrators let new accounts in or turn them away. */
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
