import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { alerts } from '../../contract/calls/alerts.ts';
import { ShowMore } from '../api/admin-list.tsx';
import { pages } from '../api/query.ts';
import { ReadFailed } from '../api/read-failed.tsx';
import { formatCount } from '../lib/format-count.ts';
import { PAGE_SIZES } from '../page-sizes.ts';
import { paths } from '../paths.ts';
import { type Option, Select } from '../ui/controls/select.tsx';
import { Notice, NothingFound, RowPlaceholders } from '../ui/feedback/list-states.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { AlertRow } from './alert-row.tsx';
import { AlertTabs } from './alert-tabs.tsx';
import { alertsQuery, type AlertsSearch, readAlertsSearch } from './alerts-search.ts';

const PLACEHOLDERS = 4;
const OPTIONS: Option[] = [
  { value: '', label: 'Open' },
  { value: 'untaken', label: 'Open, nobody has it' },
  { value: 'silenced', label: 'Silenced' },
  { value: 'covered', label: 'Covered by another alert' },
  { value: 'resolved', label: 'Resolved' },
];

const route = getRouteApi('/signed-in/alerts');

/** What is wrong now: one row for each cause, with what is behind it and what to read. */
export function AlertsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const show = (next: AlertsSearch) => void navigate({ to: paths.alerts, search: next, replace: true });
  return (
    <>
      <PageHeader title="Alerts" subtitle="What is wrong now, by its cause" />
      <AlertTabs />
      <div className="flex p-4 md:px-6">
        <Select
          className="max-md:w-full"
          label="Show"
          options={OPTIONS}
          value={search.show ?? ''}
          onChange={(event) => show(readAlertsSearch({ show: event.target.value }))}
        />
      </div>
      <AlertList search={search} onClear={() => show({})} />
    </>
  );
}

function AlertList({ search, onClear }: { search: AlertsSearch; onClear: () => void }) {
  const list = useInfiniteQuery({
    ...pages(alerts.list, { query: { ...alertsQuery(search), limit: PAGE_SIZES.alerts } }),
    placeholderData: keepPreviousData,
  });
  if (list.isPending) return <RowPlaceholders count={PLACEHOLDERS} />;
  if (!list.data) return <ReadFailed read={list} title="Alerts could not be loaded" />;
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <NothingHere isFiltered={search.show !== undefined} onClear={onClear} />;
  return (
    <>
      <h2 className="px-4 pb-2 text-md md:px-6">
        {OPTIONS.find(({ value }) => value === (search.show ?? ''))?.label} (
        {formatCount(list.data.pages[0]?.total ?? 0)})
      </h2>
      <ul className="border-t border-border" aria-label="Alerts, newest first">
        {items.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
      <ShowMore list={list} />
    </>
  );
}

const NothingHere = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NothingFound title="No such alerts" text="No alert is in this state" onClear={onClear} />
  ) : (
    <Notice
      icon={<CircleCheck size={24} strokeWidth={1.5} className="text-green" aria-hidden />}
      title="No open alerts"
      text="Alerts appear here when a check fails, a heartbeat is missing, or another program sends one"
    />
  );
