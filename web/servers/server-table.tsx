import { ForEditors } from '../api/for-editors.tsx';
import { useEffect, useRef, useState, useEffectEvent, type FocusEvent, type KeyboardEvent } from 'react';
import type { Server } from '../../contract/shared/server-fields.ts';
import type { ServerSort } from '../../contract/shared/server-words.ts';
import { ColumnHead } from './column-head.tsx';
import { NARROW, useMedia } from '../lib/use-media.ts';
import { useWindowRows } from '../ui/layout/use-window-rows.ts';
import { COLUMNS, useColumns, type ColumnKey } from './columns.ts';
import { useFittingColumns } from './fitting-columns.ts';
import { type RowActions, ServerRow } from './server-row.tsx';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { paths } from '../paths.ts';
import { toast } from '../ui/overlays/toasts.ts';
import { useViews, withoutDefault } from './filter/use-views.ts';
import { flushSync } from 'react-dom';

/** Rows per screen, used until the row height is known. */
const ROWS_OF_SCREEN = 10;

const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-index]');

/** Keys of the table: arrows, Home, End and Page Up or Down go from row to row, Space selects, Enter opens. */
function useRowKeys(servers: Server[]) {
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const current = Math.min(chosen, Math.max(0, servers.length - 1));

  const goTo = (body: HTMLElement, index: number, show: (index: number) => void) => {
    // The row must be in the page before it can take the focus.
    flushSync(() => setChosen(index));
    show(index);
    body.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  };

  /** `show` scrolls until the row is visible. */
  const moving =
    (show: (index: number) => void) =>
    (event: KeyboardEvent<HTMLElement>): void => {
      const row = rowOf(event.target);
      if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
      const index = Number(row.dataset['index']);
      const server = servers[index];
      // Links, buttons and the checkbox of the row handle these keys themselves.
      const isOnRow = event.target === row;
      if (isOnRow && event.key === 'Enter' && server)
        void navigate({ to: paths.server, params: { serverId: server.id } });
      else if (isOnRow && event.key === ' ') row.querySelector<HTMLElement>('input[type=checkbox]')?.click();
      else {
        const next = indexAfter(event.key, index, servers.length, row.offsetHeight);
        if (next === undefined) return;
        goTo(event.currentTarget, next, show);
      }
      event.preventDefault();
    };

  /** Keys continue from the row that has the focus, however it got it. */
  const follow = (event: FocusEvent): void => {
    const row = rowOf(event.target);
    if (row) setChosen(Number(row.dataset['index']));
  };

  return { current, moving, follow };
}

/** The row index after a key in a list of `length` rows of `height` pixels; undefined for other keys. */
function indexAfter(key: string, index: number, length: number, height: number): number | undefined {
  const page = height > 0 ? Math.max(1, Math.floor(innerHeight / height) - 2) : ROWS_OF_SCREEN;
  const steps: Record<string, number> = {
    ArrowUp: index - 1,
    ArrowDown: index + 1,
    PageUp: index - page,
    PageDown: index + page,
    Home: 0,
    End: length - 1,
  };
  const target = steps[key];
  return target === undefined ? undefined : Math.min(length - 1, Math.max(0, target));
}

const SCROLL_AFTER_MS = 500;
const SHOWN_MS = 5_000;

const route = getRouteApi('/signed-in/infrastructure');

/**
 * The server named in the address: the list loads pages until it contains the server, scrolls to its row and highlights
 * it for 5 seconds; then the server is removed from the address.
 */
