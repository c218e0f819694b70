import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { forget, keep, readKept } from '../lib/kept.ts';
import { newListeners } from '../lib/listeners.ts';

/** The columns of the table in order; `isDefault` marks those shown at first. */
export const COLUMNS = [
  { key: 'server', label: 'Server', isDefault: true, width: 'minmax(11rem,1.4fr)' },
  { key: 'status', label: 'Status', isDefault: true, width: '7.75rem' },
  { key: 'environment', label: 'Environment', isDefault: true, width: '7.75rem' },
  { key: 'cpu', label: 'CPU', isDefault: true, width: '6.5rem' },
  { key: 'memory', label: 'Memory', isDefault: true, width: '6.5rem' },
  { key: 'uptime', label: 'Uptime', isDefault: true, width: '6.5rem' },
  { key: 'os', label: 'OS', isDefault: false, width: 'minmax(7rem,1fr)' },
  { key: 'serverType', label: 'Type', isDefault: false, width: '4.5rem' },
  { key: 'location', label: 'Location', isDefault: false, width: 'minmax(7rem,1fr)' },
  { key: 'primaryFunction', label: 'Function', isDefault: false, width: 'minmax(7rem,1fr)' },
  { key: 'team', label: 'Team', isDefault: false, width: 'minmax(7rem,1fr)' },
  { key: 'actions', label: 'Actions', isDefault: true, width: '7.75rem' },
] as const;
export type ColumnKey = (typeof COLUMNS)[number]['key'];

const STORAGE_KEY = 'ops-hub-server-columns';
const Stored = z.array(z.enum(COLUMNS.map(({ key }) => key))).check(z.minLength(1));
const DEFAULT: ColumnKey[] = COLUMNS.filter(({ isDefault }) => isDefault).map(({ key }) => key);

const { notify, subscribe } = newListeners();
let shown: ColumnKey[] | undefined;

const read = (): ColumnKey[] => readKept(STORAGE_KEY, Stored) ?? DEFAULT;

function choose(next: ColumnKey[] | undefined): void {
  shown = next ?? DEFAULT;
  if (next) keep(STORAGE_KEY, next);
  else forget(STORAGE_KEY);
  notify();
}

export const useColumns = (): ColumnKey[] => useSyncExternalStore(subscribe, () => (shown ??= read()));

/** Shows or hides a column; the order stays. */
export const toggleColumn = (key: ColumnKey, isOn: boolean): void => {
  const on = new Set(shown ?? read());
  if (isOn) on.add(key);
  else on.delete(key);
  choose(COLUMNS.map((column) => column.key).filter((one) => on.has(one)));
};

export const resetColumns = (): void => choose(undefined);
