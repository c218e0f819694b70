import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry, Counter, Gauge, Histogram } from 'prom-client';
import type { CheckResult } from '../../contract/calls/checks.ts';
import type { Database } from '../db/open.ts';
import { unlessUnavailable } from '../http/errors.ts';
import type { Log } from '../jobs/run.ts';
import type { OwnState } from '../live/routes.ts';
import type { NeighbourState } from '../probe/neighbours.ts';
import type { Observation, Probe } from '../probe/probe.ts';
import { findServerRow, lockServer } from '../servers/queries.ts';
import { announceCutOff, watchOwnNetwork, type OwnNetwork, type Timed } from './own-network.ts';
import { listLastResponses, listOwnFailures, takeDueChecks, type DueCheck } from './queries.ts';
import { recordResult } from './record.ts';
import { revokeFailures, rememberOwnResults } from './revoke-failures.ts';
import { sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import { servers } from '../db/schema.ts';

export type Checker = {
  /** Metrics for Prometheus. */
  registry: Registry;
  /** Checks a server now and stores the result; undefined when the server or its check no longer exists. */
  check(server: Pick<DueCheck, 'id' | 'check' | 'scrape' | 'limits'>): Promise<CheckResult | undefined>;
  /** Whether this node's own network is down, for the screens. */
  line: OwnState;
  stop(): Promise<void>;
};

type Options = {
  probe: Probe;
  /** Seconds between two checks of a server without its own interval; 0 disables scheduled checks. */
  intervalSeconds: number;
  /** Distinguishes a dead network of this node from a dead server. */
  listen: () => Promise<NeighbourState>;
  /** Identifies this node, also after a restart. */
  node?: string;
};

/** Interval of looking for due checks. */
const POLL_MS = 500;
/** Simultaneous checks, and checks started per look: starting this many does not delay requests noticeably. */
const MAX_RUNNING = 400;
const MAX_STARTS = 50;

type CheckedServer = Parameters<Checker['check']>[0];
type CutOff = NonNullable<ReturnType<OwnNetwork['cutOff']>>;

/** Stores results. Revokes failures that this node's own network caused. */
function keepResults(database: Database, node: string, log: Log) {
  const ownResults = rememberOwnResults();
  /** Results being stored; a revocation waits for them. */
  const storing = new Set<Promise<unknown>>();
  let revocation: { since: number; done: Promise<void> } | undefined;

  const write = (server: CheckedServer, observation: Observation) =>
    database.db.transaction(async (tx) => {
      const row = await lockServer(tx, server.id);
      // The server changed or was deleted during the check: the result is out of date.
      if (!row || JSON.stringify(row.check) !== JSON.stringify(server.check)) return undefined;
      return recordResult(tx, row, observation, { seenBy: node });
    });

  const store = async (server: CheckedServer, observation: Observation) => {
    // A failure here must not stop status updates.
    const stored = await write(server, observation).catch((error: unknown) => {
      const { outcome, latencyMs, message, ...more } = observation;
      if (Object.keys(more).every((key) => key === 'line')) throw error;
      log.error({ err: error, server: server.id }, 'a check is stored without its figures');
      return write(server, {
        outcome,
        latencyMs,
        message,
        ...(observation.line ? { line: observation.line } : {}),
      });
    });
    if (stored) ownResults.add(server.id, stored);
    return stored;
  };

  const revoke = async ({ since, servers }: CutOff) => {
    await Promise.allSettled(storing);
    await revokeFailures(database, ownResults.of(servers, since));
  };

  return {
    ownResults,
    store(server: CheckedServer, observation: Observation) {
      const stored = store(server, observation);
      storing.add(stored);
      return stored.finally(() => storing.delete(stored));
    },
    /** Runs once per network outage: later failures are stored as unknown. The next look retries a failed revocation. */
    async revoke(cutOff: CutOff | undefined) {
      if (!cutOff) revocation = undefined;
      else if (revocation?.since !== cutOff.since) {
        const done = revoke(cutOff);
        revocation = { since: cutOff.since, done };
        done.catch(() => (revocation = undefined));
      }
      await revocation?.done;
    },
  };
}

/** Adds the time of performance.now() at which the row was written. */
function timed<Row extends { ageMs: number }>(rows: Row[]): Timed<Row>[] {
  const now = performance.now();
  return rows.map((row) => ({ ...row, at: now - row.ageMs }));
}

/** Runs the checks of all servers when they are due. Every node runs a checker; only one of them takes each check. */
export function startChecker(
  database: Database,
  { probe, intervalSeconds, listen, node = hostname() }: Options,
  log: Log,
): Checker {
  const running = new Set<Promise<unknown>>();
  const registry = new Registry();
  const metrics = startCheckMetrics(registry, database);
  const ownNetwork = watchOwnNetwork(listen);
  const line = announceCutOff(ownNetwork);
  const { ownResults, store, revoke } = keepResults(database, node, log);
  let stopped = false;
  let polling: Promise<void> | undefined;

  let remembered: Promise<void> | undefined;
  const remember = async () => {
    const failures = timed(await listOwnFailures(database.db, node));
    const responses = await listLastResponses(database.db, node, failures[0]?.resultId);
    ownNetwork.remember(timed(responses), failures);
    ownResults.remember(failures);
  };

  const check: Checker['check'] = async (server) => {
    if (!server.check) return undefined;
    // The next look retries. It could not store results either while the database is unavailable.
    await (remembered ??= remember().catch((error: unknown) => {
      remembered = undefined;
      throw error;
    }));
    const observation = await ownNetwork.judge(server.id, probe(server.check, server.scrape, server.limits));
    line.look();
    if (observation.line === 'heard') ownResults.clear();
    if (stopped) return undefined;
    const cutOff = ownNetwork.cutOff();
    metrics.done(observation);
    const result = await store(server, observation);
    await revoke(cutOff);
    if (result?.outcome !== 'bad' || !cutOff?.servers.includes(server.id)) return result;
    const now = await findServerRow(database.db, server.id);
    return { ...result, outcome: 'unknown', status: now?.status ?? result.status };
  };

  const begin = (due: DueCheck) => {
    metrics.late(due.lateMs);
    const run = check(due)
      .catch((error: unknown) => log.error({ err: error, server: due.id }, 'a check could not be stored'))
      .finally(() => running.delete(run));
    running.add(run);
  };

  const poll = async () => {
    const capacity = Math.min(MAX_STARTS, MAX_RUNNING - running.size);
    if (capacity <= 0) return;
    const due = await takeDueChecks(database.db, capacity, intervalSeconds);
    for (const one of due) begin(one);
  };

  const timer =
    intervalSeconds > 0
      ? setInterval(() => {
          polling ??= poll()
            .catch((error: unknown) => unlessUnavailable(error, () => log.error({ err: error }, 'checks')))
            .finally(() => (polling = undefined));
        }, POLL_MS)
      : undefined;

  return {
    registry,
    check,
    line,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await polling;
      // Abandons running checks; finishes storing.
      await Promise.race([Promise.all(running), pause(3_000, undefined, { ref: false })]);
    },
  };
}

type CheckMetrics = {
  /** A check started this many milliseconds late. */
  late(ms: number): void;
  done(seen: Observation): void;
};

const countByStatus = (database: Database) =>
  database.db
    .select({ status: servers.status, count: sql<number>`count(*)::int` })
    .from(servers)
    .where(notInBin(servers))
    .groupBy(servers.status);

/** Prometheus metrics of the checker. */
function startCheckMetrics(registry: Registry, database: Database): CheckMetrics {
  const registers = [registry];
  const late = new Histogram({
    name: 'ops_hub_check_lateness_seconds',
    help: 'How long after it was due a check began',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
    registers,
  });
  const done = new Counter({
    name: 'ops_hub_checks_total',
    help: 'Checks that were run, by what they showed',
    labelNames: ['outcome'],
    registers,
  });
  new Gauge({
    name: 'ops_hub_servers',
    help: 'Servers of the inventory, by status',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      // While the database is unavailable, only this figure is missing.
      const rows = await countByStatus(database).catch(() => []);
      for (const { status, count } of rows) this.set({ status }, count);
    },
  });
  return {
    late: (ms) => late.observe(Math.max(0, ms) / 1000),
    done: ({ outcome }) => done.inc({ outcome }),
  };
}
