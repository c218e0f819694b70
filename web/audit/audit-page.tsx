import { getRouteApi, useNavigate, Link } from '@tanstack/react-router';
import { addressOf } from '../../contract/calls/call.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/controls/button.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { type Option, Select } from '../ui/controls/select.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { AREAS, type AuditSearch, readAuditSearch, auditQuery, hasFilters } from './audit-search.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { auditWords } from '../../contract/shared/audit-words.ts';
import { administration, type AuditEntry } from '../../contract/calls/administration.ts';
import { pages, query } from '../api/query.ts';
import { displayName } from '../lib/person.ts';
import { usePreferences } from '../lib/preferences.ts';
import { AdminListFailed, ShowMore } from '../api/admin-list.tsx';
import { Notice, NothingFound, RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { PAGE_SIZES } from '../page-sizes.ts';

const AREA_OPTIONS: Option[] = [
  { value: '', label: 'All Areas' },
  ...Object.entries(AREAS).map(([value, label]) => ({ value, label })),
];

/** Prevents browsers from offering six-digit years. */
const LAST_DAY = '9999-12-31';

const route = getRouteApi('/signed-in/admin/audit');

/** The audit log, for administrators. */
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

/** The entries of the filters as files. */
function ExportLinks({ search }: { search: AuditSearch }) {
  const { timeZone } = usePreferences();
  const filters = auditQuery(search, timeZone);
  return (
    <span className="flex flex-wrap gap-2 md:ml-auto">
      {(['csv', 'jsonl'] as const).map((format) => (
        <a
          key={format}
          download
          href={addressOf(administration.exportAudit.path, undefined, { ...filters, format })}
          className={buttonClass()}
        >
          {format === 'csv' ? 'Export CSV' : 'Export JSON Lines'}
        </a>
      ))}
    </span>
  );
}

type Props = { search: AuditSearch; onChange: (search: AuditSearch) => void };

function AuditFilters({ search, onChange }: Props) {
  const change = (part: Partial<Record<keyof AuditSearch, string>>) =>
    onChange(readAuditSearch({ ...search, ...part }));
  const people = usePeople().map(({ id, ...user }) => ({ value: id, label: displayName(user) }));
  return (
    <div className="flex flex-wrap items-end gap-3 p-4 md:px-6">
      <Select
        className="max-md:w-full"
        label="Area"
        options={AREA_OPTIONS}
        value={search.area ?? ''}
        onChange={(event) => change({ area: event.target.value })}
      />
      <Select
        className="max-md:w-full"
        label="Person"
        options={[{ value: '', label: 'Everybody' }, ...people]}
        value={search.person ?? ''}
        onChange={(event) => change({ person: event.target.value })}
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
      <ExportLinks search={search} />
    </div>
  );
}

const PLACEHOLDERS = 8;

type AuditListProps = { search: AuditSearch; onClear: () => void };

function AuditList({ search, onClear }: AuditListProps) {
  const { timeZone } = usePreferences();
  const filters = { ...auditQuery(search, timeZone), limit: PAGE_SIZES.auditEntries };
  const list = useInfiniteQuery({
    ...pages(administration.audit, { query: filters }),
    placeholderData: keepPreviousData,
    // Every write adds an entry without an event.
    staleTime: 0,
  });
  const nameOf = useAccountNames();

  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} line="h-5" />;
  if (!list.data) {
    return <AdminListFailed read={list} what="Audit log" />;
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

const usePeople = () => useQuery(query(administration.listUsers, { query: {} })).data ?? [];

/** Entries about accounts contain only the account id. */
function useAccountNames(): (id: string | null) => string | undefined {
  const names = new Map(usePeople().map((user) => [user.id, displayName(user)]));
  return (id) => (id ? names.get(id) : undefined);
}

const NothingHere = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NothingFound title="No entries found" text="Try adjusting your filters" onClear={onClear} />
  ) : (
    <Notice
      icon={<ScrollText size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="No entries yet"
      text="Activity in Ops Hub appears here."
    />
  );

type NameOf = (id: string | null) => string | undefined;

const COLUMNS = 'lg:grid lg:grid-cols-[9rem_1fr_1fr_2fr] lg:gap-x-4';

function AuditRow({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOf }) {
  const fields = changedFields(entry.before, entry.after);
  return (
    <li className="border-b border-border px-4 py-2.5 md:px-6 compact:py-0.5">
      <div className={`flex flex-wrap items-baseline gap-x-3 gap-y-0.5 ${COLUMNS}`}>
        <RelativeTime value={entry.at} className="text-muted max-lg:w-full max-lg:text-xs" />
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{entry.actorName}</span>
        <span className="[overflow-wrap:anywhere]">{auditWords(entry.action)}</span>
        <span className="min-w-0 [overflow-wrap:anywhere] max-lg:w-full">
          <Subject entry={entry} nameOf={nameOf} />
        </span>
      </div>
      {fields.length > 0 && <Changes fields={fields} />}
    </li>
  );
}

function Subject({ entry, nameOf }: { entry: AuditEntry; nameOf: NameOf }) {
  const { kind, subjectId, before, after } = entry;
  const name = nameIn(after) ?? nameIn(before) ?? nameOf(subjectId);
  const page =
    subjectId &&
    ((kind === 'document' && { to: paths.document, params: { documentId: subjectId } }) ||
      (kind === 'server' && { to: paths.server, params: { serverId: subjectId } }));
  if (page)
    return (
      <Link {...page} className="text-accent-ink underline underline-offset-2">
        {name ?? (kind === 'server' ? 'Server' : 'Document')}
      </Link>
    );
  return <span className="text-muted">{name}</span>;
}

/** The title of a document, or the name of something else. */
function nameIn(state: unknown): string | undefined {
  const { title, name } = auditedFields(state);
  return [title, name].find((text) => typeof text === 'string');
}

const Changes = ({ fields }: { fields: ChangedField[] }) => (
  <details className="mt-1">
    <summary className="w-fit text-xs text-muted hover:text-text">Changed fields</summary>
    <table className="my-2 w-full max-w-200 table-fixed text-left text-xs">
      <thead className="text-muted">
        <tr className="border-b border-border">
          <th scope="col" className="w-1/4 py-1 pr-3 font-medium">
            Field
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            Before
          </th>
          <th scope="col" className="py-1 font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody className="align-top [overflow-wrap:anywhere]">
        {fields.map(({ name, before, after }) => (
          <tr key={name} className="border-b border-border">
            <th scope="row" className="py-1 pr-3 font-medium">
              {name}
            </th>
            <td className="py-1 pr-3 whitespace-pre-wrap">{before}</td>
            <td className="py-1 whitespace-pre-wrap">{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

export type ChangedField = { name: string; before: string; after: string };

const ABSENT = '—';

/** The fields that differ between two states, as texts to show side by side. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, current] = [auditedFields(before), auditedFields(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  return [...names]
    .map((name) => ({ name, before: textOf(old[name]), after: textOf(current[name]) }))
    .filter((field) => field.before !== field.after);
}

const auditedFields = (state: unknown): Record<string, unknown> =>
  typeof state === 'object' && state !== null ? Object.fromEntries(Object.entries(state)) : {};

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return ABSENT;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
