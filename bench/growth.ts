import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { CALLS, type Call } from './growth-calls.ts';
import { buildOnce, openInstance, type Instance } from './growth-instances.ts';
import { percentile } from './measure.ts';

const DOCUMENTS = Number(process.env['BENCH_DOCUMENTS'] ?? 100_000);
const SHARE = 100;
const ROUNDS = 200;
const WARM_UP = 10;
/** Maximum time per call, so slow calls have fewer samples. */
const SECONDS = 20;
const MOST = 1.5;

/**
 * Compares each call on a large instance with the same call on one of a hundredth of its size, in turn. An argument
 * selects calls by a pattern for their names.
 */
async function measureGrowth(server: string, folder: string) {
  const selected = process.argv[2] ?? '';
  const sizes = [DOCUMENTS / SHARE, DOCUMENTS];
  for (const documents of sizes) await buildOnce(server, documents);
  const instances = await Promise.all(sizes.map((documents) => openInstance(server, documents, folder)));
  console.log(
    `${'ms'.padEnd(34)}${'p50'.padStart(8)}${'large'.padStart(8)}${'p95'.padStart(9)}${'large'.padStart(8)}${'ratio'.padStart(7)}`,
  );
  for (const call of CALLS.filter(({ name }) => new RegExp(selected).test(name))) {
    const [few = [], many = []] = await timesOf(call, instances);
    const ratio = percentile(many, 0.95) / percentile(few, 0.95);
    const figures = [0.5, 0.95].flatMap((share) =>
      [few, many].map((times) => percentile(times, share).toFixed(1).padStart(8)),
    );
    figures.splice(2, 0, ' ');
    console.log(
      call.name.padEnd(34) + figures.join('') + ratio.toFixed(2).padStart(7) + (ratio > MOST ? ' *' : ''),
    );
  }
  for (const { product } of instances) {
    product.child.disconnect();
    await once(product.child, 'exit');
  }
}

/** The times of a call on each instance, in milliseconds. */
async function timesOf(call: Call, instances: Instance[]): Promise<number[][]> {
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

const agent = new Agent({ keepAlive: true });

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

const folder = await mkdtemp(join(tmpdir(), 'ops-hub-growth-'));
await chmod(folder, 0o755);
try {
  await measureGrowth(process.env['BENCH_DATABASE_URL'] ?? '', folder);
} finally {
  agent.destroy();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
