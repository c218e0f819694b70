import { useQuery } from '@tanstack/react-query';
import { system } from '../../contract/system.ts';
import { AdminListFailed } from '../api/admin-list-failed.tsx';
import { query } from '../api/query.ts';
import { RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { Checklist } from './checklist.tsx';

const PLACEHOLDERS = 7;

/** Shows administrators what is set up, what is missing, and how to set it up. */
export const SystemPage = () => (
  <>
    <PageHeader title="System" subtitle="What is set up, and what is left to do" />
    <Status />
  </>
);

function Status() {
  // No event reports sent mail or new data.
  const status = useQuery({ ...query(system.status, {}), staleTime: 0 });
  if (status.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!status.data) {
    return <AdminListFailed what="Status" error={status.error} onRetry={() => void status.refetch()} />;
  }
  return <Checklist status={status.data} />;
}
