import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_IMPORT_BYTES } from '../contract/calls/documents.ts';
import { tokenActor } from './accounts/api-tokens/queries.ts';
import { alertInputRoutes } from './alert-inputs/routes.ts';
import { acknowledgePageRoutes } from './alerts/acknowledge-page.ts';
import { alertRoutes } from './alerts/routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { openAnswerer } from './assistant/open.ts';
import { assistantRoutes, questionMetrics } from './assistant/routes.ts';
import { readerRoutes } from './access/routes.ts';
import { forwardingMetrics } from './audit/forwarding/metrics.ts';
import { listForwarding } from './audit/forwarding/queries.ts';
import { receiverNames } from './audit/forwarding/receiver.ts';
import { auditRoutes } from './audit/routes.ts';
import type { Checker } from './checks/checker.ts';
import type { Archiver } from './backup/archive/archiver.ts';
import { backupMetrics } from './backup/metrics.ts';
import { areBackupsElsewhere, backupRoutes } from './backup/routes.ts';
import { checkRoutes } from './checks/routes.ts';
import type { Clock } from './db/clock.ts';
import type { Config } from './config.ts';
import type { Database, Db } from './db/open.ts';
import type { Reads } from './db/reads.ts';
import { demoRoutes } from './demo/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { textsFor } from './documents/page-texts.ts';
import { documentRoutes } from './documents/routes.ts';
import { type Mount, mounting } from './http/endpoint.ts';
import { handleError, isDatabaseUnavailable, sendRefusal } from './http/errors.ts';
import { refusalOnFullDisk } from './http/full-disk.ts';
import { guardScopes, sessionActorOf } from './http/guards.ts';
import { ageCopies, withoutCopy, type OrCopy } from './http/or-copy.ts';
import { groupRoutes } from './groups/routes.ts';
import type { JobEngine } from './jobs/engine.ts';
import { jobRoutes } from './jobs/routes.ts';
import { whenReadable, type LiveEngine } from './live/engine.ts';
import { listOpenAccess } from './live/queries.ts';
import { liveRoutes } from './live/routes.ts';
import { openModel } from './model/open.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { objectRoutes } from './objects/routes.ts';
import { databaseState } from './operations/database-state.ts';
import type { FreeSpace } from './storage/free-space.ts';
import { retentionRoutes } from './operations/retention-routes.ts';
import { offlineCopyRoutes } from './offline-copies/routes.ts';
import { operationRoutes, docsRoutes } from './operations/routes.ts';
import { markWrites } from './http/own-writes.ts';
import { boundTexts } from './http/budgets.ts';
import { boundConnections, closeConnectionsOnShutdown } from './http/open-connections.ts';
import { compressResponses } from './http/compression.ts';
import { acceptFormsForFilesOnly, acceptJsonOnly } from './http/request-bodies.ts';
import { serverRoutes } from './servers/routes.ts';
import { viewRoutes } from './servers/views.ts';
import { createSessionCache, type SessionCache } from './http/session-cache.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { scimRoutes } from './scim/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { sharingRoutes } from './sharing/routes.ts';
import { isOpenIdOnly } from './accounts/policy/queries.ts';
import { refusalByPolicy } from './http/sign-in-policy.ts';
import { addressOf, trustOf } from './http/source.ts';
import type { BackupPlace } from './storage/backup-place.ts';
import type { Storage } from './storage/storage.ts';
import type { Ways } from './channels/send.ts';
import { deliveryMetrics, findLag } from './channels/lag.ts';
import { channelRoutes } from './channels/routes.ts';
import { keysOf } from './secret.ts';
import { settingsRoutes } from './settings/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { teamRoutes } from './team/routes.ts';
import type { PageFacts } from './http/pages.ts';
import { webFiles } from './http/web-files.ts';
import { openWriter } from './writing/open.ts';
import { writingRoutes } from './writing/routes.ts';

/** External dependencies of the routes: real ones in `main.ts`, replacements in tests. */
export type Parts = {
  config: Config;
  database: Database;
  reads: Reads;
  storage: Storage;
  backupPlace: BackupPlace;
  /** Only set when the log of the embedded database is archived. */
  archiver?: Archiver | undefined;
  live: LiveEngine;
  jobs: Pick<JobEngine, 'start'>;
  checker: Pick<Checker, 'check' | 'registry' | 'line'>;
  freeSpace: FreeSpace;
  /** How channels of alerts are reached. */
  ways: Ways;
  /** Answers reads from a copy while the database is away. Without it they fail. */
  orCopy?: OrCopy;
  log: FastifyBaseLogger;
  /** Folder of the built screens. */
  screens?: string;
  /** Defines "today" in questions; the clock of the database by default. */
  clock?: Clock;
};

