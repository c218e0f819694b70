import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { startEmbedded } from '../server/db/embedded/embedded.ts';
import { migrateDatabase } from '../server/db/migrate.ts';
import { openDatabase, type Database, type Db } from '../server/db/open.ts';
import { createDocuments, filled } from '../server/documents/save.ts';
import { learnAllWords } from '../server/search/learned-words.ts';
import { createServers } from '../server/servers/save.ts';
import { addUpCounts } from '../server/db/add-up-counts.ts';
import { actorFor, aSession, aUser } from '../test/factories.ts';
import { urlOf } from '../test/database-url.ts';
import { freePort } from '../test/free-port.ts';
import { memoryOf, startProduct } from './product.ts';
import { percentile } from './measure.ts';
import { aTopicText, OF_SUBJECTS, OF_TOPIC } from './growth-texts.ts';
import { aServer } from './servers.ts';
import { type Load, sendFor } from './wrk.ts';

const DOCUMENTS = Number(process.env['BENCH_DOCUMENTS'] ?? 7_000);
/** Documents that one statement creates. */
const PORTION = 500;
const SERVERS = 200;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const CONNECTIONS = [1, 32];

/**
 * `least`: target share of the bare route with one connection and with 32. `former`: the bare route as it was measured until November
 * 2026, when it was slower.
 */
type Operation = { name: string; least: [number, number]; product: Sent; bare: Sent; former?: Sent };
type Sent = Pick<Load, 'paths' | 'body'>;

/**
 * Compares each operation with bare Fastify and pg, in turn in one run. The bare routes have no session, permission,
 * validation, audit, version or search index. Load generator, servers and database share the machine. An argument
 * selects operations by name.
 */
async function measureLimit(databaseUrl: string, folder: string) {
  const database = openDatabase(databaseUrl, console.error);
  await migrateDatabase(database);
  const { ids, headers } = await fill(database);
  const bare = await startBare(databaseUrl);
  const product = await startProduct(databaseUrl, folder);
  const script = join(folder, 'wrk.lua');
  const idle = memoryOf(product.child);
  console.log(
    `${'responses per second'.padEnd(30)}${'conn.'.padStart(6)}${'bare'.padStart(9)}${'product'.padStart(9)}` +
      `${'ratio'.padStart(7)}${'former bare'.padStart(13)}${'target'.padStart(8)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}`,
  );
  const selected = process.argv[2] ?? '';
  for (const operation of operationsOn(ids).filter(({ name }) => name.includes(selected))) {
    for (const [place, connections] of CONNECTIONS.entries()) {
      const sides = {
        bare: [] as number[],
        former: [] as number[],
        product: [] as number[],
        p50: [] as number[],
        p99: [] as number[],
      };
      const send = (url: string, sent: Sent) =>
        sendFor(SECONDS, connections, { url, headers, ...sent }, script);
      for (let round = 0; round < ROUNDS; round++) {
        const limit = await send(bare.url, operation.bare);
        const ours = await send(product.url, operation.product);
        if (operation.former) sides.former.push((await send(bare.url, operation.former)).perSecond);
        if (limit.refused + ours.refused > 0)
          throw new Error(`${operation.name}: ${limit.refused} and ${ours.refused} answers were refused`);
        sides.bare.push(limit.perSecond);
        sides.product.push(ours.perSecond);
        sides.p50.push(ours.p50);
        sides.p99.push(ours.p99);
      }
      const [limit, ours] = [median(sides.bare), median(sides.product)];
      const figures = [
        limit.toFixed(0).padStart(9),
        ours.toFixed(0).padStart(9),
        (ours / limit).toFixed(2).padStart(7),
        (sides.former.length > 0 ? median(sides.former).toFixed(0) : '').padStart(13),
        operation.least[place]?.toFixed(2).padStart(8),
        median(sides.p50).toFixed(2).padStart(8),
        median(sides.p99).toFixed(2).padStart(8),
      ];
      console.log(operation.name.padEnd(30) + String(connections).padStart(6) + figures.join(''));
    }
  }
  console.log(`memory of the product: ${idle} MB idle, ${memoryOf(product.child)} MB after the load`);
  for (const { child } of [bare, product]) {
    child.disconnect();
    await once(child, 'exit');
  }
  await database.close();
}

