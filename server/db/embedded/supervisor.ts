import type { Cluster } from './cluster.ts';
import type { Connection } from './connection.ts';
import { startPostmaster } from './postmaster.ts';
import { waitUntil } from '../wait-until.ts';

export type Supervised = {
  /** PostgreSQL's own message why it does not run; undefined while it runs. */
  problem(): string | undefined;
  stop(): Promise<void>;
};

/** Each pause is twice the previous one, up to this limit. Restarts never stop. */
const LONGEST_PAUSE_MS = 30_000;
/** After running this long the pause starts again at its minimum. */
const STEADY_MS = 60_000;

/** Starts PostgreSQL, and restarts it after an unexpected exit until stop(). */
export async function supervise(
  cluster: Cluster,
  connection: Connection,
  log: (line: string) => void,
): Promise<Supervised> {
  const stopping = new AbortController();
  const order = { cluster, connection, log, abort: stopping.signal };
  let postmaster = await startPostmaster(order);
  let problem: (() => string) | undefined;

  async function keepRunning(): Promise<void> {
    let startedAt = performance.now();
    let pauseMs = cluster.firstPauseMs;
    for (;;) {
      const how = await postmaster.exited;
      if (stopping.signal.aborted) return;
      // Its last messages may arrive after its exit.
      const { lastWords } = postmaster;
      problem = () => lastWords() ?? how;
      log(`PostgreSQL ended unexpectedly (${how}). Starting it again.`);
      if (performance.now() - startedAt >= STEADY_MS) pauseMs = cluster.firstPauseMs;
      do {
        if (await waitUntil(() => stopping.signal.aborted, { limitMs: pauseMs, everyMs: 50 })) return;
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      } while (!(await restart(pauseMs)));
      startedAt = performance.now();
    }
  }

  async function restart(nextPauseMs: number): Promise<boolean> {
    try {
      postmaster = await startPostmaster(order);
      problem = undefined;
      log('PostgreSQL runs again.');
      return true;
    } catch (error) {
      const { message } = error as Error;
      problem = () => message;
      if (!stopping.signal.aborted) log(`${message} Next try in ${nextPauseMs / 1000} s.`);
      return false;
    }
  }

  const kept = keepRunning();
  return {
    problem: () => problem?.(),
    async stop() {
      stopping.abort();
      await postmaster.stop();
      await kept;
      await postmaster.stop();
    },
  };
}
