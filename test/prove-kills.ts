import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { strToU8, zipSync } from 'fflate';
import pg from 'pg';
import { ImportReport } from '../contract/calls/imports.ts';
import { documents } from '../contract/calls/documents.ts';
import { jobs } from '../contract/calls/jobs.ts';
import { connectionOfRunning } from '../server/db/embedded/embedded.ts';
import { homeIn } from '../server/db/embedded/home.ts';
import { hasEnded, openTemporaryFolder, postmasterPid } from './embedded-fixture.ts';
import { freePort } from './free-port.ts';
import { startWriters } from './keyed-writers.ts';
import { killWithChildren } from './processes.ts';
import { productWith, type Product } from './proof-product.ts';
import { startServers } from './standby-servers.ts';

const WRITES_BETWEEN_KILLS = 50;
/** Pages of the import that is killed. */
const PAGES = 1_200;

/** The process id of the product's PostgreSQL. */
type Engine = {
  name: string;
  settings: Record<string, string>;
  /** Kills all its processes at once. */
  kill(): Promise<void>;
  /** Starts PostgreSQL again where the product does not. */
  restart(): Promise<void>;
  connection(): Promise<pg.ClientConfig>;
  stop(): Promise<void>;
};

/**
 * Kills the product, its PostgreSQL or both with SIGKILL while several programs write. Each acknowledged write must exist
 * once afterwards, with its version, search entry and audit entry. A product that stays alive must continue without a
 * restart.
 */
export async function proveKills(kills: number, programs: string): Promise<void> {
  await proveOn(await embedded(), kills);
  await proveOn(await installed(programs), kills);
}

async function proveOn(engine: Engine, kills: number) {
  const product = productWith(await freePort(), engine.settings);
  try {
    let child = await product.start();
    await product.signIn();
    const writers = startWriters(product.send);
    for (let n = 0; n < kills; n += 1) {
      await writers.after(WRITES_BETWEEN_KILLS);
      await pause(Math.random() * 100);
      const isOfProduct = n % 3 !== 1;
      const exit = isOfProduct ? product.kill(child) : undefined;
      if (n % 3 !== 2) await engine.kill();
      await exit;
      if (n % 3 !== 2) await engine.restart();
      if (isOfProduct) child = await product.start();
    }
    await writers.after(WRITES_BETWEEN_KILLS);
    await writers.stop();
    const client = new pg.Client(await engine.connection());
    await client.connect();
    await writers.verify(client);
    await client.end();
    if ((await product.stop(child)) !== 0) throw new Error('the product did not end well');
    console.log(
      `kills, ${engine.name}: ${kills} kills, ${writers.acknowledged()} writes acknowledged, 0 lost, 0 duplicates; ` +
        `${writers.repeated()} retries, the longest write took ${(writers.longest() / 1000).toFixed(1)} s`,
    );
  } finally {
    await product.end();
    await engine.stop();
  }
}

async function embedded(): Promise<Engine> {
  const { folder, remove } = await openTemporaryFolder();
  return {
    name: 'embedded PostgreSQL',
    settings: { DATA_DIR: folder, BACKUP_TIME: 'off' },
    async kill() {
      const pid = await postmasterPid(homeIn(folder));
      killWithChildren(pid);
      await hasEnded(pid);
    },
    restart: async () => undefined,
    connection: async () => (await connectionOfRunning(folder)) as pg.ClientConfig,
    stop: remove,
  };
}

async function installed(programs: string): Promise<Engine> {
  const { folder, remove } = await openTemporaryFolder();
  const { primary, stop } = await startServers(programs, [], { isSafe: true });
  return {
    name: 'installed PostgreSQL',
    settings: { DATA_DIR: join(folder, 'data'), DATABASE_URL: primary.url },
    kill: () => primary.kill(),
    async restart() {
      await pause(Math.random() * 2_000);
      await primary.start();
    },
    connection: async () => ({ connectionString: primary.url }),
    async stop() {
      await stop();
      await remove();
    },
  };
}

/** Kills the product while it imports one large zip. */
export async function proveImports(product: Product, rounds: number): Promise<void> {
  let kills = 0;
  for (let round = 0; round < rounds; round += 1) {
    const pages = Array.from({ length: PAGES }, (_, n) => [
      `round-${round}/page-${n}.md`,
      strToU8(`# Page ${n}\n\n[next](page-${n + 1}.md)`),
    ]);
    const zip = new Uint8Array(zipSync(Object.fromEntries(pages) as Record<string, Uint8Array>));
    let child = await product.start();
    const before = await countDocuments(product);
    const { jobId } = await product.ask(documents.import, { query: {}, file: new File([zip], 'pages.zip') });
    for (let n = 0; n < 3; n += 1) {
      await pause(100 + Math.random() * 500);
      await product.kill(child);
      kills += 1;
      child = await product.start();
    }
    let job = await product.ask(jobs.find, { params: { id: jobId } });
    for (; job.state === 'waiting' || job.state === 'running'; await pause(200))
      job = await product.ask(jobs.find, { params: { id: jobId } });
    const added = (await countDocuments(product)) - before;
    const { created } = ImportReport.parse(job.result);
    if (created !== PAGES || added !== PAGES)
      throw new Error(`round ${round}: ${created} reported, ${added} there`);
    await product.kill(child);
  }
  console.log(`imports: ${kills} kills, every page exists once, every report is correct`);
}

const countDocuments = async ({ ask }: Product): Promise<number> =>
  (await ask(documents.facets, {})).types.reduce((sum, { count }) => sum + count, 0);