const noCompiler = () => () => {
  throw new Error('Routes have no schema of their own: the contract defines what a call accepts and returns');
};

const MIB = 1024 * 1024;
/** Maximum bytes of a request head, and therefore of an address. */
const MAX_HEADERS = 16 * 1024;

const TIMEOUTS = {
  requestTimeout: 120_000,
  // Ends connections without traffic. Event streams send a heartbeat more often.
  connectionTimeout: 120_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
};

export async function buildApp({
  config,
  database,
  reads,
  storage,
  backupPlace,
  archiver,
  live,
  jobs,
  checker,
  freeSpace,
  ways,
  orCopy = withoutCopy,
  log,
  screens,
  clock,
}: Parts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    bodyLimit: MIB,
    trustProxy: trustOf(config.TRUST_PROXY),
    ...TIMEOUTS,
    // The router answers overlong parameters and undecodable addresses without running hooks.
    routerOptions: { maxParamLength: MAX_HEADERS },
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/api/unreadable'),
    return503OnClosing: true,
    // The contract validates calls, so Fastify does not load its own compilers.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    logController: new LogController({ disableRequestLogging: true }),
  });
  answerErrors(app, freeSpace);
  boundConnections(app, config);
  acceptJsonOnly(app);
  setSecurityHeaders(app, config);
  await app.register(cookie);
  await app.register(multipart, {
    limits: { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 5, fieldSize: MIB },
  });
  const { db } = database;
  const sessions = createSessionCache(live);
  followAccess(app, live, reads);
  guardScopes(app, { db, config, sessions, orCopy, actorOfToken: tokenActor });
  acceptFormsForFilesOnly(app);
  followAnswers(app, reads, config);

  const mountIn = (scope: FastifyInstance) => mounting(scope, db, freeSpace, { reads, orCopy });
  const mount = mountIn(app);
  const questions = questionMetrics();
  operationRoutes(app, mount, { database, reads, freeSpace, config }, [
    checker.registry,
    questions.registry,
    streamRoutes(app, { database, reads, live, checker, freeSpace }),
    backupMetrics(database.db, archiver),
    forwardingMetrics(database.db, receiverNames(config)),
    deliveryMetrics(database.db),
  ]);
  await docsRoutes(app);
  accountRoutes(app, mount, database.db, config);
  administrationRoutes(app, mount, { config, database, freeSpace, backupPlace, archiver, jobs, reads });
  importRoutes(mount, storage, jobs);
  await monitoringRoutes(app, mountIn, { config, database, checker, jobs, ways });
  teamRoutes(mount, config);
  settingsRoutes(mount);
  documentRoutes(mount, storage, config);
  const model = await openModel(config);
  writingRoutes(mount, await openWriter(model, log), config);
  readingRoutes(mount);
  const answerer = await openAnswerer(model, log, config.RATE_LIMIT_SCALE);
  assistantRoutes(app, mount, { db, answerer, config, metrics: questions, ...(clock && { now: clock }) });
  analyticsRoutes(mount, config, () => areBackupsElsewhere(config, backupPlace));
  notificationRoutes(mount);
  jobRoutes(mount);
  await objectRoutes(app, mountIn, { db, storage, config });
  exportRoutes(app, database, storage);
  sharingRoutes(app, mount, { db, storage, config });
  await scimRoutes(app, { db, config, sessions });
  await webFiles(app, screens, pageFactsOf({ db, config, sessions, orCopy }, live));
  return app;
}

/** Servers, their checks, and what is sent about them. */
/** What finds and keeps documents, beside their own calls. */
function readingRoutes(mount: Mount) {
  searchRoutes(mount);
  readerRoutes(mount);
  offlineCopyRoutes(mount);
}

async function monitoringRoutes(
  app: FastifyInstance,
  mountIn: (scope: FastifyInstance) => ReturnType<typeof mounting>,
  { config, database, checker, jobs, ways }: Pick<Parts, 'config' | 'database' | 'checker' | 'jobs' | 'ways'>,
) {
  const mount = mountIn(app);
  viewRoutes(mount);
  serverRoutes(app, mount, database.db, config);
  checkRoutes(mount, checker, jobs, config);
  alertRoutes(mount, { intervalSeconds: config.CHECK_INTERVAL_SECONDS });
  channelRoutes(mount, { keys: keysOf(config), reach: ways.reach }, ways);
  await acknowledgePageRoutes(app, { db: database.db, config });
  await alertInputRoutes(app, mountIn, config);
}

