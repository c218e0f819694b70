import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Registry, collectDefaultMetrics, Gauge, Histogram } from 'prom-client';
import { operations } from '../../contract/calls/operations.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import type { Mount } from '../http/endpoint.ts';
import { DISK_FULL, refuse, sendRefusal } from '../http/errors.ts';
import { restartMetrics } from '../launcher.ts';
import type { FreeSpace } from '../storage/free-space.ts';
import type { Disk } from '../../contract/calls/system.ts';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { policyWithoutTrustedTypes } from '../http/security-headers.ts';
import { openApiDocument } from './openapi.ts';

const READY_TIMEOUT_MS = 2_000;

const STOPPED_BY_DISK =
  'The database is not reachable: its disk is full. It starts again by itself once there is space';

type Parts = { database: Database; reads: Pick<Reads, 'state'>; freeSpace: FreeSpace; config: Config };

/** Health, readiness and metrics for the operating environment. */
export function operationRoutes(
  app: FastifyInstance,
  mount: Mount,
  { database, reads, freeSpace, config }: Parts,
  ofOthers: Registry[],
) {
  mount(operations.healthz, async () => ({ status: 'ok' }));

  mount(operations.readyz, async () => {
    if (!(await answersInTime(database))) {
      const text = freeSpace.stopsDatabase() ? STOPPED_BY_DISK : 'The database is not reachable';
      return refuse(503, 'unavailable', text, { retryAfterSeconds: 2 });
    }
    const standby = reads.state();
    return {
      status: 'ready',
      ...(freeSpace.isFull('database') && { problem: DISK_FULL }),
      ...(standby && { standby: standby.problem ?? 'is used' }),
    };
  });

  const registry = Registry.merge([
    startMetrics(app, database, freeSpace),
    standbyMetrics(reads),
    restartMetrics(),
    ...ofOthers,
  ]);
  app.get(operations.metrics.path, { config: { endpoint: operations.metrics } }, async (request, reply) => {
    if (config.METRICS_TOKEN && !carries(request, config.METRICS_TOKEN)) {
      return sendRefusal(reply, refuse(401, 'signed_out', 'Send the METRICS_TOKEN as a Bearer token'));
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function answersInTime(database: Database): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref());
  const pending = database.pool.query('select 1').then(
    () => true,
    // An unavailable database is a valid answer, not an error.
    () => false,
  );
  return Promise.race([pending, timeout]);
}

function carries(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Prometheus metrics of this process. Each app has its own registry, so that tests do not share it. */
function startMetrics(app: FastifyInstance, database: Database, freeSpace: FreeSpace): Registry {
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
      // Paths are not for everybody who reads this page.
      labelNames: ['holds'],
      registers: [registry],
      collect() {
        this.reset();
        for (const disk of freeSpace.disks())
          for (const holds of disk.holds.length > 0 ? disk.holds : ['mails']) this.set({ holds }, of(disk));
      },
    });
  diskGauge('ops_hub_disk_free_bytes', 'Bytes free on each disk with data of Ops Hub', ({ free }) => free);
  diskGauge('ops_hub_disk_size_bytes', 'Size of each disk with data of Ops Hub', ({ size }) => size);
  diskGauge(
    'ops_hub_disk_free_inodes',
    'Inodes free on each disk with data of Ops Hub; NaN without a limit',
    (disk) => disk.freeInodes ?? NaN,
  );
  diskGauge(
    'ops_hub_disk_inodes',
    'Inodes of each disk with data of Ops Hub; NaN without a limit',
    (disk) => disk.inodes ?? NaN,
  );
  new Gauge({
    name: 'ops_hub_writes_refused',
    help: '1 while changes are refused because a disk is full',
    registers: [registry],
    collect() {
      this.set(Number(freeSpace.isFull('database')));
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route instead of the address: each id would create a new series.
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return registry;
}

/** Empty without a standby. */
function standbyMetrics(reads: Pick<Reads, 'state'>): Registry {
  const registry = new Registry();
  if (!reads.state()) return registry;
  new Gauge({
    name: 'ops_hub_standby_used',
    help: '1 while reads use the standby of READ_DATABASE_URL, 0 while they use the database',
    registers: [registry],
    collect() {
      this.set(Number(reads.state()?.isUsed ?? false));
    },
  });
  new Gauge({
    name: 'ops_hub_standby_behind_seconds',
    help: 'How far the standby is behind; NaN while that is not known',
    registers: [registry],
    collect() {
      this.set(reads.state()?.behindSeconds ?? NaN);
    },
  });
  return registry;
}

const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Ops Hub API</title>
    <link rel="icon" href="/mark.svg" />
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <main id="page"></main>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `window.ui = SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#page', deepLinking: true });\n`;

/** The API description and a page to browse it. Its scripts are files, as the content policy requires. */
export async function docsRoutes(app: FastifyInstance) {
  // Public, so all responses share one buffer: a thousand slow readers use its memory once.
  const description = Buffer.from(JSON.stringify(openApiDocument()));
  app.get(operations.openapi.path, { config: { endpoint: operations.openapi } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
  app.get(operations.docs.path, { config: { endpoint: operations.docs } }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyWithoutTrustedTypes)
      .send(PAGE),
  );
  app.get('/api/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(START),
  );
  await app.register(fastifyStatic, {
    root: FOLDER,
    prefix: '/api/docs/assets/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle\.js|\.css)$/.test(path),
  });
}
