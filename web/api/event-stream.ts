/** A signal of the event stream: it is open, it is broken, or one event as JSON. */
export type Signal =
  | { type: 'open' }
  | { type: 'broken'; isRefused: boolean }
  | { type: 'event'; data: string };

/** `live.events` of the contract, written out: its schemas are too much for the first screen of every visit. */
const PATH = '/api/live';

/** The message of a tab to the shared worker when it no longer needs the stream. */
export const LEAVE = 'leave';

/** After the server refused the stream, as it does during a restart behind a proxy; the browser mends a mere break itself. */
const REOPEN_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** Opens a stream of events and keeps it open, with growing pauses while it is refused. Returns how to close it. */
export function openStream(tell: (signal: Signal) => void): () => void {
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let pause = REOPEN_MS;
  let source = open();

  function open(): EventSource {
    const events = new EventSource(PATH);
    events.addEventListener('message', (message) => tell({ type: 'event', data: String(message.data) }));
    events.addEventListener('open', () => {
      pause = REOPEN_MS;
      tell({ type: 'open' });
    });
    events.addEventListener('error', () => {
      const isRefused = events.readyState === EventSource.CLOSED;
      tell({ type: 'broken', isRefused });
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
