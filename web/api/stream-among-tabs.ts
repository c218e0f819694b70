import { openSharedStream, type SharedStream } from './event-stream.ts';
import type { Signal } from './stream-signals.ts';

/** Name of the lock and of the channel. */
const NAME = 'ops-hub-live';
const POLL_MS = 10_000;

/** A tab asks for the current state (`from`), or the tab with the stream passes on a signal, to all or to one. */
type Message = { from: string } | { to?: string | undefined; signal: Signal };

/**
 * Shares one stream without a shared worker. The tab that holds a lock has the stream and passes on its signals. When it
 * is closed, the browser gives the lock to another tab. Browsers offer locks to secure addresses only; elsewhere each tab
 * asks the server now and then. A stream in each tab would leave no connection for the seventh.
 */
export function listenAmongTabs(onSignal: (signal: Signal) => void): () => void {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return poll(onSignal);
  const channel = new BroadcastChannel(NAME);
  const self = crypto.randomUUID();
  const leaving = new AbortController();
  let stream: SharedStream | undefined;
  let hasListened = false;
  const post = (message: Message) => channel.postMessage(message);
  const emit = (signal: Signal) => {
    onSignal(signal);
    post({ signal });
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('from' in data) for (const signal of stream?.current() ?? []) post({ to: data.from, signal });
    else if (data.to === undefined || data.to === self) {
      hasListened = true;
      onSignal(data.signal);
    }
  });

  const hold = () =>
    new Promise<void>((release) => {
      if (leaving.signal.aborted) return release();
      // Events got lost since the tab that held the stream was closed.
      if (hasListened) emit({ type: 'missed' });
      stream = openSharedStream(emit);
      leaving.signal.addEventListener('abort', () => {
        stream?.close();
        release();
      });
    });
  navigator.locks.request(NAME, { signal: leaving.signal }, hold).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  post({ from: self });
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** Reads again what is on the screen while somebody can see it. */
function poll(onSignal: (signal: Signal) => void): () => void {
  const look = () => document.visibilityState === 'visible' && onSignal({ type: 'missed' });
  const timer = setInterval(look, POLL_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
