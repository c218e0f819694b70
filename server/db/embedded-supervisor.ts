import type { Cluster } from './embedded-cluster.ts';
import type { Connection } from './embedded-connection.ts';
import { startPostmaster } from './embedded-postmaster.ts';
import { waitUntil } from './wait-until.ts';

export type Supervised = { stop(): Promise<void> };

/** So many ends within so long, and PostgreSQL is not started again: something is wrong that a restart does not cure. */
const MOST_ENDS = 5;
const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 200;

/** Starts PostgreSQL, and starts it again when it ends although nobody asked it to, until stop(). */
export async function supervise(
  cluster: Cluster,
  connection: Connection,
  log: (line: string) => void,
): Promise<Supervised> {
  const stopping = new AbortController();
  const order = { cluster, connection, log, abort: stopping.signal };
  let postmaster = await startPostmaster(order);

  async function keepRunning(): Promise<void> {
    let ends: number[] = [];
    for (;;) {
      const how = await postmaster.exited;
      if (stopping.signal.aborted) return;
      ends = [...ends.filter((time) => time > Date.now() - WITHIN_MS), Date.now()];
      if (ends.length >= MOST_ENDS) {
        log(
          `PostgreSQL ended unexpectedly (${how}) for the ${MOST_ENDS}th time within a minute. It is not started again: see why, then restart Ops Hub.`,
        );
        return;
      }
      log(`PostgreSQL ended unexpectedly (${how}). Starting it again.`);
      const pause = { limitMs: FIRST_PAUSE_MS * 2 ** (ends.length - 1), everyMs: 50 };
      if (await waitUntil(() => stopping.signal.aborted, pause)) return;
      await restart();
    }
  }

  /** One that does not start leaves the ended one in place, so the loop counts it as another end. */
  async function restart(): Promise<void> {
    try {
      postmaster = await startPostmaster(order);
      log('PostgreSQL runs again.');
    } catch (error) {
      log((error as Error).message);
    }
  }

  const kept = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await postmaster.stop();
      await kept;
      await postmaster.stop();
    },
  };
}
