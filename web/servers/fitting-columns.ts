import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { NARROW, useMedia } from '../lib/use-media.ts';
import { COLUMNS, type ColumnKey } from './columns.ts';

/** The most important ones first: where there is no room for all, the last ones are left out. The others always fit. */
const ORDER: ColumnKey[] = [
  'environment',
  'uptime',
  'cpu',
  'since',
  'memory',
  'team',
  'serverType',
  'os',
  'location',
  'primaryFunction',
];
const ON_PHONES: ColumnKey[] = ['server', 'status', 'environment', 'since', 'cpu', 'actions'];
/** Bars beside the figures of usage. */
const WITH_BARS = '(width >= 96rem)';

/** In rem: the checkbox with the margins of a row, and a column's distance from the one before. */
const [EDGES, GAP] = [4, 0.75];

/** The chosen columns for which the table has room, so that the actions at the end of a row stay in view. */
export function useFittingColumns(
  chosen: ColumnKey[],
  table: RefObject<HTMLElement | null>,
): { columns: ColumnKey[]; template: string } {
  const isPhone = useMedia(NARROW);
  const hasBars = useMedia(WITH_BARS);
  const room = useRoom(table);
  // The same array as long as nothing changes, because rows compare it.
  return useMemo(() => {
    const shown = COLUMNS.filter(({ key }) => chosen.includes(key));
    const minOf = (column: Column) => (hasBars && 'withBars' in column ? column.withBars : column.min);
    const fitting = isPhone
      ? shown.filter(({ key }) => ON_PHONES.includes(key))
      : thoseThatFit(shown, room - EDGES, minOf);
    const widths = fitting.map((column) =>
      'share' in column ? `minmax(${minOf(column)}rem,${column.share}fr)` : `${column.min}rem`,
    );
    return { columns: fitting.map(({ key }) => key), template: ['1rem', ...widths].join(' ') };
  }, [chosen, room, isPhone, hasBars]);
}

type Column = (typeof COLUMNS)[number];

function thoseThatFit(shown: Column[], room: number, minOf: (column: Column) => number): Column[] {
  const byImportance = shown.toSorted((a, b) => ORDER.indexOf(a.key) - ORDER.indexOf(b.key));
  const kept = new Set<ColumnKey>();
  let left = room;
  for (const column of byImportance) {
    left -= minOf(column) + GAP;
    if (left >= 0 || !ORDER.includes(column.key)) kept.add(column.key);
  }
  return shown.filter(({ key }) => kept.has(key));
}

/** The width of an element in rem. Measured before the first painting, so that nothing moves. */
function useRoom(table: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = table.current;
    if (!element) return undefined;
    const measure = () =>
      setRoom(element.clientWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [table]);
  return room;
}