export function operationsOn(ids: string[]): Operation[] {
  const search = (name: string, queries: string[], least: Operation['least']): Operation => {
    const asked = (address: string) => ({
      paths: queries.map((q) => `${address}q=${encodeURIComponent(q)}`),
    });
    return {
      name,
      least,
      product: asked('/api/search?limit=20&'),
      bare: asked('/search?'),
      former: asked('/search/generated?'),
    };
  };
  const text = JSON.stringify(aTopicText(1)).slice(0, -1);
  const body = { before: `{"content":${text} Changed `, after: '."}' };
  return [
    {
      name: 'open a document',
      least: [0.6, 0.6],
      product: { paths: ids.map((id) => `/api/documents/${id}`) },
      bare: { paths: ids.map((id) => `/documents/${id}`) },
    },
    {
      name: 'list of 50 cards',
      least: [0.5, 0.5],
      product: { paths: ['/api/knowledge-base?limit=50&fields=card'] },
      bare: { paths: ['/documents'] },
      former: { paths: ['/documents/texts'] },
    },
    {
      name: '50 servers',
      least: [0.6, 0.6],
      product: { paths: ['/api/servers?limit=50'] },
      bare: { paths: ['/servers'] },
    },
    search('search, rare words', OF_TOPIC, [0.45, 0.4]),
    search('search, frequent words', OF_SUBJECTS, [0.45, 0.4]),
    {
      name: 'save with version',
      least: [0.28, 0.22],
      product: { paths: ids.map((id) => `/api/documents/${id}`), body },
      bare: { paths: ids.map((id) => `/documents/${id}`), body },
    },
  ];
}

/** Both sides read the same documents. The bare search and save have their own table. */
export async function fill({ db }: Database) {
  const user = await aUser(db, { role: 'admin' });
  const inputs = Array.from({ length: DOCUMENTS }, (_, n) =>
    filled({
      title: `Runbook ${n}`,
      content: aTopicText(n),
      category: `Area ${n % 12}`,
      tags: [`tag-${n % 40}`],
    }),
  );
  const actor = actorFor(user);
  const ids: string[] = [];
  for (let start = 0; start < inputs.length; start += PORTION) {
    const portion = inputs.slice(start, start + PORTION);
    // oxlint-disable-next-line no-await-in-loop -- One statement has at most 65,535 parameters.
    ids.push(...(await db.transaction((tx) => createDocuments(tx, actor, portion))));
  }
  const servers = Array.from({ length: SERVERS }, (_, n) => aServer(n));
  await db.transaction((tx) => createServers(tx, actor, servers, { intervalSeconds: 60 }));
  // As the clean-up does once a minute.
  await addUpCounts(db);
  await learnAllWords(db);
  await createBareTables(db);
  await db.execute(sql`vacuum analyze`);
  return { ids, headers: { cookie: `sid=${await aSession(db, user)}`, 'content-type': 'application/json' } };
}

/** The bare search keeps the words of a text in its row. The former one looked them up in another table for each row. */
async function createBareTables(db: Db) {
  await db.execute(sql`
    create table bare_documents (id uuid primary key, title text, body text, updated_at timestamptz,
      words tsvector generated always as (to_tsvector('english', title || ' ' || body)) stored)`);
  await db.execute(sql`insert into bare_documents select id, title, content, updated_at from documents`);
  await db.execute(sql`create index on bare_documents using gin (words)`);
  await db.execute(sql`
    create table bare_texts (id uuid primary key, title text, body text, words tsvector) with (toast_tuple_target = 8160)`);
  await db.execute(sql`alter table bare_texts alter column words set storage external`);
  await db.execute(sql`
    insert into bare_texts select id, title, content, to_tsvector('english', title || ' ' || content) from documents`);
  await db.execute(sql`create index on bare_texts using gin (words)`);
}

async function startBare(databaseUrl: string) {
  const port = await freePort();
  const env = { ...process.env, BARE_DATABASE: databaseUrl, BARE_PORT: port };
  const child = fork('bench/limit-bare.ts', { env });
  await once(child, 'message');
  return { child, url: `http://127.0.0.1:${port}` };
}

export const median = (numbers: number[]) => percentile(numbers, 0.5);

async function main() {
  const folder = await mkdtemp(join(tmpdir(), 'ops-hub-limit-'));
  await chmod(folder, 0o755);
  const named = process.env['BENCH_DATABASE_URL'];
  const embedded = named
    ? undefined
    : await startEmbedded({ dataDir: join(folder, 'embedded'), log: () => undefined });
  console.log(named ? 'PostgreSQL of this machine' : 'Embedded PostgreSQL');
  try {
    await measureLimit(embedded ? urlOf(embedded.connection) : (named ?? ''), folder);
  } finally {
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

if (import.meta.main) await main();
