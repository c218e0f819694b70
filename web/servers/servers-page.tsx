import { ForEditors, useMayWrite } from '../api/for-editors.tsx';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { Server as ServerIcon, Ellipsis, Plus, RefreshCw, Columns3 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Server } from '../../contract/shared/server-fields.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { NothingFound, Notice, Placeholders, Skeleton } from '../ui/feedback/list-states.tsx';
import { DrawnLater } from '../ui/feedback/drawn-later.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { toast } from '../ui/overlays/toasts.ts';
import { COLUMNS } from './columns.ts';
import { CheckerState } from './checker-state.tsx';
import { EarlyFilterBar } from './filter/early-filter-bar.tsx';
import { useAppliedSearch, withoutDefault } from './filter/use-views.ts';
import { ServerTable } from './server-table.tsx';
import { hasFilters, type ServersSearch } from './servers-search.ts';
import { useHealthCheck, useServerDeletion } from './server-actions.ts';
import { formatCount } from '../lib/format-count.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { servers as calls } from '../../contract/calls/servers.ts';
import { pages } from '../api/query.ts';
import { ReadFailed } from '../api/read-failed.tsx';
import { Environment, ServerSort, ServerStatus } from '../../contract/shared/server-words.ts';
import { LazyPopup } from '../ui/controls/menu.tsx';
import { Select } from '../ui/controls/select.tsx';
import { useSelection } from '../ui/controls/use-selection.ts';
import { ENVIRONMENT, STATUS } from './server-values.tsx';
import { openedLater } from '../ui/feedback/part.tsx';
import { PAGE_SIZES } from '../page-sizes.ts';
import { useNow } from '../lib/now.ts';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';

/** The servers that match the filters, page by page, by default problems first. */
function useServerList({ q, filter, environment, status, sort }: ServersSearch) {
  const list = useInfiniteQuery({
    ...pages(calls.list, { query: { q, filter, environment, status, sort, limit: PAGE_SIZES.servers } }),
    placeholderData: keepPreviousData,
  });
  return {
    ...list,
    servers: list.data?.pages.flatMap((page) => page.items) ?? [],
    total: list.data?.pages[0]?.total ?? 0,
  };
}

const SelectionBar = openedLater(() => import('./selection-bar.tsx'), 'SelectionBar', {
  shownAs: 'The bar of actions',
});
const ServerDialog = openedLater(() => import('./form/server-dialog.tsx'), 'ServerDialog');

const CsvDialog = openedLater(() => import('./csv/csv-dialog.tsx'), 'CsvDialog');

const PLACEHOLDERS = 8;
const route = getRouteApi('/signed-in/infrastructure');

/** The inventory: every server with its state and actions. */
export function ServersPage() {
  const search = route.useSearch();
  const addServer = useLocation({ select: (location) => location.state.addServer });
  const opensImport = useLocation({ select: (location) => location.state.opensImport });
  const navigate = useNavigate();
  const { applied, views, isUndecided } = useAppliedSearch(search);
  const setSearch = (next: ServersSearch) =>
    void navigate({ to: paths.infrastructure, search: withoutDefault(next, views.data), replace: true });
  const [chosen, setEdited] = useState<Server | 'new'>();
  // The request to add a server may also arrive while the page is open.
  const mayWrite = useMayWrite();
  const edited = chosen ?? (addServer && mayWrite ? 'new' : undefined);
  const list = useServerList(applied);
  const refresh = async () => {
    const { isError } = await list.refetch();
    if (!isError) toast({ kind: 'success', title: 'Refreshed', text: 'Server data has been refreshed' });
  };
  const close = () => {
    setEdited(undefined);
    // The request to add a server stays in the history state until the dialog is closed.
    if (addServer) void navigate({ to: paths.infrastructure, search, replace: true });
  };
  return (
    <>
      <PageHeader title="Infrastructure" subtitle="Monitor and manage your server infrastructure" />
      <div className="p-4 md:p-6">
        <CheckerState />
        <EarlyFilterBar search={applied} onChange={setSearch} />
        <ServersToolbar
          search={applied}
          onChange={(part) => setSearch({ ...applied, ...part })}
          onRefresh={() => void refresh()}
          isRefreshing={list.isRefetching}
          onAdd={() => setEdited('new')}
        />
        <ServerList
          list={list}
          isUndecided={isUndecided}
          search={applied}
          onSort={(sort) => setSearch({ ...applied, sort })}
          onClear={() => setSearch({ sort: applied.sort })}
          onAdd={() => setEdited('new')}
          onEdit={setEdited}
        />
      </div>
      {edited && <ServerDialog server={edited === 'new' ? undefined : edited} onClose={close} />}
      {opensImport && (
        <CsvDialog onClose={() => void navigate({ to: paths.infrastructure, search, replace: true })} />
      )}
    </>
  );
}

