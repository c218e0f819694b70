import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '../../lib/preferences.ts';

const COMPACT_HEIGHT = 29;
/** Rows kept ready above and below the screen, and from the end at which the next page is fetched. */
const AHEAD = 15;
/** What covers rows above and below: the top bar, the bar of a selection. */
const COVERED = { scrollPaddingStart: 64, scrollPaddingEnd: 88 };

type Options<Row> = {
  rows: Row[];
  /** Of a row, in pixels, before it is measured. */
  height: number;
  /** A row that stays in the page wherever one scrolls, such as the row with the focus. */
  keptIndex?: number;
  /** Set while there are more. */
  loadMore: (() => void) | undefined;
  isLoadingMore: boolean;
};

/** A list that scrolls with the window: only the rows near the screen are in the page, and the next page is fetched before its end. */
export function useWindowRows<Row extends { id: string }>(options: Options<Row>) {
  const { rows, height, keptIndex, loadMore, isLoadingMore } = options;
  const { compactView } = usePreferences();
  /** The element that contains the rows. */
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY), []);
  // oxlint-disable-next-line react/incompatible-library -- a table is rendered again on every scroll by intent
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (compactView ? COMPACT_HEIGHT : height),
    overscan: AHEAD,
    ...COVERED,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.id ?? index,
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
