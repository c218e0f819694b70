import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { ServerSort } from '../../contract/shared/server-words.ts';
import { forget, keep, readKept } from '../lib/kept.ts';
import { newListeners } from '../lib/listeners.ts';

type Column = {
  label: string;
  /** Whether it is shown at first. */
  isDefault: boolean;
  width: string;
  /** The order that its head selects first; a second click turns it round. Figures begin with the highest. */
  sort?: ServerSort;
};

/** The columns of the table in order. They share the space of a wide screen. */
export const COLUMNS = [
  { key: 'server', label: 'Server', isDefault: true, width: 'minmax(10.5rem,2fr)', sort: 'name' },
  { key: 'status', label: 'Status', isDefault: true, width: 'minmax(7.25rem,1fr)', sort: 'status' },
  {
    key: 'environment',
    label: 'Environment',
    isDefault: true,
    width: 'minmax(7.25rem,1fr)',
    sort: 'environment',
  },
  { key: 'since', label: 'Offline since', isDefault: true, width: 'minmax(7.75rem,1.3fr)', sort: 'since' },
  { key: 'cpu', label: 'CPU', isDefault: true, width: 'minmax(var(--usage),1fr)', sort: '-cpu' },
  { key: 'memory', label: 'Memory', isDefault: true, width: 'minmax(var(--usage),1fr)', sort: '-memory' },
  { key: 'uptime', label: 'Uptime', isDefault: true, width: 'minmax(5.5rem,1fr)', sort: '-uptime' },
  { key: 'os', label: 'OS', isDefault: false, width: 'minmax(7rem,2fr)', sort: 'os' },
  { key: 'serverType', label: 'Type', isDefault: false, width: 'minmax(4.5rem,1fr)', sort: 'type' },
  { key: 'location', label: 'Location', isDefault: false, width: 'minmax(7rem,2fr)', sort: 'location' },
  {
    key: 'primaryFunction',
    label: 'Function',
    isDefault: false,
    width: 'minmax(7rem,2fr)',
    sort: 'function',
  },
  { key: 'team', label: 'Team', isDefault: false, width: 'minmax(7rem,2fr)', sort: 'team' },
  { key: 'actions', label: 'Actions', isDefault: true, width: '7.75rem' },
] as const satisfies (Column & { key: string })[];
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
