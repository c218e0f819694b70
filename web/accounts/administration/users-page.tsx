import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { administration } from '../../../contract/administration.ts';
import { query } from '../../api/query.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { paths } from '../../paths.ts';
import { AdminListFailed } from '../../api/admin-list-failed.tsx';
import { NothingFound, RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { UsersTable } from './users-table.tsx';

const PLACEHOLDERS = 5;

const route = getRouteApi('/signed-in/admin/users');

/** Administrators change roles and keep people out. */
export function UsersPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const search = (next: string | undefined) =>
    void navigate({ to: paths.users, search: next ? { q: next } : {}, replace: true });
  const [text, setText] = useSearchText(q, search);
  return (
    <>
      <PageHeader title="Users" subtitle="Accounts, roles and sign-in" />
      <div className="p-4 md:px-6">
        <TextField
          className="max-w-100 max-md:max-w-none"
          label="Search users"
          hideLabel
          type="search"
          maxLength={200}
          placeholder="Search name, e-mail..."
          icon={<Search size={14} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <UserList q={q} onClear={() => search(undefined)} />
    </>
  );
}

function UserList({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  const list = useQuery({
    ...query(administration.listUsers, { query: { q } }),
    placeholderData: keepPreviousData,
    // When an account was last used changes without an event.
    staleTime: 0,
  });
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) {
    return <AdminListFailed what="Users" error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.data.length === 0) {
    return (
      <NothingFound title="No users found" text="Try adjusting your search criteria" onClear={onClear} />
    );
  }
  return <UsersTable users={list.data} />;
}