const PLACEHOLDER_ROWS = (
  <Placeholders count={PLACEHOLDERS} className="border-t border-border">
    <div className="flex h-11 items-center gap-6 border-b border-border">
      <Skeleton className="h-4 flex-1" />
      <Skeleton className="h-4 w-20" />
      <Skeleton className="h-4 w-28 max-md:hidden" />
    </div>
  </Placeholders>
);

type ListProps = {
  list: ReturnType<typeof useServerList>;
  /** Whether a default view may still apply. */
  isUndecided: boolean;
  search: ServersSearch;
  onSort: (sort: ServerSort | undefined) => void;
  onClear: () => void;
  onAdd: () => void;
  onEdit: (server: Server) => void;
};

function ServerList(props: ListProps) {
  const { list, isUndecided, search, onSort, onClear, onAdd, onEdit } = props;
  const selection = useSelection();
  const { select } = selection;
  const askToDelete = useServerDeletion();
  const check = useHealthCheck();
  // The same object on each rendering, because rows compare it.
  const actions = useMemo(
    () => ({
      check: check.mutate,
      edit: onEdit,
      remove: askToDelete,
      select: (server: Server, isOn: boolean) => select([server], isOn),
    }),
    [check.mutate, onEdit, askToDelete, select],
  );
  if (list.isPending || isUndecided) return PLACEHOLDER_ROWS;
  if (!list.data) {
    return <ReadFailed read={list} title="The servers could not be loaded" />;
  }
  const heading = (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-3">
      <h2 className="text-md">Servers ({formatCount(list.total)})</h2>
      <FiguresAge servers={list.servers} />
    </div>
  );
  if (list.servers.length === 0)
    return (
      <>
        {heading}
        <NothingHere isFiltered={hasFilters(search)} {...{ onClear, onAdd }} />
      </>
    );
  return (
    <>
      {heading}
      <DrawnLater placeholder={PLACEHOLDER_ROWS}>
        {() => (
          <ServerTable
            servers={list.servers}
            total={list.total}
            loadMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
            isLoadingMore={list.isFetchingNextPage}
            sort={search.sort}
            onSort={onSort}
            selected={selection.ids}
            onSelectAll={(isOn) => select(list.servers, isOn)}
            checkingId={check.isPending ? check.variables.id : undefined}
            actions={actions}
          />
        )}
      </DrawnLater>
      {selection.ids.size > 0 && <SelectionBar selection={selection} list={list} search={search} />}
    </>
  );
}

/** The time of the last check among the loaded servers, and how many have outdated figures. */
function FiguresAge({ servers }: { servers: Server[] }) {
  const now = useNow();
  const last = servers
    .map(({ lastHealthCheck }) => lastHealthCheck ?? '')
    .reduce((a, b) => (a > b ? a : b), '');
  const outdated = servers.filter(({ outdatedAt }) => outdatedAt && Date.parse(outdatedAt) < now).length;
  if (servers.length === 0) return null;
  return (
    <p className="text-xs text-muted">
      {last ? (
        <>
          Last check <RelativeTime value={last} />
        </>
      ) : (
        'Not checked yet'
      )}
      {outdated > 0 && ` · figures of ${formatCount(outdated)} outdated`}
    </p>
  );
}

