import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { Registry } from 'prom-client';
import type { CheckResult } from '../../contract/checks.ts';
import type { Database } from '../db/open.ts';
import { checkResults, servers } from '../db/schema.ts';
import type { Log } from '../jobs/run.ts';
import type { Nearby } from '../probe/nearby.ts';
import type { Probe } from '../probe/probe.ts';
import { lockServer } from '../servers/queries.ts';
import { startCheckMetrics } from './metrics.ts';
import { watchOwnNetwork } from './own-network.ts';
import { takeDueChecks } from './queries.ts';
import type { DueCheck } from './queries.ts';
import { recordResult } from './record.ts';

export type Checker = {
  /** What it tells Prometheus. */
  registry: Registry;
  /** Looks at a server now and stores what it saw; undefined where it is gone, or its check is. */
  check(server: Pick<DueCheck, 'id' | 'check' | 'scrape'>): Promise<CheckResult | undefined>;
  stop(): Promise<void>;
};

type Options = {
  probe: Probe;
  /** Seconds between two checks of a server that names none; 0: nothing is checked by itself. */
  intervalSeconds: number;
  /** Tells a dead line of our own from a dead server. */
  listen: () => Promise<Nearby>;
};

/** How often due checks are looked for. */
const LOOK_MS = 500;
/** Checks under way at one time, and begun in one look: so many starts never hold up a request. */
const MAX_RUNNING = 400;
const MAX_STARTS = 50;

/** Runs the checks of all servers when they are due. Every node runs one; each check is taken by one of them. */
export function startChecker(
  database: Database,
  { probe, intervalSeconds, listen }: Options,
  log: Log,
): Checker {
  const running = new Set<Promise<unknown>>();
  const registry = new Registry();
  const metrics = startCheckMetrics(registry, database);
  const ownNetwork = watchOwnNetwork(listen);
  let stopped = false;
  let looking: Promise<void> | undefined;

  const check: Checker['check'] = async (server) => {
    if (!server.check) return undefined;
    const wasCutOff = ownNetwork.cutOff();
    const seen = await ownNetwork.judge(server.id, probe(server.check, server.scrape));
    if (stopped) return undefined;
    const isCutOff = ownNetwork.cutOff();
    if (isCutOff && !wasCutOff) await takeBackSilence(database, isCutOff);
    metrics.done(seen);
    return database.db.transaction(async (tx) => {
      const row = await lockServer(tx, server.id);
      // Changed or deleted while it was looked at: what was seen is no longer what is asked.
      if (!row || JSON.stringify(row.check) !== JSON.stringify(server.check)) return undefined;
      return recordResult(tx, row, seen);
    });
  };

  const begin = (due: DueCheck) => {
    metrics.late(Date.now() - due.dueAt.getTime());
    const run = check(due)
      .catch((error: unknown) => log.error({ err: error, server: due.id }, 'a check could not be stored'))
      .finally(() => running.delete(run));
    running.add(run);
  };

  const look = async () => {
    const room = Math.min(MAX_STARTS, MAX_RUNNING - running.size);
    if (room <= 0) return;
    const due = await takeDueChecks(database.db, room, intervalSeconds);
    for (const one of due) begin(one);
  };

  const timer =
    intervalSeconds > 0
      ? setInterval(() => {
          looking ??= look()
            .catch((error: unknown) => log.error({ err: error }, 'checks wait for the database'))
            .finally(() => (looking = undefined));
        }, LOOK_MS)
      : undefined;

  return {
    registry,
    check,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      // Looks under way are given up; what is being stored is stored.
      await Promise.race([
        Promise.all(running),
        new Promise((resolve) => setTimeout(resolve, 3_000).unref()),
      ]);
    },
  };
}

/** Silence that turned out to be our own is taken out of the count, of uptime and of failures in a row. */
const takeBackSilence = ({ db }: Database, { since, servers: ids }: { since: number; servers: string[] }) =>
  db.transaction(async (tx) => {
    const taken = await tx
      .update(checkResults)
      .set({ outcome: 'unknown', message: sql`${checkResults.message} || ' (the checker was cut off)'` })
      .where(
        and(
          gte(checkResults.at, new Date(since)),
          eq(checkResults.outcome, 'bad'),
          inArray(checkResults.serverId, ids),
        ),
      )
      .returning({ id: checkResults.serverId });
    // In one order on every node, so that none waits for another in a circle.
    for (const id of [...new Set(taken.map((row) => row.id))].toSorted())
      await tx.update(servers).set({ worseInRow: 0, badInRow: 0 }).where(eq(servers.id, id));
  });
