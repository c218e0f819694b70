import { useSyncExternalStore } from 'react';
import type { ColumnKey } from './columns.ts';

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
export function useRoomForColumns(columns: ColumnKey[]): ColumnKey[] {
  const fitting = useSyncExternalStore(subscribe, () =>
    queries.map(({ matches }) => (matches ? '1' : '0')).join(''),
  );
  return columns.filter((key) => {
    const needed = NEEDS[key];
    const at = conditions.indexOf(needed ?? '');
    return at < 0 || fitting[at] === '1';
  });
}
