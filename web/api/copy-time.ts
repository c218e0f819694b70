import type { Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { newListeners } from '../lib/listeners.ts';

const { notify, subscribe } = newListeners();
let ofServer: Date | undefined;
/** Reads that show a copy of this browser because the server does not answer. */
const ofBrowser = new Map<Query, Date>();

/** Fetches, and notes the moment of the copy that answers while the database is away. */
export async function fetchOrCopy(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const copyOf = response.headers.get('x-copy-of');
  ofServer = copyOf === null ? undefined : new Date(copyOf);
  return response;
}

/** Whether the copy of the server answered last. */
export const isFromServerCopy = (): boolean => ofServer !== undefined;

/** Notes that a read shows a copy of this browser, or the answer of the server again. */
export function noteCopy(query: Query, asOf: Date | undefined): void {
  if (asOf) ofBrowser.set(query, asOf);
  else if (!ofBrowser.delete(query)) return;
  notify();
}

/** The oldest copy on the screen; undefined if everything is from the database. */
function copyTime(): Date | undefined {
  for (const query of ofBrowser.keys()) if (!query.isActive()) ofBrowser.delete(query);
  const [oldest] = [...ofBrowser.values()].toSorted((a, b) => a.getTime() - b.getTime());
  return oldest ?? ofServer;
}

export const useCopyTime = (): Date | undefined => useSyncExternalStore(subscribe, copyTime);
