import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { newListeners } from '../lib/listeners.ts';
import { serverCopyTime } from './copy-time.ts';

const { notify, subscribe } = newListeners();
/** Reads that show a copy of this browser because the server does not answer. */
const shown = new Map<Query, Date>();

/** Notes that a read shows a copy of this browser, or the answer of the server again. */
export function noteCopy(query: Query, asOf: Date | undefined): void {
  if (asOf) shown.set(query, asOf);
  else if (!shown.delete(query)) return;
  notify();
}

/** The oldest copy on the screen, of this browser or of the server. */
function copyTime(): Date | undefined {
  for (const query of shown.keys()) if (!query.isActive()) shown.delete(query);
  const [oldest] = [...shown.values()].toSorted((a, b) => a.getTime() - b.getTime());
  return oldest ?? serverCopyTime();
}

export const useCopyTime = (): Date | undefined => useSyncExternalStore(subscribe, copyTime);
