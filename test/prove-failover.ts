import { join } from 'node:path';
import pg from 'pg';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { startWriters, type Writers } from './keyed-writers.ts';
import { productWith } from './proof-product.ts';
import { startServers } from './standby-servers.ts';
import { openTcpLine, type TcpLine } from './tcp-line.ts';

const WRITES = 100;

type Servers = Awaited<ReturnType<typeof startServers>>;

/**
 * Stops the primary while several programs write, and promotes its synchronous standby behind the same address. Each
 * acknowledged write must exist once, and the product must continue without a restart. The primary is killed, or its machine
 * stops responding: then no connection is closed, as when an address moves to another machine.
 */
export async function proveFailover(rounds: number, programs: string): Promise<void> {
  const pauses = { killed: [] as number[], silent: [] as number[] };
  let acknowledged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const way = round % 2 === 0 ? 'killed' : 'silent';
    const { folder, remove } = await openTemporaryFolder();
    const servers = await startServers(programs, ['near'], { synchronous: 'near', isSafe: true });
    const primary = new URL(servers.primary.url);
    const line = await openTcpLine({ host: primary.hostname, port: Number(primary.port) });
    const product = productWith(await freePort(), {
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: Object.assign(new URL(primary), { port: String(line.port) }).href,
    });
    try {
      const child = await product.start();
      await product.signIn();
      const writers = startWriters(product.send);
      await writers.after(WRITES);
      pauses[way].push(await failOver(way, servers, line, writers));
      await writers.after(WRITES);
      await writers.stop();
      const client = new pg.Client(servers.standbys[0]?.url);
      await client.connect();
      await writers.verify(client);
      await client.end();
      acknowledged += writers.acknowledged();
      if ((await product.stop(child)) !== 0) throw new Error('the product did not end well');
    } finally {
      await product.end();
      await line.close();
      await servers.stop();
      await remove();
    }
  }
  const longest = (ms: number[]) => `${(Math.max(0, ...ms) / 1000).toFixed(1)} s`;
  console.log(
    `failover: ${rounds} times, ${acknowledged} writes acknowledged, 0 lost, 0 duplicates; writes resume after at most ` +
      `${longest(pauses.killed)} (primary killed), ${longest(pauses.silent)} (primary silent)`,
  );
}

/** Returns the time from the end of the promotion to the next acknowledged write, in milliseconds. */
async function failOver(
  way: 'killed' | 'silent',
  { primary, standbys }: Servers,
  line: TcpLine,
  writers: Writers,
) {
  const near = standbys[0];
  if (!near) throw new Error('there is no standby');
  if (way === 'killed') {
    await primary.kill();
    await line.cut();
  } else {
    line.silence();
    await primary.freeze();
  }
  const client = new pg.Client(near.url);
  await client.connect();
  const { rows } = await client.query<{ promoted: boolean }>('select pg_promote() as promoted');
  await client.end();
  if (!rows[0]?.promoted) throw new Error('the standby was not promoted');
  const { hostname, port } = new URL(near.url);
  await line.mend({ host: hostname, port: Number(port) });
  const startedAt = performance.now();
  await writers.after(1);
  return performance.now() - startedAt;
}
