import type { FastifyInstance } from 'fastify';
import type { Disk } from '../../contract/system.ts';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/open.ts';
import type { FreeSpace } from '../storage/free-space.ts';

/** Prometheus metrics of this process; one registry an app, so that tests do not share it. */
export function startMetrics(app: FastifyInstance, database: Database, freeSpace: FreeSpace): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, by what they do',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, database.pool.idleCount);
      this.set({ state: 'busy' }, database.pool.totalCount - database.pool.idleCount);
      this.set({ state: 'waited_for' }, database.pool.waitingCount);
    },
  });
  const diskGauge = (name: string, help: string, of: (disk: Disk) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [registry],
      collect() {
        this.reset();
        for (const disk of freeSpace.disks()) this.set({ folder: disk.folder }, of(disk));
      },
    });
  diskGauge('ops_hub_disk_free_bytes', 'Bytes free on each disk with data of Ops Hub', ({ free }) => free);
  diskGauge('ops_hub_disk_size_bytes', 'Size of each disk with data of Ops Hub', ({ size }) => size);
  new Gauge({
    name: 'ops_hub_writes_refused',
    help: '1 while changes are refused because a disk is full',
    registers: [registry],
    collect() {
      this.set(Number(freeSpace.isFull('database')));
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route, not the address: ids must not make a series each.
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return registry;
}