type NothingProps = Pick<ListProps, 'onClear' | 'onAdd'> & { isFiltered: boolean };

function NothingHere({ isFiltered, onClear, onAdd }: NothingProps) {
  if (isFiltered)
    return (
      <NothingFound
        title="No servers found"
        text="Try adjusting your search or filter criteria"
        onClear={onClear}
      />
    );
  return (
    <Notice
      icon={<ServerIcon size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="No servers configured"
      text="Get started by adding your first server"
    >
      <ForEditors>
        <Button look="primary" needsServer onClick={onAdd}>
          Add Your First Server
        </Button>
      </ForEditors>
    </Notice>
  );
}

const ColumnsPopup = openedLater(() => import('./columns-popup.tsx'), 'ColumnsPopup');

const BUTTON = {
  'data-action': '',
  icon: <Columns3 size={16} className="text-muted" aria-hidden />,
  children: 'Customize View',
};

/** Selects the columns of the table. */
const CustomizeView = () => (
  <LazyPopup button={BUTTON} kind="dialog" load={ColumnsPopup.preload}>
    {(trigger) => <ColumnsPopup trigger={trigger} />}
  </LazyPopup>
);

const MoreMenu = openedLater(() => import('./more-menu.tsx'), 'MoreMenu', { shownAs: 'The menu' });

const MORE = {
  'aria-label': 'More',
  icon: <Ellipsis size={16} className="text-muted" aria-hidden />,
};

const ENVIRONMENTS = [
  { value: '', label: 'All Environments' },
  ...Environment.options.map((value) => ({ value, label: ENVIRONMENT[value].label })),
];
const STATUSES = [
  { value: '', label: 'All Statuses' },
  ...ServerStatus.options.map((value) => ({ value, label: STATUS[value].label })),
];

/** For narrow screens, which have no heads to sort by. */
const SORTS = [
  { value: '', label: 'Bad news first' },
  ...COLUMNS.flatMap((column) =>
    'sort' in column ? [{ value: column.sort, label: `Sort: ${column.label}` }] : [],
  ),
];

type Props = {
  search: ServersSearch;
  onChange: (part: ServersSearch) => void;
  onRefresh: () => void;
  isRefreshing: boolean;
  onAdd: () => void;
};

function ServersToolbar({ search, onChange, onRefresh, isRefreshing, onAdd }: Props) {
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Select
        className="max-md:flex-[1_1_40%]"
        label="Environment"
        hideLabel
        options={ENVIRONMENTS}
        value={search.environment ?? ''}
        onChange={(event) => onChange({ environment: Environment.safeParse(event.target.value).data })}
      />
      <Select
        className="max-md:flex-[1_1_40%]"
        label="Status"
        hideLabel
        options={STATUSES}
        value={search.status ?? ''}
        onChange={(event) => onChange({ status: ServerStatus.safeParse(event.target.value).data })}
      />
      <Select
        className="max-md:flex-[1_1_40%] md:hidden"
        label="Sort by"
        hideLabel
        options={SORTS}
        value={search.sort ?? ''}
        onChange={(event) => onChange({ sort: ServerSort.safeParse(event.target.value).data })}
      />
      <Button
        data-action=""
        icon={<RefreshCw size={16} className="text-muted" aria-hidden />}
        busy={isRefreshing}
        onClick={onRefresh}
      >
        Refresh
      </Button>
      <CustomizeView />
      <LazyPopup button={MORE} kind="menu" load={MoreMenu.preload}>
        {(trigger) => <MoreMenu trigger={trigger} search={search} />}
      </LazyPopup>
      <ForEditors>
        <Button
          look="primary"
          data-action="n"
          needsServer
          className="max-md:flex-1"
          icon={<Plus size={16} aria-hidden />}
          onClick={onAdd}
        >
          Add Server
        </Button>
      </ForEditors>
    </div>
  );
}
