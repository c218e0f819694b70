import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { approvals } from '../../contract/calls/approvals.ts';
import { notifications } from '../../contract/calls/notifications.ts';
import { query } from '../api/query.ts';
import { useCurrentUser } from '../api/session.ts';
import { countInTab } from '../ui/layout/tab-title.ts';

/** How many accounts wait for an administrator's approval. */
export function useWaitingApprovals(): number {
  const enabled = useCurrentUser().data?.role === 'admin';
  const { data } = useQuery({ ...query(approvals.listPending, {}), enabled });
  return (enabled && data?.length) || 0;
}

/** Counts what waits in the title of the tab. A waiting account counts once, with or without its notification. */
export function useCountInTab(): void {
  const { data = [] } = useQuery(query(notifications.list, {}));
  const unread = data.filter(({ kind, readAt }) => readAt === null && kind !== 'approval').length;
  const count = unread + useWaitingApprovals();
  useEffect(() => {
    countInTab(count);
    return () => countInTab(0);
  }, [count]);
}
