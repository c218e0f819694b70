import './work/thread-pool.ts';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { prepareFirstAdministrator } from './accounts/registration/first-administrator.ts';
import { createAccountToken } from './accounts/one-time-tokens.ts';
import { buildApp } from './app.ts';
import { startForwarding } from './audit/forwarding/forwarding.ts';
import { startChecker, type Checker } from './checks/checker.ts';
import { readConfig, WrongSetting, type Config, StartRefused } from './config.ts';
import { finishExchangeIn } from './db/embedded/data-dir-exchange.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { checkDatabaseServer, deniedText } from './db/check-server.ts';
import type { Supervised } from './db/embedded/supervisor.ts';
import { migrateDatabase } from './db/migrate.ts';
import { openDatabase, type Connection, type Database } from './db/open.ts';
import { readsFromStandby, readsWithoutStandby, type Reads } from './db/reads.ts';
import { alertAddresses } from './alerts/compose.ts';
import { startAlerts } from './alerts/engine.ts';
import { startSender } from './channels/sender.ts';
import { dropSlot, startArchiver, type Archiver } from './backup/archive/archiver.ts';
import { backupJob, createDueBackup } from './backup/job.ts';
import { BACKUP } from './backup/queries.ts';
import { IMPORT } from './imports/routes.ts';
import { removeUnpacked } from './imports/archive.ts';
import { SCREENS } from './http/web-files.ts';
import { checkInstallation } from './installation.ts';
import { jobKinds } from './job-kinds.ts';
import { startJobs } from './jobs/engine.ts';
import { runInThread } from './jobs/run-in-thread.ts';
import { tellLauncher } from './launcher.ts';
import { kitPages } from './kit/pages.ts';
import { scheduleKits } from './kit/schedule.ts';
import { startLive } from './live/engine.ts';
import { createLog } from './log.ts';
import { startDelivery } from './mail-queue/delivery.ts';
import { type Mailer, outboxMailer } from './mail/mailer.ts';
import { probeNeighbours } from './probe/neighbours.ts';
import { networkProbe } from './probe/network-probe.ts';
import { ownServices, reachReceivers, reachWithin } from './probe/reach.ts';
import { diskWarnings } from './operations/disk-warnings.ts';
import { diskReserve } from './storage/disk-reserve.ts';
import { spaceForBackup, watchFreeSpace } from './storage/free-space.ts';
import { sweep } from './operations/maintenance.ts';
import { openOutage } from './outage/open.ts';
import { keepFilesPrivate } from './private-files.ts';
import { keysOf } from './secret.ts';
import { openBackupPlace, openStorage } from './storage/open.ts';
import type { BackupPlace } from './storage/backup-place.ts';
import type { Storage } from './storage/storage.ts';
import { trustAuthorities } from './trust.ts';

/** Sender of mails that stay in the outbox folder. */
const NO_SENDER = 'Ops Hub <ops-hub@localhost>';

/** Clean-up of each started part, run in reverse order. */
const endings: (() => Promise<unknown>)[] = [];
const log = createLog();

