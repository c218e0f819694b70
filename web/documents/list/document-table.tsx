import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';
import { Placeholders } from '../../ui/feedback/list-states.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { DocumentList, type Shown } from './document-list.tsx';
import { COLUMNS, DocumentRow } from './document-row.tsx';
import type { Filters } from './knowledge-base-search.ts';

const PAGE_SIZE = 50;
const PLACEHOLDERS = 8;
const ROW_HEIGHT = 44;
const COMPACT_HEIGHT = 29;
/** Rows kept ready above and below the screen, and from the end at which the next page is fetched. */
const AHEAD = 12;

type Props = { filters: Filters; onClear: () => void };

/** The documents as rows; only those near the screen are in the page. */
export const DocumentTable = ({ filters, onClear }: Props) => (
  <DocumentList
    filters={filters}
    pageSize={PAGE_SIZE}
    onClear={onClear}
    placeholders={
      <Placeholders count={PLACEHOLDERS} className="border-t border-border">
        <div className="flex h-11 items-center gap-6 border-b border-border">
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 w-20 max-md:hidden" />
        </div>
      </Placeholders>
    }
  >
    {(shown) => <Rows {...shown} />}
  </DocumentList>
);

const HEADS = ['Title', 'Type', 'Category', 'Version', 'Updated'];

function Rows({ documents, askToDelete, selection, loadMore, isLoadingMore }: Shown) {
  const { compactView } = usePreferences();
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  // oxlint-disable-next-line react/incompatible-library -- this component is drawn anew on every scroll by intent
  const virtualizer = useWindowVirtualizer({
    count: documents.length,
    estimateSize: () => (compactView ? COMPACT_HEIGHT : ROW_HEIGHT),
    overscan: AHEAD,
    scrollMargin: top,
    getItemKey: (index) => documents[index]?.id ?? index,
  });
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= documents.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && !isLoadingMore) loadMore?.();
  }, [isNearEnd, isLoadingMore, loadMore]);

  return (
    <div role="table" aria-label="Documents" aria-rowcount={loadMore ? -1 : documents.length + 1}>
      <div role="rowgroup" className="max-md:sr-only">
        <div role="row" aria-rowindex={1} className={`${COLUMNS} h-8 text-xs font-medium text-muted`}>
          {HEADS.map((head) => (
            <span key={head} role="columnheader" className={head === 'Version' ? 'text-right' : undefined}>
              {head}
            </span>
          ))}
          <span role="columnheader">
            <span className="sr-only">Actions</span>
          </span>
        </div>
      </div>
      <div
        ref={body}
        role="rowgroup"
        className="relative border-t border-border"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const document = documents[index];
          return (
            document && (
              <DocumentRow
                key={key}
                ref={virtualizer.measureElement}
                index={index}
                offset={start - top}
                document={document}
                selection={selection}
                onDelete={() => askToDelete(document)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
