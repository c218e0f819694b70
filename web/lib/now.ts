import { useSyncExternalStore } from 'react';
import { newListeners } from './listeners.ts';

/** Texts such as '41 minutes' are printed anew this often. */
const TICK_MS = 20_000;

const { notify, subscribe } = newListeners();
let timer: ReturnType<typeof setInterval> | undefined;
let watchers = 0;

/** All components share one timer. */
function watch(listener: () => void): () => void {
  const leave = subscribe(listener);
  watchers += 1;
  timer ??= setInterval(notify, TICK_MS);
  return () => {
    leave();
    watchers -= 1;
    if (watchers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const now = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The current time in milliseconds, rounded down, for texts and colours that change while a screen stays open. */
export const useNow = (): number => useSyncExternalStore(watch, now, now);