async function start(config: Config) {
  log.level = config.LOG_LEVEL;
  keepFilesPrivate(config, (problem) => log.warn(problem));
  trustAuthorities(config.CA_FILE);
  const { connection, problem, stop } = await databaseFor(config);
  endings.push(stop);
  const database = openDatabase(connection, (message) => log.warn(message), config.DATABASE_DIRECT_URL);
  endings.push(() => database.close());
  if (config.DATABASE_URL) await checkDatabaseServer(database, Boolean(config.DATABASE_DIRECT_URL));
  await migrateDatabase(database, { log: (line) => log.warn(line) });
  const archiver = await openArchive(config, connection, database);

  const reads = await openReads(config, database);
  endings.push(() => reads.stop());
  const storage = await openStorage(config, (problem) => log.warn(problem));
  await checkInstallation(database, { keys: keysOf(config), storage }, (problem) => log.warn(problem));
  const live = await startLive(database);
  endings.push(() => live.stop());
  live.onConnection(() => logConnection(live.isConnected()));
  const checker = openChecker(config, database);
  endings.push(() => checker.stop());
  const alerts = openAlerts(config, database, checker);
  endings.push(() => alerts.stop());
  const backupPlace = await openBackupPlace(config, (problem) => log.warn(problem));
  const jobs = await openJobs(config, { database, connection, storage, checker, backupPlace });
  endings.push(() => jobs.stop());

  const mailer = await openMailer(config);
  const mailing = { mailer, makeToken: createAccountToken, publicUrl: config.PUBLIC_URL };
  const delivery = startDelivery(database, live, mailing, log);
  endings.push(() => delivery.stop());

  const ways = waysOf(config, mailer);
  const sender = startSender(database, keysOf(config), ways, log);
  endings.push(() => sender.stop());

  const forwarding = await startForwarding(database.db, config, log);
  endings.push(() => forwarding.stop());

  const freeSpace = await watchFreeSpace(config, {
    problem,
    reserve: config.DATABASE_URL ? undefined : diskReserve(join(config.DATA_DIR, 'postgres', 'reserve')),
    onLook: diskWarnings(database.db, hostname(), (text) => log.warn(text)),
  });
  endings.push(async () => freeSpace.stop());

  endings.push(scheduleKits({ database, storage, config, openPages: () => kitPages(SCREENS) }, log).stop);
  const outage = openOutage({ database, live, config }, log);
  endings.push(outage.stop);

  const app = await buildApp({
    ways,
    orCopy: outage.orCopy,
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
    log,
  });
  endings.push(() => app.close());
  const setupLink = await prepareFirstAdministrator(database.db, config);
  await listen(app, config);
  console.log(`Ops Hub is ready at ${config.PUBLIC_URL}`);
  if (setupLink) console.log(`First administrator: ${setupLink}`);
  await tellLauncher({ kind: 'serves' });
}

const openChecker = (config: Config, database: Database) =>
  startChecker(
    database,
    {
      probe: networkProbe(reachWithin(config.CHECK_ALLOW, ownServices(config))),
      intervalSeconds: config.CHECK_INTERVAL_SECONDS,
      listen: probeNeighbours,
      node: nodeOf(config),
    },
    log,
  );

const openAlerts = (config: Config, database: Database, { line }: Checker) =>
  startAlerts(
    database,
    {
      ...alertAddresses(config),
      intervalSeconds: config.CHECK_INTERVAL_SECONDS,
      node: nodeOf(config),
      line,
    },
    log,
  );

const waysOf = (config: Config, mailer: Mailer) => ({
  reach: reachReceivers(config.ALERT_ALLOW, ownServices(config)),
  mailer,
  publicUrl: config.PUBLIC_URL,
});

const nodeOf = ({ PORT }: Config) => `${hostname()}:${PORT}`;

type JobParts = {
  database: Database;
  connection: Connection;
  storage: Storage;
  checker: Checker;
  backupPlace: BackupPlace;
};

const openJobs = (config: Config, { database, connection, storage, checker, backupPlace }: JobParts) =>
  startJobs(
    database,
    {
      ...jobKinds(storage, { intervalSeconds: config.CHECK_INTERVAL_SECONDS }, checker),
      [BACKUP]: backupJob({ database, config, place: backupPlace, freeSpaceIn: spaceForBackup }),
    },
    {
      sweep: everyMinute(database, config, storage),
      // Converting a large wiki takes minutes of processor time.
      threads: { [IMPORT]: runInThread(database, config, connection, { cleanUp: removeUnpacked }) },
    },
    log,
  );

/** A scheduled backup before this start counts as missed. */
function everyMinute({ db }: Database, { BACKUP_TIME }: Config, storage: Storage) {
  const upSince = new Date();
  return async () => {
    await createDueBackup(db, BACKUP_TIME, upSince, log);
    await sweep(db, storage);
  };
}

