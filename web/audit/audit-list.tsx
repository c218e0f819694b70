import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { administration } from '../../contract/administration.ts';
import { pages, query } from '../api/query.ts';
import { displayName } from '../lib/person.ts';
import { AdminListFailed } from '../api/admin-list-failed.tsx';
import { Notice, NothingFound, RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { ShowMore } from '../ui/layout/show-more.tsx';
import { AuditRow } from './audit-row.tsx';
import { auditQuery, type AuditSearch, hasFilters } from './audit-search.ts';

const PAGE_SIZE = 50;
const PLACEHOLDERS = 8;

type Props = { search: AuditSearch; onClear: () => void };

export function AuditList({ search, onClear }: Props) {
  const list = useInfiniteQuery({
    ...pages(administration.audit, { query: { ...auditQuery(search), limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    // Everything writes into the log, and no event tells of it.
    staleTime: 0,
  });
  const nameOf = useAccountNames();

  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} line="h-5" />;
  if (!list.data) {
    return <AdminListFailed what="Audit log" error={list.error} onRetry={() => void list.refetch()} />;
  }
  const entries = list.data.pages.flatMap((page) => page.items);
  if (entries.length === 0) return <NothingHere isFiltered={hasFilters(search)} onClear={onClear} />;
  return (
    <>
      <ul className="border-t border-border text-sm" aria-label="Entries, newest first">
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} nameOf={nameOf} />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  );
}

/** Entries about accounts carry only the id of the account. */
function useAccountNames(): (id: string | null) => string | undefined {
  const users = useQuery(query(administration.listUsers, { query: {} }));
  const names = new Map(users.data?.map((user) => [user.id, displayName(user)]));
  return (id) => (id ? names.get(id) : undefined);
}

const NothingHere = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NothingFound title="No entries found" text="Try adjusting your filters" onClear={onClear} />
  ) : (
    <Notice
      icon={<ScrollText size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="No entries yet"
      text="What people do in Ops Hub appears here."
    />
  );
