import { request, Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';

/** A call to time: its side, path and body. */
export type TimedCall = { side: 0 | 1; path: string; body: object };
export type Work = { url: string; calls: TimedCall[]; callers: number };

/**
 * A client in its own thread, so that the measurement does not delay the server. Sends the calls in order over
 * kept-alive connections and reports the duration of each in milliseconds; 0 means no valid response.
 */
async function main({ url, calls, callers }: Work) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const times: number[] = Array.from({ length: calls.length }, () => 0);
  let next = 0;
  const send = ({ path, body }: TimedCall) =>
    new Promise<number>((resolve, reject) => {
      const payload = JSON.stringify(body);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
      const startedAt = performance.now();
      request(url + path, { method: 'POST', agent, headers }, (answer) => {
        const elapsed = performance.now() - startedAt;
        text(answer).then(() => resolve((answer.statusCode ?? 500) < 429 ? elapsed : 0), reject);
      })
        .on('error', reject)
        .end(payload);
    });
  const caller = async () => {
    while (next < calls.length) {
      const index = next++;
      const call = calls[index];
      if (call) times[index] = await send(call);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
  parentPort?.postMessage(times);
}

await main(workerData as Work);
