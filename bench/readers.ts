import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { addUpCounts } from '../server/db/add-up-counts.ts';
import { migrateDatabase } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { learnAllWords } from '../server/search/learned-words.ts';
import { actorFor, aSession, aUser } from '../test/factories.ts';
import { CALLS } from './growth-calls.ts';
import { createAllDocuments, createInventory } from './growth-data.ts';
import { sizeOf, type Instance } from './growth-instances.ts';
import { agent, timesOf } from './growth-times.ts';
import { percentile } from './measure.ts';
import { startProduct } from './product.ts';

const DOCUMENTS = Number(process.env['BENCH_DOCUMENTS'] ?? 100_000);
const MOST = 1.1;
/** Lists and searches of documents. Cursors belong to one instance, so no late pages. */
const COMPARED = /^(cards|facets|recent|search)(?!.*late)/;

/** Every fifth document is for one of 100 groups, of which the person is in 20. */
const RESTRICT = `
  insert into groups (name) select 'Group ' || n from generate_series(1, 100) n;
  insert into group_members (group_id, user_id)
    select id, (select id from users where email = 'reader@example.com') from groups order by name limit 20;
  create temporary table readers_of as
    select d.id, array['group:' || g.id] as readers
    from (select id, row_number() over (order by id) as n from documents) d
    join (select id, row_number() over (order by id) as n from groups) g on g.n = d.n / 5 % 100 + 1 where d.n % 5 = 0;
  update documents d set readers = r.readers from readers_of r where r.id = d.id;
  update search_entries e set readers = r.readers from readers_of r where r.id = e.id and e.kind = 'document'`;

/**
 * Compares lists and searches of somebody in 20 groups, of documents of which a fifth is restricted, with the same documents
 * open to everybody, in turn. An argument selects calls by a pattern for their names.
 */
async function measureReaders(server: string, folder: string) {
  const selected = new RegExp(process.argv[2] ?? '');
  const urls = ['open', 'restricted'].map((name) =>
    Object.assign(new URL(server), { pathname: `/readers_${name}_${DOCUMENTS}` }),
  );
  await buildBoth(server, urls);
  const instances: Instance[] = [];
  for (const url of urls) instances.push(await openFor(url.href, join(folder, url.pathname)));
  console.log(`${'p50 in ms'.padEnd(34)}${'open'.padStart(8)}${'groups'.padStart(9)}${'ratio'.padStart(8)}`);
  for (const call of CALLS.filter(({ name }) => COMPARED.test(name) && selected.test(name))) {
    const [open = 0, restricted = 0] = (await timesOf(call, instances)).map((times) =>
      percentile(times, 0.5),
    );
    const ratio = restricted / open;
    console.log(
      call.name.padEnd(34) +
        open.toFixed(1).padStart(8) +
        restricted.toFixed(1).padStart(9) +
        ratio.toFixed(2).padStart(8) +
        (ratio > MOST ? ' *' : ''),
    );
  }
  for (const { product } of instances) {
    product.child.disconnect();
    await once(product.child, 'exit');
  }
}

/** The second database is a copy of the first one, with readers. Reuses those of an earlier run. */
async function buildBoth(server: string, [open, restricted]: URL[]) {
  if (!open || !restricted) return;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const nameOf = (url: URL) => url.pathname.slice(1);
  const { rows } = await client.query('select from pg_database where datname = $1', [nameOf(restricted)]);
  if (rows.length === 0) {
    await client.query(`create database ${nameOf(open)}`);
    await build(open.href);
    await client.query(`create database ${nameOf(restricted)} template ${nameOf(open)}`);
    await onServer(restricted.href, RESTRICT);
    await settle(restricted.href);
  }
  await client.end();
}

/** So that neither of the two has more dead rows. */
const TIDY = ['vacuum full documents', 'vacuum full search_entries', 'vacuum analyze'];

/** Without the time limit of the product's connections. */
async function onServer(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function build(url: string) {
  const database = openDatabase(url, console.error);
  await migrateDatabase(database);
  const size = sizeOf(DOCUMENTS);
  const admin = await aUser(database.db, { role: 'admin' });
  await aUser(database.db, { email: 'reader@example.com' });
  await createInventory(database, actorFor(admin), size);
  await createAllDocuments(url, actorFor(admin), size, 1);
  await database.close();
  await settle(url);
}

/** What the product does in the background, so that it does nothing while calls are measured. */
async function settle(url: string) {
  const database = openDatabase(url, console.error);
  await addUpCounts(database.db);
  await learnAllWords(database.db);
  await database.close();
  await onServer(url, ...TIDY);
}

async function openFor(url: string, folder: string): Promise<Instance> {
  const database = openDatabase(url, console.error);
  await database.pool.query('delete from installation_parts');
  // Something else in its place, so that the product does not copy all documents for outages meanwhile.
  await mkdir(join(folder, 'product/outage.sqlite'), { recursive: true });
  const product = await startProduct(url, folder);
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from users where email = 'reader@example.com'",
  );
  const cookie = `sid=${await aSession(database.db, { id: rows[0]?.id ?? '' })}`;
  await database.close();
  const places = { latePage: '', latePageOfType: '', lateServers: '', lateAudit: '', ownServer: '' };
  return { product, sample: { size: sizeOf(DOCUMENTS), servers: [], places }, cookie };
}

const folder = await mkdtemp(join(tmpdir(), 'ops-hub-readers-'));
await chmod(folder, 0o755);
try {
  await measureReaders(process.env['BENCH_DATABASE_URL'] ?? '', folder);
} finally {
  agent.destroy();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
