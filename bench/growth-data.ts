import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { Actor } from '../server/actor.ts';
import { migrateDatabase } from '../server/db/migrate.ts';
import { openDatabase, type Database } from '../server/db/open.ts';
import { addUpCounts } from '../server/db/add-up-counts.ts';
import { createServers } from '../server/servers/save.ts';
import { actorFor, aUser } from '../test/factories.ts';
import type { Portion } from './growth-documents.ts';
import type { Size } from './growth-texts.ts';
import { aServer } from './servers.ts';

const PEOPLE = 500;
const VERSIONS = 10;
/** Check results per server in the last day, and the number of earlier days stored as hourly results. */
const RESULTS = 1_000;
const DAYS_OF_HOURS = 30;
const THREADS = 2;

/**
 * Fills an empty database. The product's own code writes documents, servers and their search entries; SQL writes the
 * bulk data (versions, audit entries, check results). Indexes are created at the end.
 */
export async function buildInstance(url: string, size: Size): Promise<void> {
  const startedAt = performance.now();
  const done = (what: string) =>
    console.log(
      `${size.documents} documents: ${what} after ${Math.round((performance.now() - startedAt) / 1_000)} s`,
    );
  const database = openDatabase(url, console.error);
  await migrateDatabase(database);
  const client = database.newClient();
  await client.connect();
  await client.query(
    "set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
  );
  const indexes = await dropIndexes(client);
  await client.query(ALWAYS_COUNTED);
  const actor = actorFor(await aUser(database.db, { role: 'admin', firstName: 'Grace', lastName: 'Hopper' }));
  await createInventory(database, actor, size);
  await client.query(PEOPLE_SQL);
  await createAllDocuments(url, actor, size);
  done('written');
  const other = database.newClient();
  await other.connect();
  await other.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'");
  await Promise.all([fillHistory(client), fillChecks(other)]);
  await addUpCounts(database.db);
  done('versions and check results');
  await Promise.all(
    [client, other].map(async (one) => {
      for (let next = indexes.pop(); next; next = indexes.pop()) await one.query(next);
    }),
  );
  done('indexes');
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  done('complete');
  await Promise.all([client.end(), other.end()]);
  await database.close();
}

/** Data is written in replica mode, which skips foreign key checks. The counting triggers still have to run. */
const ALWAYS_COUNTED = `
  alter table check_results enable always trigger check_results_added;
  alter table check_hours enable always trigger check_hours_added;
  alter table audit_entries enable always trigger audit_entries_counted;
  alter table ai_interactions enable always trigger ai_interactions_added`;

/** Drops the indexes that are expensive to maintain; returns the statements that recreate them, the slowest last. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as statement
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relname in ('search_entries', 'check_results', 'check_hours', 'audit_entries', 'document_machines')
      and not i.indisunique
    order by t.relname = 'search_entries', c.relname = 'search_entries_words', c.relname = 'search_entries_pieces'`);
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return rows.map(({ statement }) => statement);
}

export async function createInventory({ db }: Database, actor: Actor, { servers }: Size) {
  const inputs = Array.from({ length: servers }, (_, n) => ({
    ...aServer(n),
    check: {
      kind: 'http' as const,
      target: `http://srv-${n}.corp.example.com/`,
      timeoutMs: 10_000,
      retries: 3,
    },
  }));
  await db.transaction((tx) => createServers(tx, actor, inputs, { intervalSeconds: 0 }));
}

const PEOPLE_SQL = `
  insert into users (email, first_name, last_name, account_status, is_email_verified)
    select 'person-' || n || '@example.com', 'Person', n::text, 'active', true from generate_series(1, ${PEOPLE}) n;
  insert into team_members (name, email, role)
    select 'Person ' || n, 'person-' || n || '@example.com', 'Engineer' from generate_series(1, ${PEOPLE}) n;
  insert into notifications (user_id, kind, title, link)
    select id, 'server', 'A server is offline', '/infrastructure' from users, generate_series(1, 50)`;

export async function createAllDocuments(url: string, actor: Actor, size: Size, versions = VERSIONS) {
  const share = Math.ceil(size.documents / THREADS);
  await Promise.all(
    Array.from({ length: THREADS }, async (_, n) => {
      const portion = {
        url,
        size,
        versions,
        actor,
        first: n * share,
        behind: Math.min(size.documents, (n + 1) * share),
      } satisfies Portion;
      await once(
        new Worker(new URL('growth-documents.ts', import.meta.url), { workerData: portion }),
        'exit',
      );
    }),
  );
}

/**
 * Earlier versions, and the matching audit entries, vocabulary and assistant data. They satisfy the foreign keys by
 * construction.
 */
