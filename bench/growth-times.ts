import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Call } from './growth-calls.ts';
import type { Instance } from './growth-instances.ts';

const ROUNDS = 200;
const WARM_UP = 10;
/** Maximum time per call, so slow calls have fewer samples. */
const SECONDS = 20;

/** The times of a call on each instance, in milliseconds. */
export async function timesOf(call: Call, instances: Instance[]): Promise<number[][]> {
  const times = instances.map((): number[] => []);
  const end = performance.now() + SECONDS * 1_000;
  for (let n = 0; n < ROUNDS + WARM_UP && (n < 2 * WARM_UP || performance.now() < end); n++) {
    const order = n % 2 ? [...instances.entries()] : [...instances.entries()].toReversed();
    for (const [place, instance] of order) {
      const elapsed = await timeOf(call, instance, n);
      if (n >= WARM_UP) times[place]?.push(elapsed);
    }
  }
  return times;
}

export const agent = new Agent({ keepAlive: true });

function timeOf(call: Call, instance: Instance, n: number): Promise<number> {
  const { name, send, isStreamed } = call;
  const { product, sample, cookie } = instance;
  const { path, method = 'GET', body } = send(sample, n);
  const payload = body && JSON.stringify(body);
  const headers = {
    cookie,
    ...(payload && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
  };
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, product.url), { method, agent, headers }, (answer) => {
      const { statusCode = 0 } = answer;
      if (isStreamed && statusCode === 409) {
        const elapsed = performance.now() - startedAt;
        void json(answer).then((refusal) => {
          // The server refuses an export that is too large. `export_running` refers to the previous call, which has not
          // ended yet.
          if ((refusal as { code: string }).code !== 'export_running') resolve(elapsed);
          else setTimeout(() => void timeOf(call, instance, n).then(resolve, reject), 100);
        }, reject);
      } else if (statusCode >= 400)
        reject(new Error(`${name}: ${method} ${path} was answered with ${statusCode}`));
      else if (isStreamed)
        answer.once('data', () => {
          resolve(performance.now() - startedAt);
          sent.destroy();
        });
      else answer.resume().once('end', () => resolve(performance.now() - startedAt));
    });
    sent.on('error', reject).end(payload);
  });
}
