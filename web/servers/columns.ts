import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { ServerSort } from '../../contract/shared/server-words.ts';
import { forget, keep, readKept } from '../lib/kept.ts';
import { newListeners } from '../lib/listeners.ts';

type Column = {
  label: string;
  /** Whether it is shown at first. */
  isDefault: boolean;
  /** The least width in rem, and the share of what is left; one without a share does not grow. */
  min: number;
  share?: number;
  /** The least width where a bar stands beside the figure. */
  withBars?: number;
  /** The order that its head selects first; a second click turns it round. Figures begin with the highest. */
  sort?: ServerSort;
};

/** The columns of the table in order. They share the space of a wide screen. */
export const COLUMNS = [
  { key: 'server', label: 'Server', isDefault: true, min: 10.5, share: 2, sort: 'name' },
  { key: 'status', label: 'Status', isDefault: true, min: 7.25, share: 1, sort: 'status' },
  {
    key: 'environment',
    label: 'Environment',
    isDefault: true,
    min: 7.25,
    share: 1,
    sort: 'environment',
  },
  { key: 'since', label: 'Offline since', isDefault: true, min: 7.75, share: 1.3, sort: 'since' },
  { key: 'cpu', label: 'CPU', isDefault: true, min: 3.5, withBars: 6.5, share: 1, sort: '-cpu' },
  { key: 'memory', label: 'Memory', isDefault: true, min: 3.5, withBars: 6.5, share: 1, sort: '-memory' },
  { key: 'uptime', label: 'Uptime', isDefault: true, min: 5.5, share: 1, sort: '-uptime' },
  { key: 'os', label: 'OS', isDefault: false, min: 6.5, share: 2, sort: 'os' },
  { key: 'serverType', label: 'Type', isDefault: false, min: 4.5, share: 1, sort: 'type' },
  { key: 'location', label: 'Location', isDefault: false, min: 6.5, share: 2, sort: 'location' },
  {
    key: 'primaryFunction',
    label: 'Function',
    isDefault: false,
    min: 7,
    share: 2,
    sort: 'function',
  },
  { key: 'team', label: 'Team', isDefault: false, min: 6.5, share: 2, sort: 'team' },
  { key: 'actions', label: 'Actions', isDefault: true, min: 7.75 },
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