type Known = { db: Db; config: Config; sessions: SessionCache; orCopy: OrCopy };

const pageFactsOf = (known: Known, live: LiveEngine): PageFacts => ({
  texts: textsFor(known.db, readerOf(known), known.orCopy),
  isOpenIdOnly: async () => live.isConnected() && isOpenIdOnly(known.db),
  offlineDays: known.config.OFFLINE === 'on' ? known.config.OFFLINE_DAYS : undefined,
});

/** The person who opens a page, unless the sign-in policy refuses the request. */
const readerOf = (known: Known) => async (request: FastifyRequest) => {
  const actor = await sessionActorOf(known, request, { inOutage: true });
  return actor?.policy && refusalByPolicy(actor.policy, request) ? undefined : actor;
};

function answerErrors(app: FastifyInstance, freeSpace: FreeSpace) {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    await freeSpace.noteFailure(error);
    const { endpoint } = request.routeOptions.config;
    // PostgreSQL ended because it had no space.
    const full = endpoint && isDatabaseUnavailable(error) && refusalOnFullDisk(endpoint, freeSpace);
    return full ? sendRefusal(reply, full) : handleError(error, request, reply);
  });
}

/** A standby may lack a change of access. Without messages, each new connection counts as one. */
function followAccess(app: FastifyInstance, live: LiveEngine, reads: Reads) {
  const subscriptions = [
    live.subscribe(({ accounts, access }) => (accounts || access) && reads.noteAccessChange()),
    live.onConnection(() => reads.noteAccessChange()),
  ];
  app.addHook('onClose', async () => subscriptions.forEach((unsubscribe) => unsubscribe()));
}

const streamRoutes = (
  app: FastifyInstance,
  {
    database,
    reads,
    live,
    checker,
    freeSpace,
  }: Pick<Parts, 'database' | 'reads' | 'live' | 'checker' | 'freeSpace'>,
) =>
  liveRoutes(app, whenReadable(live, reads), [checker.line, databaseState(live, freeSpace)], {
    listOpen: (accessIds) => listOpenAccess(database.db, accessIds),
  });

function administrationRoutes(
  app: FastifyInstance,
  mount: ReturnType<typeof mounting>,
  {
    config,
    database,
    reads,
    freeSpace,
    backupPlace,
    archiver,
    jobs,
  }: Pick<Parts, 'config' | 'database' | 'reads' | 'freeSpace' | 'backupPlace' | 'archiver' | 'jobs'>,
) {
  auditRoutes(app, mount, database.db);
  groupRoutes(mount);
  retentionRoutes(mount);
  demoRoutes(mount, config);
  systemRoutes(mount, config, {
    freeSpace,
    reads,
    listForwarding: (db) => listForwarding(db, receiverNames(config)),
    findLag,
    countContents: async (db) => (await import('./exports/instance/snapshot.ts')).countContents(db),
  });
  backupRoutes(mount, { config, place: backupPlace, archiver, jobs });
}

function isReadable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return true;
  } catch {
    // A stray % or an incomplete character matches nothing.
    return false;
  }
}

/** Hooks that run on every response. */
function followAnswers(app: FastifyInstance, reads: Reads, config: Config) {
  boundTexts(app);
  ageCopies(app);
  markWrites(app, reads, config);
  logRequests(app);
  compressResponses(app);
  closeConnectionsOnShutdown(app);
}

/** Statuses of refused access. Investigations need to know who was refused, and from where. */
const REFUSED = new Set([401, 403, 429]);

/** Logs one line per request, without query strings and the tokens in addresses. */
function logRequests(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url
      .split('?')[0]
      ?.replace(/(\/(?:shared?|acknowledge|alerts\/in|beat)\/)[^/]+/, '$1…');
    const { method, actor } = request;
    const { statusCode: status, elapsedTime } = reply;
    const who = { user: actor?.userId, ...(REFUSED.has(status) && { address: addressOf(request) }) };
    request.log.info({ method, path, status, ms: Math.round(elapsedTime), ...who }, 'answered');
  });
}
