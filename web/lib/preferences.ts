import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { DEFAULT_TIME_ZONE, isTimeZone, type TimeStyle } from '../../contract/shared/dates.ts';
import { keep, keepText, readKept } from './kept.ts';
import { newListeners } from './listeners.ts';

const Preferences = z.object({
  theme: z.string(),
  timeZone: z.string().check(z.refine(isTimeZone)),
  compactView: z.boolean(),
  autoSave: z.boolean(),
  hour24: z.optional(z.boolean()),
  openDocuments: z.optional(z.enum(['editing', 'reading'])),
});
/** Settings that components of every screen need. Stored, so that they are known before the server responds. */
export type Preferences = z.infer<typeof Preferences>;

const KEY = 'preferences';
const { notify, subscribe } = newListeners();
const UNSET: Preferences = {
  theme: 'system',
  timeZone: DEFAULT_TIME_ZONE,
  compactView: false,
  autoSave: true,
};
let current = readKept(KEY, Preferences) ?? UNSET;

/** Takes effect immediately and is stored for the next visit. */
export function applyPreferences(next: Preferences): void {
  document.documentElement.dataset.density = next.compactView ? 'compact' : 'comfortable';
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  keep(KEY, next);
  keepText('theme', next.theme);
  // The theme script listens to storage events of other tabs; send it the same event for this tab.
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  notify();
}

export const usePreferences = (): Preferences =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => UNSET,
  );

/** How all exact times are written. */
export function useTimeStyle(): TimeStyle {
  const { timeZone, hour24 } = usePreferences();
  return useMemo(() => ({ timeZone, hour24 }), [timeZone, hour24]);
}
