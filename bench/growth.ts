import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from './growth-calls.ts';
import { buildOnce, openInstance } from './growth-instances.ts';
import { agent, timesOf } from './growth-times.ts';
import { percentile } from './measure.ts';

const DOCUMENTS = Number(process.env['BENCH_DOCUMENTS'] ?? 100_000);
const SHARE = 100;
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

const folder = await mkdtemp(join(tmpdir(), 'ops-hub-growth-'));
await chmod(folder, 0o755);
try {
  await measureGrowth(process.env['BENCH_DATABASE_URL'] ?? '', folder);
} finally {
  agent.destroy();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
