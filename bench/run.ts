import { outboxMailer } from '../server/mail/mailer.ts';
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { migrateDatabase } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { readsWithoutStandby } from '../server/db/reads.ts';
import { startChecker } from '../server/checks/checker.ts';
import type { Database } from '../server/db/open.ts';
import { jobKinds } from '../server/job-kinds.ts';
import { probeNeighbours } from '../server/probe/neighbours.ts';
import { networkProbe } from '../server/probe/network-probe.ts';
import { ownServices, reachReceivers, reachWithin } from '../server/probe/reach.ts';
import { startJobs } from '../server/jobs/engine.ts';
import { startLive } from '../server/live/engine.ts';
import { watchFreeSpace } from '../server/storage/free-space.ts';
import { backupFolder } from '../server/storage/backup-place.ts';
import { diskStorage } from '../server/storage/disk.ts';
import { actorFor, aSession, aUser } from '../test/factories.ts';
import { measureAnswerTimes } from './answer-times.ts';
import { measureLists, measureImport } from './documents.ts';
import { measureJourney } from './journey.ts';
import { addBarePages, measureScreens } from './screens.ts';
import { measureReading } from './reading.ts';
import { measurePassages } from './passages.ts';
import { measureSearch } from './search.ts';
import { measureServers } from './servers.ts';
import { measureTyping } from './typing.ts';
import { printTable, timesOf, type FigureRow } from './measure.ts';

/**
 * The cost of calls compared with the bare limit of the machine in the same run: an empty response for calls, the bare
 * query for the database. Machines differ and are noisy, so only ratios are comparable.
 * - `documents`: the lists with 1,000 and 100,000 documents
 * - `servers`: the lists with 100 and 10,000 servers, and a thousand checks a minute
 * - `typing`: a key in a document of 200 KB, compared with the bare editor
 * - `screens`: each screen, compared with a blank page
 * - `reading`: the page to read, compared with a static page of the same text
 * - `journey`: response times of the screens on a slow processor
 * - `search FOLDER`: search quality on real texts
 * - `answer-times`: whether response times reveal that an address has an account
 * - `passages`: how often the assistant shows the page with the answer (BENCH_DATA is the folder of the texts)
 */
async function main() {
  const dataDir = await mkdtemp(join(tmpdir(), 'ops-hub-bench-'));
  await chmod(dataDir, 0o755);
  const startedAt = performance.now();
  const embedded = await startEmbedded({ dataDir, log: () => undefined });
  const database = openDatabase(embedded.connection, console.error);
  await migrateDatabase(database);
  const storage = diskStorage(join(dataDir, 'objects'));
  const log = pino({ level: 'silent' });
  const live = await startLive(database);
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: '100000' }, '');
  const probe = networkProbe(reachWithin(config.CHECK_ALLOW, ownServices(config)));
  // No scheduled checks: the benchmark starts them.
  const checker = startChecker(database, { probe, intervalSeconds: 0, listen: probeNeighbours }, log);
  const jobs = await startJobs(
    database,
    jobKinds(storage, { intervalSeconds: config.CHECK_INTERVAL_SECONDS }, checker),
    { sweep: async () => undefined },
    log,
  );
  const freeSpace = await watchFreeSpace(config);
  const app = await buildApp({
    config,
    database,
    reads: readsWithoutStandby(database),
    ways: {
      reach: reachReceivers(config.ALERT_ALLOW, ownServices(config)),
      mailer: outboxMailer(join(dataDir, 'outbox'), 'hub@example.com', () => undefined),
      publicUrl: config.PUBLIC_URL,
    },
    storage,
    backupPlace: backupFolder(config.BACKUP_DIR, (problem) => console.warn(problem)),
    live,
    jobs,
    checker,
    freeSpace,
    log,
  });
  addBarePages(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  console.log(`first start of database and server: ${Math.round(performance.now() - startedAt)} ms`);

  const user = await aUser(database.db, { role: 'admin' });
  const headers = { cookie: `sid=${await aSession(database.db, user)}` };
  if (process.argv.includes('documents')) await measureLists(url, headers, database.db, actorFor(user));
  else if (process.argv.includes('servers')) await measureServers(url, headers, database, actorFor(user));
  else if (process.argv[2] === 'search') await measureSearch(process.argv[3] ?? '.', url, headers, database);
  else if (process.argv[2] === 'passages') await measurePassages(url, headers, database);
  else if (process.argv[2] === 'answer-times') {
    const outbox = join(dataDir, 'outbox');
    await measureAnswerTimes(url, database, { live, outbox, publicUrl: config.PUBLIC_URL });
  } else if (process.argv.includes('typing')) await measureTyping(url, headers);
  else if (process.argv.includes('journey')) await measureJourney(url, headers, database.db, actorFor(user));
  else if (process.argv.includes('reading')) await measureReading(url, headers);
  else if (process.argv.includes('screens')) await measureScreens(url, headers, database.db, actorFor(user));
  else await measureCalls(url, headers, database);
  const size = await database.db.execute<{ size: string }>(
    sql`select pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  console.log(
    `database: ${size.rows[0]?.size}, memory of the server: ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`,
  );

  await app.close();
  await checker.stop();
  await jobs.stop();
  await live.stop();
  await database.close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

async function measureCalls(url: string, headers: Record<string, string>, database: Database) {
  await measureImport(url, headers);
  const get = (path: string) => async () => void (await (await fetch(url + path, { headers })).arrayBuffer());
  const [one] = (await database.pool.query<{ id: string }>('select id from documents limit 1')).rows;
  const bare =
    (text: string, values: unknown[] = []) =>
    async () =>
      void (await database.pool.query(text, values));
  const put = async () => {
    const answer = await fetch(`${url}/api/documents/${one?.id}`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ content: `Changed at ${performance.now()}` }),
    });
    await answer.arrayBuffer();
  };

  const columns =
    'd.id, d.title, d.excerpt, left(d.content, 700), d.tags, d.category, d.version, d.updated_at';
  const rows: FigureRow[] = [
    await timesOf('answer without work', get('/healthz')),
    await timesOf('bare: one document by id', bare('select * from documents where id = $1', [one?.id])),
    await timesOf('open a document', get(`/api/documents/${one?.id}`)),
    await timesOf(
      'bare: newest 24',
      bare(`select ${columns} from documents d order by updated_at desc limit 24`),
    ),
    await timesOf('first page of cards', get('/api/knowledge-base?limit=24&fields=card')),
    await timesOf(
      'bare: substring',
      bare(`select id from search_entries where folded like '%volume%' limit 8`),
    ),
    await timesOf('search: a word', get('/api/search?q=volume')),
    await timesOf('search: an identifier', get('/api/search?q=SRV-AU-DB0042')),
    await timesOf('cards with a word', get('/api/knowledge-base?q=volume&limit=24&fields=card')),
    await timesOf('facets', get('/api/knowledge-base/facets')),
    await timesOf('save a document', put),
  ];
  printTable(rows);
}

await main();