async function fillHistory(client: pg.Client) {
  await client.query("set session_replication_role = 'replica'");
  for (let version = 1; version < VERSIONS; version++)
    await client.query(`
      insert into document_versions (document_id, version, title, content, fields, author_id, created_at)
      select document_id, ${version}, title, content || E'\\nRevision ${version}.\\n', fields, author_id,
        created_at - interval '1 day' * ${VERSIONS - version}
      from document_versions where version = ${VERSIONS}`);
  await client.query(`
    insert into audit_entries (at, actor_id, actor_name, action, kind, subject_id, before, after)
    select created_at, author_id, 'Grace Hopper', 'document.update', 'document', document_id,
      jsonb_build_object('version', version - 1), jsonb_build_object('version', version)
    from document_versions where version > 1 order by created_at`);
  await client.query(`
    insert into audit_entries (actor_id, actor_name, action, kind, subject_id, before, after)
    select managed_by, 'Grace Hopper', 'server.update', 'server', id, '{"notes": "before"}', '{"notes": "after"}'
    from servers, generate_series(1, 10) as n order by n`);
  await client.query(`
    insert into ai_interactions (user_id, query, response, created_at)
    select author_id, 'How is it restarted?', 'As the runbook says.', created_at from documents`);
  await client.query(`
    insert into server_documents (server_id, document_id)
    select s.id, d.id from
      (select id, row_number() over (order by id) - 1 as place, count(*) over () as many from servers) s,
      (select id, row_number() over (order by id) - 1 as place from documents) d
    where d.place % s.many = s.place and d.place < 3 * s.many`);
  await client.query(`
    insert into search_vocabulary
    select word, ndoc from ts_stat('select words from search_entries') where left(word, 1) <> '='`);
  await client.query('insert into search_pieces select distinct unnest(pieces) from search_entries');
  await client.query('truncate search_unread');
  await client.query("set session_replication_role = 'origin'");
}

async function fillChecks(client: pg.Client) {
  await client.query("set session_replication_role = 'replica'");
  await client.query(`
    update servers set cpu_usage = random() * 100, memory_usage = random() * 100, disk_usage = random() * 100,
      uptime = 86400, last_health_check = now() - random() * interval '1 minute'`);
  const slots = 100;
  for (let first = 0; first < RESULTS; first += slots)
    await client.query(`
      insert into check_results (server_id, at, outcome, latency_ms, message, cpu_usage, memory_usage, disk_usage)
      select id, now() - interval '24 hours' * (1 - (slot + random()) / ${RESULTS}),
        case when random() < 0.99 then 'good' else 'bad' end, random() * 100, 'HTTP 200', random() * 100, random() * 100, 50
      from servers, generate_series(${first}, ${first + slots - 1}) as slot order by slot`);
  await client.query(`
    insert into check_hours (server_id, hour, results, good, bad, latency_ms, cpu_usage, memory_usage, disk_usage)
    select id, date_trunc('hour', now()) - interval '1 hour' * hour, 42, 41, 1, 50, 40, 50, 60
    from generate_series(${DAYS_OF_HOURS * 24}, 25, -1) as hour, servers`);
  await client.query(`
    insert into incidents (server_id, started_at, ended_at, message)
    select id, now() - interval '1 day' * n, now() - interval '1 day' * n + interval '10 minutes', 'connection refused'
    from generate_series(20, 1, -1) as n, servers`);
  await client.query("set session_replication_role = 'origin'");
}
