import { readTime } from '../db/clock.ts';
import type { Database, Db } from '../db/open.ts';
import { unlessUnavailable } from '../http/errors.ts';
import type { Log } from '../jobs/run.ts';
import type { OwnState } from '../live/routes.ts';
import { observe } from '../observations/observe.ts';
import { withoutOverlap } from '../work/without-overlap.ts';
import { runAlerts, type Deciding } from './decide.ts';

export type AlertEngine = {
  stop(): Promise<void>;
};

/** The network of this node, as its checker knows it. */
type OwnNetwork = { node: string; line: OwnState };

const TICK_MS = 2_000;

/**
 * Decides every few seconds what alerts mean and what is sent. Every node tries; one at a time runs, in one transaction: the
 * alerts and the messages about them are stored together or not at all.
 */
export function startAlerts(
  { db }: Database,
  options: Omit<Deciding, 'upSince'> & OwnNetwork,
  log: Log,
): AlertEngine {
  const noteOwnNetwork = watchOwnNetwork(db, options);
  const readUpSince = watchPauses(db);
  const work = async () => {
    await noteOwnNetwork();
    await runAlerts(db, { ...options, upSince: await readUpSince() });
  };
  const run = withoutOverlap(() =>
    work().catch((error: unknown) => unlessUnavailable(error, () => log.error({ err: error }, 'alerts'))),
  );
  let running = Promise.resolve();
  const timer = setInterval(() => void (running = run()), TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** A longer pause between two runs means that the product or its database was away. */
const MOST_PAUSE_MS = 30_000;

/** Returns what reads the end of the last pause. */
function watchPauses(db: Db) {
  let [since, last] = [new Date(0), new Date(0)];
  return async () => {
    const now = await readTime(db);
    if (now.getTime() - last.getTime() > MOST_PAUSE_MS) since = now;
    last = now;
    return since;
  };
}

/** Returns what stores a change of this node's own network. After a failure, the next run tries again. */
function watchOwnNetwork(db: Db, { node, line }: OwnNetwork) {
  let stored: boolean | undefined;
  return async () => {
    const isBad = line.now() !== undefined;
    if (isBad === stored) return;
    const name = `The network of the checker on ${node}`;
    const subject = { kind: 'checker', id: node } as const;
    await observe(db, [{ subject, kind: 'down', isBad, severity: 'critical', name, at: await readTime(db) }]);
    stored = isBad;
  };
}
