import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';

const COMPACT_HEIGHT = 29;
/** Rows rendered above and below the screen, and the distance from the end at which the next page loads. */
const AHEAD = 15;
/** The same in the first rendering: a screen is seen sooner if it draws little more than it shows. */
const AHEAD_AT_FIRST = 2;
/** Heights of the bars that cover rows: the top bar with the heads of a table, the selection toolbar. */
const COVERED = { scrollPaddingStart: 96, scrollPaddingEnd: 88 };

type Options<Row> = {
  rows: Row[];
  /** Height of a row in pixels before it is measured. */
  height: number;
  /** A row that always stays rendered, such as the row with the focus. */
  keptIndex?: number;
  /** Undefined if there are no more rows. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
};

/**
 * A list that scrolls with the window. Only rows near the screen are rendered, and the next page loads before the end.
 */
export function useWindowRows<Row extends { id: string }>(options: Options<Row>) {
  const { rows, height, keptIndex, loadMore, isLoadingMore } = options;
  const { compactView } = usePreferences();
  const ahead = useDeferredValue(AHEAD, AHEAD_AT_FIRST);
  /** The element that contains the rows. */
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  // oxlint-disable-next-line react/incompatible-library -- a table is rendered again on every scroll by intent
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (compactView ? COMPACT_HEIGHT : height),
    overscan: ahead,
    // Without it the first rendering has no rows, and the second one, in one piece, has all of them.
    initialRect: { width: innerWidth, height: innerHeight },
    ...COVERED,
    scrollMargin: top,
    // The same function while the rows are the same: for another one all rows are measured again.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      if (keptIndex === undefined || keptIndex >= rows.length || near.includes(keptIndex)) return near;
      return [...near, keptIndex].toSorted((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) >= rows.length - AHEAD;
  useEffect(() => {
    if (isNearEnd && !isLoadingMore) loadMore?.();
  }, [isNearEnd, isLoadingMore, loadMore]);
  return {
    body,
    totalHeight: virtualizer.getTotalSize(),
    scrollTo: (index: number, align: 'auto' | 'center') => virtualizer.scrollToIndex(index, { align }),
    measure: virtualizer.measureElement,
    /** `offset` is in pixels from the top of `body`. */
    visible: items.flatMap(({ index, key, start }) => {
      const row = rows[index];
      return row ? [{ row, index, key, offset: start - top }] : [];
    }),
  };
}
