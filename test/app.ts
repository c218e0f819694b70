import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { call, callForPage } from '../contract/calls/call.ts';
import type { Args, Endpoint, Result } from '../contract/calls/endpoint.ts';
import { createAccountToken } from '../server/accounts/one-time-tokens.ts';
import { buildApp } from '../server/app.ts';
import { startForwarding } from '../server/audit/forwarding/forwarding.ts';
import { readConfig, type Config } from '../server/config.ts';
import type { Clock } from '../server/db/clock.ts';
import type { Copy } from '../server/http/or-copy.ts';
import { openDatabase, type Database } from '../server/db/open.ts';
import { readsFromStandby, readsWithoutStandby } from '../server/db/reads.ts';
import { openTemporaryFolder } from './embedded-fixture.ts';
import { alertAddresses } from '../server/alerts/compose.ts';
import { runAlerts } from '../server/alerts/decide.ts';
import { startChecker } from '../server/checks/checker.ts';
import { backupJob, type BackupParts } from '../server/backup/job.ts';
import { BACKUP } from '../server/backup/queries.ts';
import { jobKinds } from '../server/job-kinds.ts';
import { networkProbe } from '../server/probe/network-probe.ts';
import { ownServices, reachReceivers, reachWithin } from '../server/probe/reach.ts';
import { startJobs } from '../server/jobs/engine.ts';
import { startLive } from '../server/live/engine.ts';
import { createLog } from '../server/log.ts';
import { startDelivery } from '../server/mail-queue/delivery.ts';
import type { Mail, Mailer } from '../server/mail/mailer.ts';
import { openOutage } from '../server/outage/open.ts';
import { diskWarnings } from '../server/operations/disk-warnings.ts';
import type { DiskReserve } from '../server/storage/disk-reserve.ts';
import { watchFreeSpace, type FreeSpace } from '../server/storage/free-space.ts';
import { openBackupPlace } from '../server/storage/open.ts';
import { diskStorage } from '../server/storage/disk.ts';
import type { Storage } from '../server/storage/storage.ts';
import { createTestDatabase } from './database.ts';
import { aSession, aUser, type TestUser } from './factories.ts';

/** The real server in this process, with a database of its own. Requests go through `inject`. */
export type TestApp = {
  app: FastifyInstance;
  database: Database;
  config: Config;
  storage: Storage;
  backupParts: BackupParts;
  freeSpace: FreeSpace;
  copy: Copy | undefined;
  /** Brings the copy up to date. */
  updateCopy(): Promise<void>;
  /** Forwards the audit log to its receivers. */
  forward(): Promise<void>;
  /** The log as JSON lines. */
  logLines: string[];
  /** Mail to an address so far, oldest first. */
  mailsTo(email: string): Promise<Mail[]>;
  /** Runs the engine of alerts, which does not run on its own here. */
  decideAlerts(): Promise<void>;
  /** Calls by a visitor, or by a signed-in account. */
  anonymous: Client;
  as(user: Pick<TestUser, 'id'>): Promise<Client>;
  /** Creates an account that is signed in. */
  signedIn(fields?: Parameters<typeof aUser>[1]): Promise<Client & { user: TestUser }>;
};

export type Client = {
  call<E extends Endpoint>(
    endpoint: E,
    args: Args<E> & { file?: File; idempotencyKey?: string },
  ): Promise<Result<E>>;
  page<E extends Endpoint>(endpoint: E, args: Args<E>): ReturnType<typeof callForPage<E>>;
  /** Sends a raw request, for what a typed call cannot express. */
  send(request: InjectOptions): Promise<LightMyRequestResponse>;
  cookie: string;
};

export type MeasureDisk = NonNullable<NonNullable<Parameters<typeof watchFreeSpace>[1]>['measure']>;

type Options = {
  settings?: NodeJS.ProcessEnv;
  /** Replaces the database of its own. It is dropped with the app all the same. */
  database?: Database & { drop(): Promise<void> };
  /** Address of a standby that serves reads. */
  standby?: string;
  /** Replaces the data folder. */
  storage?: Storage;
  /** Replaces the disks of this machine, which may be full. */
  measureDisk?: MeasureDisk;
  /** Space that is released when the disk is full. There is none without it. */
  reserve?: DiskReserve;
  /** Maximum bytes of backups. */
  spaceForBackup?: BackupParts['freeSpaceIn'];
  /** Keeps a copy for the time when the database is away, whose age is by this clock. */
  copyClock?: Clock;
  /** Folder of built screens. There are none without it. */
  screens?: string;
};

const GIB = 1024 ** 3;

