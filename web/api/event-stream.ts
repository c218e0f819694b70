import type { Signal } from './stream-signals.ts';

/** Path of `live.events` in the contract, repeated here because its schemas are too large for the first load. */
const PATH = '/api/live';

/**
 * Pause after the server refused the stream, as during a restart behind a proxy. The browser reconnects other failures
 * itself.
 */
const REOPEN_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Opens a stream of events and keeps it open, with growing pauses while it is refused. Returns a function that closes
 * it.
 */
function openStream(onSignal: (signal: Signal) => void): () => void {
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let pause = REOPEN_MS;
  let source = open();

  function open(): EventSource {
    const events = new EventSource(PATH);
    events.addEventListener('message', (message) => onSignal({ type: 'event', data: String(message.data) }));
    events.addEventListener('open', () => {
      pause = REOPEN_MS;
      onSignal({ type: 'open' });
    });
    events.addEventListener('error', () => {
      const isRefused = events.readyState === EventSource.CLOSED;
      onSignal({ type: 'broken', isRefused });
      if (!isRefused) return;
      reopening = setTimeout(() => (source = open()), pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    });
    return events;
  }

  return () => {
    clearTimeout(reopening);
    source.close();
  };
}

/** A stream for several listeners. */
export type SharedStream = {
  /** What a later listener has to know: that the stream is open, and the last event of each type that carries a state. */
  current(): Signal[];
  close(): void;
};

const STATES = ['checker', 'database'];

export function openSharedStream(onSignal: (signal: Signal) => void): SharedStream {
  let opened: Signal | undefined;
  const states = new Map<string, Signal>();
  const close = openStream((signal) => {
    if (signal.type === 'open') states.clear();
    if (signal.type !== 'event') opened = signal.type === 'open' ? signal : undefined;
    else {
      const { type } = JSON.parse(signal.data) as { type: string };
      if (STATES.includes(type)) states.set(type, signal);
    }
    onSignal(signal);
  });
  return { current: () => (opened ? [opened, ...states.values()] : []), close };
}
