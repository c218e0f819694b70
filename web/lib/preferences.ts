import { useSyncExternalStore } from 'react';
import { DEFAULT_TIME_ZONE } from '../../contract/dates.ts';

/** The part of the settings that parts of every screen need; known before the server answers, from the last visit. */
export type Preferences = { theme: string; timeZone: string; compactView: boolean; autoSave: boolean };

const KEY = 'preferences';
const listeners = new Set<() => void>();
let current = read();

function read(): Preferences {
  const unset = { theme: 'system', timeZone: DEFAULT_TIME_ZONE, compactView: false, autoSave: true };
  try {
    return { ...unset, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    // Unreadable, or a browser that keeps nothing: as if nothing was set.
    return unset;
  }
}

/** Takes effect at once and is kept for the next visit. */
export function applyPreferences(next: Preferences): void {
  document.documentElement.dataset.density = next.compactView ? 'compact' : 'comfortable';
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  localStorage.setItem(KEY, JSON.stringify(next));
  localStorage.setItem('theme', next.theme);
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