export async function startTestApp(options: Options = {}): Promise<TestApp & { stop(): Promise<void> }> {
  const database = options.database ?? (await createTestDatabase());
  const { folder, remove } = await openTemporaryFolder();
  const config = readConfig({ DATA_DIR: folder, ...options.settings }, '');
  const logLines: string[] = [];
  const log = createLog('info', { write: (line: string) => void logLines.push(line) });
  const storage = options.storage ?? diskStorage(join(folder, 'objects'));
  const live = await startLive(database);
  const probe = networkProbe(reachWithin(config.CHECK_ALLOW, ownServices(config)));
  // No check runs on a schedule. A test starts it.
  const checker = startChecker(database, { probe, intervalSeconds: 0, listen: async () => 'none' }, log);
  const place = await openBackupPlace(config, (problem) => log.warn(problem));
  const freeSpaceIn = options.spaceForBackup ?? (async () => 50 * GIB);
  const backupParts: BackupParts & { config: Config } = { database, config, place, freeSpaceIn };
  const jobs = await openJobs(backupParts, storage, checker, log);
  const mails: Mail[] = [];
  const mailer = mailerInto(mails);
  const { PUBLIC_URL: publicUrl } = config;
  const sending = { mailer, makeToken: createAccountToken, publicUrl };
  const delivery = startDelivery(database, live, sending, log);
  const ways = { reach: reachReceivers(config.ALERT_ALLOW, ownServices(config)), mailer, publicUrl };
  const freeSpace = await watchFreeSpace(config, {
    measure: options.measureDisk ?? (async () => ({ device: 1, free: 50 * GIB, size: 100 * GIB })),
    reserve: options.reserve,
    onLook: diskWarnings(database.db, 'node-1', (text) => log.warn(text)),
  });
  const reads = await openReads(options.standby, database, log);
  const forwarding = await startForwarding(database.db, config, log);
  const outage = options.copyClock && openOutage({ database, live, config }, log, options.copyClock);
  const app = await buildApp({
    ways,
    ...(outage && { orCopy: outage.orCopy }),
    config,
    database,
    reads,
    storage,
    backupPlace: place,
    live,
    jobs,
    checker,
    freeSpace,
    log,
    screens: options.screens ?? join(folder, 'no-screens'),
  });
  const clientWith = (cookie: string) => clientOf(app, cookie);
  const as = async (user: Pick<TestUser, 'id'>) => clientWith(`sid=${await aSession(database.db, user)}`);
  return {
    app,
    database,
    config,
    storage,
    backupParts,
    freeSpace,
    updateCopy: async () => outage?.update(),
    copy: outage?.copy,
    forward: forwarding.forward,
    logLines,
    mailsTo: async (email) => {
      await delivery.deliver();
      return mails.filter(({ to }) => to === email);
    },
    decideAlerts: () =>
      runAlerts(database.db, { ...alertAddresses(config), intervalSeconds: 0, upSince: new Date(0) }),
    anonymous: clientWith(''),
    as,
    signedIn: async (fields) => {
      const user = await aUser(database.db, fields);
      return { ...(await as(user)), user };
    },
    async stop() {
      await app.close();
      for (const part of [forwarding, freeSpace, delivery, checker, jobs, outage, live, reads])
        await part?.stop();
      await database.drop();
      await remove();
    },
  };
}

/** Collects messages in the list. */
const mailerInto = (mails: Mail[]): Mailer => ({
  async send(mail) {
    mails.push(mail);
    return undefined;
  },
  close: () => undefined,
});

const openJobs = (
  parts: BackupParts & { config: Config },
  storage: Storage,
  checker: ReturnType<typeof startChecker>,
  log: FastifyBaseLogger,
) =>
  startJobs(
    parts.database,
    {
      ...jobKinds(storage, { intervalSeconds: parts.config.CHECK_INTERVAL_SECONDS }, checker),
      [BACKUP]: backupJob(parts),
    },
    { sweep: async () => undefined },
    log,
  );

const openReads = async (standby: string | undefined, database: Database, log: FastifyBaseLogger) =>
  standby
    ? readsFromStandby(
        database,
        openDatabase(standby, () => undefined),
        log,
      )
    : readsWithoutStandby(database);

/** Call at the top of a test file. The parts of the app exist only while tests run. */
export function withApp(options: Options = {}): { current: TestApp } {
  const holder = {} as { current: TestApp };
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const started = await startTestApp(options);
    holder.current = started;
    stop = () => started.stop();
  });
  afterAll(() => stop?.());
  return holder;
}

function clientOf(app: FastifyInstance, cookie: string): Client {
  const send: Client['send'] = (request) =>
    app.inject({ ...request, headers: { ...(cookie ? { cookie } : {}), ...request.headers } });
  const asFetch = async (url: string, init: RequestInit): Promise<Response> => {
    // Request encodes forms with a boundary, as a browser does.
    const request = new Request(`http://localhost:3000${url}`, { ...init, credentials: 'same-origin' });
    const payload = Buffer.from(await request.arrayBuffer());
    const answer = await send({
      method: request.method as 'GET',
      url,
      headers: Object.fromEntries(request.headers),
      ...(payload.length > 0 ? { payload } : {}),
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    });
  };
  return {
    cookie,
    send,
    call: (endpoint, args) => call(endpoint, args, asFetch),
    page: (endpoint, args) => callForPage(endpoint, args as typeof args & { signal?: AbortSignal }, asFetch),
  };
}