function useFoundServer(
  servers: Server[],
  loadMore: (() => void) | undefined,
  isLoadingMore: boolean,
  scrollTo: (index: number) => void,
): string | undefined {
  const { server: wanted, ...search } = route.useSearch();
  const navigate = useNavigate();
  const views = useViews().data;
  const [foundId, setFoundId] = useState<string>();
  const index = wanted ? servers.findIndex(({ id }) => id === wanted) : -1;
  const isThere = index >= 0;

  const scroll = useEffectEvent(() => scrollTo(index));
  const leave = useEffectEvent(
    () =>
      void navigate({
        to: paths.infrastructure,
        search: withoutDefault(search, views),
        replace: true,
        resetScroll: false,
      }),
  );
  const loadUntilFound = useEffectEvent(() => {
    if (loadMore) return loadMore();
    leave();
    const text = 'It was deleted, or the filters hide it.';
    toast({ kind: 'error', title: 'This server is not in the list', text });
  });

  useEffect(() => {
    if (wanted && !isThere && !isLoadingMore) loadUntilFound();
  }, [wanted, isThere, isLoadingMore, servers.length]);
  useEffect(() => {
    if (!wanted || !isThere) return undefined;
    const timers = [
      setTimeout(() => {
        scroll();
        setFoundId(wanted);
      }, SCROLL_AFTER_MS),
      setTimeout(() => {
        setFoundId(undefined);
        leave();
      }, SCROLL_AFTER_MS + SHOWN_MS),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [wanted, isThere]);
  return foundId;
}

const ROW_HEIGHT = 45;

type Props = {
  servers: Server[];
  total: number;
  /** Undefined if there are no more servers. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
  selected: ReadonlySet<string>;
  onSelectAll: (isOn: boolean) => void;
  checkingId: string | undefined;
  sort: ServerSort | undefined;
  onSort: (sort: ServerSort | undefined) => void;
  actions: RowActions;
};

type HeadsProps = Pick<Props, 'sort' | 'onSort' | 'onSelectAll'> & {
  columns: ColumnKey[];
  template: string;
  areAllSelected: boolean;
};

/** The heads stay below the top bar. A narrow screen does not show them; there the toolbar sorts. */
function Heads({ columns, template, sort, onSort, areAllSelected, onSelectAll }: HeadsProps) {
  const isNarrow = useMedia(NARROW);
  return (
    <div role="rowgroup" className="max-md:sr-only md:sticky md:top-14 md:z-4 md:bg-surface">
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-8 items-center gap-x-3 border-b border-border px-4 text-xs font-medium text-muted md:px-6"
      >
        <span role="columnheader" className="flex">
          <ForEditors>
            <input
              type="checkbox"
              aria-label="Select all loaded rows"
              className="size-4 accent-accent"
              checked={areAllSelected}
              onChange={(event) => onSelectAll(event.target.checked)}
            />
          </ForEditors>
        </span>
        {COLUMNS.filter(({ key }) => columns.includes(key)).map((column) => (
          <ColumnHead key={column.key} column={column} sort={sort} onSort={isNarrow ? undefined : onSort} />
        ))}
      </div>
    </div>
  );
}

/** The servers as rows. Only rows near the screen are rendered. */
export function ServerTable(props: Props) {
  const {
    servers,
    total,
    loadMore,
    isLoadingMore,
    selected,
    onSelectAll,
    checkingId,
    actions,
    sort,
    onSort,
  } = props;
  const table = useRef<HTMLDivElement>(null);
  const { columns, template } = useFittingColumns(useColumns(), table);
  const keys = useRowKeys(servers);
  const { body, totalHeight, scrollTo, measure, visible } = useWindowRows({
    rows: servers,
    height: ROW_HEIGHT,
    // Otherwise the row would be removed and lose the focus.
    keptIndex: keys.current,
    loadMore,
    isLoadingMore,
  });
  const foundId = useFoundServer(servers, loadMore, isLoadingMore, (index) => scrollTo(index, 'center'));
  const move = keys.moving((index) => scrollTo(index, 'auto'));
  const areAllSelected = servers.length > 0 && servers.every(({ id }) => selected.has(id));
  return (
    <div ref={table} role="table" aria-label="Servers" aria-rowcount={total + 1} className="-mx-4 md:-mx-6">
      <Heads {...{ columns, template, sort, onSort, areAllSelected, onSelectAll }} />
      <div
        ref={body}
        role="rowgroup"
        className="relative"
        style={{ height: totalHeight }}
        onKeyDown={move}
        onFocus={keys.follow}
      >
        {visible.map(({ row: server, index, key, offset }) => (
          <ServerRow
            key={key}
            ref={measure}
            index={index}
            offset={offset}
            server={server}
            columns={columns}
            template={template}
            isCurrent={index === keys.current}
            isSelected={selected.has(server.id)}
            isFound={server.id === foundId}
            isChecking={server.id === checkingId}
            actions={actions}
          />
        ))}
      </div>
    </div>
  );
}
