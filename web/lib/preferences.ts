import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { DEFAULT_TIME_ZONE, isTimeZone } from '../../contract/dates.ts';
import { keep, keepText, readKept } from './kept.ts';

const Preferences = z.object({
  theme: z.string(),
  timeZone: z.string().check(z.refine(isTimeZone)),
  compactView: z.boolean(),
  autoSave: z.boolean(),
});
/** The part of the settings that parts of every screen need; known before the server answers, from the last visit. */
export type Preferences = z.infer<typeof Preferences>;

const KEY = 'preferences';
const listeners = new Set<() => void>();
const UNSET = { theme: 'system', timeZone: DEFAULT_TIME_ZONE, compactView: false, autoSave: true };
let current = readKept(KEY, Preferences) ?? UNSET;

/** Takes effect at once and is kept for the next visit. */
export function applyPreferences(next: Preferences): void {
  document.documentElement.dataset.density = next.compactView ? 'compact' : 'comfortable';
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  keep(KEY, next);
  keepText('theme', next.theme);
  // The theme script listens to storage events of other tabs; send it the same event for this tab.
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);

/** In which every exact time is shown. */
export const useTimeZone = (): string => usePreferences().timeZone;
