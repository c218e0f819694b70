import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Server } from '../../contract/server-fields.ts';
import { classNames } from '../lib/class-names.ts';
import { usePreferences } from '../lib/preferences.ts';
import { COLUMNS, useColumns, type ColumnKey } from './columns.ts';
import { type RowActions, ServerRow } from './server-row.tsx';
import { useFoundServer } from './use-found-server.ts';
import { useRowKeys } from './use-row-keys.ts';

/** What gives way first on a narrow screen; status and the way to act never do. */
const NEEDS: Partial<Record<ColumnKey, string>> = {
  memory: '(min-width: 1180px)',
  cpu: '(min-width: 1024px), (max-width: 767px)',
  uptime: '(min-width: 900px)',
  os: '(min-width: 1180px)',
  serverType: '(min-width: 1024px)',
  location: '(min-width: 1180px)',
  primaryFunction: '(min-width: 1180px)',
  team: '(min-width: 1024px)',
};
const conditions = [...new Set(Object.values(NEEDS))];
const queries = conditions.map((condition) => matchMedia(condition));

const subscribe = (listener: () => void) => {
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
};

/** The chosen columns that this window has room for. */
function useRoomForColumns(columns: ColumnKey[]): ColumnKey[] {
  const fitting = useSyncExternalStore(subscribe, () =>
    queries.map(({ matches }) => (matches ? '1' : '0')).join(''),
  );
  return columns.filter((key) => {
    const needed = NEEDS[key];
    const at = conditions.indexOf(needed ?? '');
    return at < 0 || fitting[at] === '1';
  });
}

const ROW_HEIGHT = 45;
const COMPACT_HEIGHT = 29;
/** Rows kept ready above and below the screen, and from the end at which the next page is fetched. */
const AHEAD = 15;
/** What covers rows above and below: the top bar, the bar of a selection. */
const COVERED = { scrollPaddingStart: 64, scrollPaddingEnd: 88 };

type Props = {
  servers: Server[];
  total: number;
  /** Set while there are more. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
  selected: ReadonlySet<string>;
  onSelectAll: (isOn: boolean) => void;
  checkingId: string | undefined;
  actions: RowActions;
};

/** The servers as rows; only those near the screen are in the page. */
export function ServerTable(props: Props) {
  const { servers, total, loadMore, isLoadingMore, selected, onSelectAll, checkingId, actions } = props;
  const columns = useRoomForColumns(useColumns());
  const template = `1rem ${COLUMNS.filter(({ key }) => columns.includes(key))
    .map(({ width }) => width)
    .join(' ')}`;
  const { compactView } = usePreferences();
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  const keys = useRowKeys(servers);
  // oxlint-disable-next-line react/incompatible-library -- this component is drawn anew on every scroll by intent
  const virtualizer = useWindowVirtualizer({
    count: servers.length,
    estimateSize: () => (compactView ? COMPACT_HEIGHT : ROW_HEIGHT),
    overscan: AHEAD,
    ...COVERED,
    scrollMargin: top,
    getItemKey: (index) => servers[index]?.id ?? index,
    // The row with the focus stays in the page wherever one scrolls, or the focus would be lost.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), keys.current])]
        .filter((index) => index < servers.length)
        .toSorted((a, b) => a - b),
  });
  const foundId = useFoundServer(servers, loadMore, isLoadingMore, (index) =>
    virtualizer.scrollToIndex(index, { align: 'center' }),
  );
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= servers.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && !isLoadingMore) loadMore?.();
  }, [isNearEnd, isLoadingMore, loadMore]);

  const move = keys.moving(body, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  return (
    <div role="table" aria-label="Servers" aria-rowcount={total + 1} className="-mx-4 md:-mx-6">
      <Headings
        columns={columns}
        template={template}
        areAllSelected={servers.length > 0 && servers.every(({ id }) => selected.has(id))}
        onSelectAll={onSelectAll}
      />
      <div
        ref={body}
        role="rowgroup"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={move}
        onFocus={keys.follow}
      >
        {rows.map(({ index, key, start }) => {
          const server = servers[index];
          return (
            server && (
              <ServerRow
                key={key}
                ref={virtualizer.measureElement}
                index={index}
                offset={start - top}
                server={server}
                columns={columns}
                template={template}
                isCurrent={index === keys.current}
                isSelected={selected.has(server.id)}
                isFound={server.id === foundId}
                isChecking={server.id === checkingId}
                actions={actions}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

type HeadingsProps = {
  columns: ColumnKey[];
  template: string;
  areAllSelected: boolean;
  onSelectAll: (isOn: boolean) => void;
};

function Headings({ columns, template, areAllSelected, onSelectAll }: HeadingsProps) {
  return (
    <div role="rowgroup" className="max-md:sr-only">
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-8 items-center gap-x-3 border-b border-border px-4 text-xs font-medium text-muted md:px-6"
      >
        <span role="columnheader" className="flex">
          <input
            type="checkbox"
            aria-label="Select all loaded rows"
            className="size-4 accent-accent"
            checked={areAllSelected}
            onChange={(event) => onSelectAll(event.target.checked)}
          />
        </span>
        {COLUMNS.filter(({ key }) => columns.includes(key)).map(({ key, label }) => (
          <span
            key={key}
            role="columnheader"
            className={classNames((key === 'uptime' || key === 'actions') && 'text-right')}
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
