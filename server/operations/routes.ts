import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { operations } from '../../contract/operations.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Mount } from '../http/endpoint.ts';
import { DISK_FULL, refuse, sendRefusal } from '../http/errors.ts';
import type { FreeSpace } from '../storage/free-space.ts';
import { startMetrics } from './metrics.ts';

const READY_TIMEOUT_MS = 2_000;

const STOPPED_BY_DISK =
  'The database is not reachable: its disk is full. It starts again by itself once there is space';

/** What runs the product asks it: is it alive, can it serve, what does it do. */
export function operationRoutes(
  app: FastifyInstance,
  mount: Mount,
  { database, freeSpace, config }: { database: Database; freeSpace: FreeSpace; config: Config },
  ofOthers: Registry[],
) {
  mount(operations.healthz, async () => ({ status: 'ok' }));

  mount(operations.readyz, async () => {
    if (!(await answersInTime(database))) {
      const text = freeSpace.stopsDatabase() ? STOPPED_BY_DISK : 'The database is not reachable';
      return refuse(503, 'unavailable', text, { retryAfterSeconds: 2 });
    }
    return { status: 'ready', ...(freeSpace.isFull('database') && { problem: DISK_FULL }) };
  });

  const registry = Registry.merge([startMetrics(app, database, freeSpace), ...ofOthers]);
  app.get(operations.metrics.path, { config: { endpoint: operations.metrics } }, async (request, reply) => {
    if (config.METRICS_TOKEN && !carries(request, config.METRICS_TOKEN)) {
      return sendRefusal(reply, refuse(401, 'signed_out', 'Send the METRICS_TOKEN as a Bearer token'));
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function answersInTime(database: Database): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref());
  const asked = database.pool.query('select 1').then(
    () => true,
    // Not being there is the answer, not a failure.
    () => false,
  );
  return Promise.race([asked, timeout]);
}

function carries(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
