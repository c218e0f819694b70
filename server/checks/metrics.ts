import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { sql } from 'drizzle-orm';
import { notInBin } from '../db/bin.ts';
import type { Database } from '../db/open.ts';
import { servers } from '../db/schema.ts';
import type { Observation } from '../probe/probe.ts';

export type CheckMetrics = {
  /** A check began so many milliseconds after it was due. */
  late(ms: number): void;
  done(seen: Observation): void;
};

const countByStatus = (database: Database) =>
  database.db
    .select({ status: servers.status, count: sql<number>`count(*)::int` })
    .from(servers)
    .where(notInBin(servers))
    .groupBy(servers.status);

/** What the checker tells Prometheus. */
export function startCheckMetrics(registry: Registry, database: Database): CheckMetrics {
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
      // While the database is away this figure is missing, and every other one is told.
      const rows = await countByStatus(database).catch(() => []);
      for (const { status, count } of rows) this.set({ status }, count);
    },
  });
  return {
    late: (ms) => late.observe(Math.max(0, ms) / 1000),
    done: ({ outcome }) => done.inc({ outcome }),
  };
}
