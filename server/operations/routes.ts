import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { operations } from '../../contract/operations.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Mount } from '../endpoint.ts';
import { refuse, sendRefusal } from '../errors.ts';
import { startMetrics } from './metrics.ts';

const READY_TIMEOUT_MS = 2_000;

/** What runs the product asks it: is it alive, can it serve, what does it do. */
export function operationRoutes(
  app: FastifyInstance,
  mount: Mount,
  database: Database,
  config: Config,
  ofOthers: Registry[],
) {
  mount(operations.healthz, async () => ({ status: 'ok' }));

  mount(operations.readyz, async () => {
    const ready = await answersInTime(database);
    return ready ? { status: 'ready' } : refuse(503, 'unavailable', 'The database is not reachable', {}, 2);
  });

  const registry = Registry.merge([startMetrics(app, database), ...ofOthers]);
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