function logConnection(isConnected: boolean) {
  if (isConnected) log.info('the database is reachable again');
  else log.warn('the database is not reachable: checks, mails and jobs wait for it');
}

/** Sends by SMTP, or keeps mails as files. */
async function openMailer(config: Config): Promise<Mailer> {
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = config;
  if (!SMTP_URL)
    return outboxMailer(join(DATA_DIR, 'outbox'), MAIL_FROM ?? NO_SENDER, (line) => log.warn(line));
  const { ehloOf, smtpMailer } = await import('./mail/smtp.ts');
  return smtpMailer({ url: SMTP_URL, from: MAIL_FROM ?? '', ehlo: ehloOf(config) });
}

async function databaseFor(config: Config): Promise<{ connection: Connection } & Supervised> {
  if (config.DATABASE_URL) {
    await finishExchangeIn(config.DATA_DIR);
    return { connection: config.DATABASE_URL, problem: () => undefined, stop: async () => undefined };
  }
  return startEmbedded({ dataDir: config.DATA_DIR, log: (line) => log.info(line) });
}

/** Undefined when the log of the embedded database is not archived. */
async function openArchive(
  config: Config,
  connection: Connection,
  database: Database,
): Promise<Archiver | undefined> {
  if (typeof connection === 'string') return undefined;
  const { ARCHIVE_DIR } = config;
  if (!ARCHIVE_DIR) {
    await dropSlot(database);
    return undefined;
  }
  const settings = { ...config, ARCHIVE_DIR };
  const archiver = startArchiver({
    config: settings,
    connection,
    database,
    freeSpaceIn: spaceForBackup,
    log,
  });
  endings.push(() => archiver.stop());
  return archiver;
}

function openReads({ READ_DATABASE_URL }: Config, database: Database): Reads | Promise<Reads> {
  if (!READ_DATABASE_URL) return readsWithoutStandby(database);
  const standby = openDatabase(READ_DATABASE_URL, (message) => log.warn(message));
  return readsFromStandby(database, standby, log);
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, config: Config) {
  try {
    await app.listen({ port: config.PORT, host: config.HOST });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new WrongSetting(`PORT: ${config.PORT} is in use on ${config.HOST}.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new WrongSetting(`HOST: ${config.HOST} is no address of this machine.`);
    if (code === 'EACCES')
      throw new WrongSetting(`PORT: ${config.PORT} needs more rights than this account has.`);
    throw error;
  }
}

let stopping: Promise<void> | undefined;

/** Finishes running requests, then stops all parts in the reverse order of the start. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    setTimeout(() => process.exit(1), 9_000).unref();
    for (const end of endings.toReversed())
      await end().catch((error: unknown) => log.error({ err: error }, 'while stopping'));
    process.exit(exitCode);
  })();
  return stopping;
}

function stopByOrder() {
  void tellLauncher({ kind: 'stops' });
  void stop(0);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopByOrder);
// The launcher has ended, so nothing else could stop this process.
process.on('disconnect', stopByOrder);
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'unexpected');
  void tellLauncher({ kind: 'fails', reason: firstLine(error) });
  void stop(1);
});

/** For people. A query's parameters are on later lines. */
const firstLine = ({ message }: Error): string => message.split('\n')[0]?.slice(0, 300) ?? '';

try {
  await start(readConfig(process.env));
} catch (error) {
  if (error instanceof WrongSetting || error instanceof StartRefused) {
    console.error(error.message);
    await tellLauncher({ kind: error instanceof WrongSetting ? 'refuses' : 'cannot-start' });
  } else if (deniedText(error)) {
    console.error(deniedText(error));
    await tellLauncher({ kind: 'refuses' });
  } else if (!stopping) {
    log.fatal({ err: error }, 'Ops Hub could not start');
    await tellLauncher({ kind: 'fails', reason: firstLine(error as Error) });
  }
  await stop(1);
}
