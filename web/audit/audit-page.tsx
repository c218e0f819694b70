import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { type Option, Select } from '../ui/controls/select.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { AuditList } from './audit-list.tsx';
import { AREAS, type AuditSearch, readAuditSearch } from './audit-search.ts';

const AREA_OPTIONS: Option[] = [
  { value: '', label: 'All Areas' },
  ...Object.entries(AREAS).map(([value, label]) => ({ value, label })),
];

/** Keeps browsers from offering years of six digits. */
const LAST_DAY = '9999-12-31';

const route = getRouteApi('/signed-in/admin/audit');

/** Administrators see who did what. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const setSearch = (next: AuditSearch) => void navigate({ to: paths.audit, search: next, replace: true });
  return (
    <>
      <PageHeader title="Audit Log" subtitle="Who did what, and what changed" />
      <AuditFilters search={search} onChange={setSearch} />
      <AuditList search={search} onClear={() => setSearch({})} />
    </>
  );
}

type Props = { search: AuditSearch; onChange: (search: AuditSearch) => void };

function AuditFilters({ search, onChange }: Props) {
  const change = (part: Partial<Record<keyof AuditSearch, string>>) =>
    onChange(readAuditSearch({ ...search, ...part }));
  return (
    <div className="flex flex-wrap items-end gap-3 p-4 md:px-6">
      <Select
        className="max-md:w-full"
        label="Area"
        options={AREA_OPTIONS}
        value={search.area ?? ''}
        onChange={(event) => change({ area: event.target.value })}
      />
      <TextField
        className="max-md:flex-[1_1_8rem]"
        label="From"
        type="date"
        max={search.to ?? LAST_DAY}
        value={search.from ?? ''}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        className="max-md:flex-[1_1_8rem]"
        label="To"
        type="date"
        min={search.from}
        max={LAST_DAY}
        value={search.to ?? ''}
        onChange={(event) => change({ to: event.target.value })}
      />
    </div>
  );
}
