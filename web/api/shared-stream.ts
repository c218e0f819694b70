import { LEAVE, openStream } from './event-stream.ts';
import type { Signal } from './event-stream.ts';

/**
 * Listens to the one stream of this browser. Browsers allow six HTTP/1.1 connections to a host, and with a stream in each
 * tab the sixth tab had none left for anything else. A worker that all tabs share holds the stream, whichever of them is
 * closed. Where there is no such worker (Chrome on Android), the tab holds a stream of its own.
 */
export function listenToStream(hear: (signal: Signal) => void): () => void {
  if (typeof SharedWorker === 'undefined') return openStream(hear);
  const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
  let stop = () => {
    worker.port.postMessage(LEAVE);
    worker.port.close();
  };
  worker.port.addEventListener('message', ({ data }: MessageEvent<Signal>) => hear(data));
  worker.port.start();
  // Its file may be gone, as after an update of the product.
  worker.addEventListener('error', () => {
    stop();
    stop = openStream(hear);
  });
  const leave = () => stop();
  addEventListener('pagehide', leave);
  return () => {
    removeEventListener('pagehide', leave);
    stop();
  };
}
