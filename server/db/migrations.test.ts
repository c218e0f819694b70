import { randomUUID } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { configOf, inDatabase } from '../../test/global-setup.ts';
import { migrateDatabase, MIGRATIONS } from './migrate.ts';
import { openDatabase, type Database } from './open.ts';

/** `npm run prove -- migrations` kills every statement of all migrations. This test kills some of the newest one. */
const ALL = process.env['KILLED_MIGRATIONS'] === 'all';
const EVERY = ALL ? 1 : 3;

vi.setConfig({ testTimeout: ALL ? 1_800_000 : 60_000 });

type Journal = { entries: { tag: string }[] };

/** The first migrations up to this number, like an older version of the product. */
async function firstMigrations(count: number): Promise<string> {
  const { folder, remove } = await openTemporaryFolder();
  onTestFinished(remove);
  await cp(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as Journal;
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

async function anEmptyDatabase(): Promise<Database> {
  const server = inject('connection');
  const name = `migrated_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(configOf(server));
  await client.connect();
  await client.query(`create database ${name}`);
  const database = openDatabase(inDatabase(server, name), () => undefined);
  onTestFinished(async () => {
    await database.close();
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  });
  return database;
}

/** Simulates a killed process, or a closed connection, before a statement of a migration. */
function killedAt(database: Database, statement: number, way: 'process' | 'connection'): Database {
  return {
    ...database,
    newClient() {
      const client = database.newClient();
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      let sent = 0;
      client.query = ((...args: unknown[]) => {
        sent += 1;
        if (sent === statement && way === 'process')
          (client as pg.Client & { connection: { stream: Duplex } }).connection.stream.destroy();
        if (sent !== statement || way === 'process') return query(...args);
        const ended = query('select pg_terminate_backend(pg_backend_pid())') as Promise<unknown>;
        return ended.catch(() => query(...args));
      }) as typeof client.query;
      return client;
    },
  };
}

/**
 * Every table, column, index, constraint, function, trigger, type and collation as a line of text, and the applied
 * migrations.
 */
async function schemaOf({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with own as (select oid from pg_namespace where nspname = 'public')
    select line from (
      select concat_ws(' ', c.relkind, c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
          a.attidentity, a.attgenerated, collname, a.attstorage, pg_get_expr(d.adbin, d.adrelid), c.reloptions) as line
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_collation on pg_collation.oid = attcollation left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        where c.relnamespace in (select oid from own) and c.relkind in ('r', 'v', 'm', 'S', 'p')
      union all select pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace in (select oid from own)
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace in (select oid from own)
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace in (select oid from own) and prokind = 'f'
      union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
        where c.relnamespace in (select oid from own) and not tgisinternal
      union all select concat_ws(' ', 'type', typname, typtype) from pg_type where typnamespace in (select oid from own)
      union all select concat_ws(' ', 'collation', collname) from pg_collation where collnamespace in (select oid from own)
      union all select concat_ws(' ', 'extended statistics', stxname) from pg_statistic_ext
    ) lines order by line collate "C"`);
  const applied = await pool
    .query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
    // The table does not exist yet.
    .catch(() => ({ rows: [] }));
  return [...rows.map(({ line }) => line), ...applied.rows.map(({ hash }) => hash)];
}

/** Returns false if the migration ended before it sent this many statements. */
async function isKilledAt(database: Database, folder: string, statement: number): Promise<boolean> {
  const way = statement % 2 === 0 ? 'process' : 'connection';
  return migrateDatabase(killedAt(database, statement, way), { folder }).then(
    () => false,
    () => true,
  );
}

test('OPS-05 a migration that is killed at any statement changes nothing, and the next start finishes it', async () => {
  const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as Journal;
  const all = journal.entries.length;
  const database = await anEmptyDatabase();
  let done = ALL ? 0 : all - 1;
  await migrateDatabase(database, { folder: await firstMigrations(done) });
  let kills = 0;
  for (; done < all; done += 1) {
    const next = await firstMigrations(done + 1);
    const before = await schemaOf(database);
    for (let statement = 1; await isKilledAt(database, next, statement); statement += EVERY) {
      expect(await schemaOf(database), `${journal.entries[done]?.tag}, statement ${statement}`).toEqual(
        before,
      );
      kills += 1;
    }
    expect(await schemaOf(database)).not.toEqual(before);
  }
  const fresh = openDatabase(inDatabase(inject('connection'), inject('template')), () => undefined);
  expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
  await fresh.close();
  expect(kills).toBeGreaterThan(1);
  if (ALL) console.log(`${kills} kills in ${all} migrations`);
});

test('OPS-05 SHELL-07 texts of an older version are rewritten for the search, and their words counted', async () => {
  const database = await anEmptyDatabase();
  const { pool } = database;
  await migrateDatabase(database, { folder: await firstMigrations(39) });
  await pool.query(`
    insert into search_entries (kind, id, title, body, folded_title, folded, words, length, updated_at)
    select 'document', gen_random_uuid(), 'T', 'b', 't', string_agg('w' || md5(n * 1000 + i || ''), ' '),
      to_tsvector('simple', 'kestrel ' || string_agg('w' || md5(n * 1000 + i || ''), ' ')), 61, now()
    from generate_series(1, 20) as n, generate_series(1, 60) as i group by n`);
  await pool.query(`insert into search_vocabulary values ('kestrel'), ('gone')`);
  const outOfLine = async () => {
    const { rows } = await pool.query<{ toast: string }>(
      `select reltoastrelid::regclass::text as toast from pg_class where oid = 'search_entries'::regclass`,
    );
    return (await pool.query(`select distinct chunk_id from ${rows[0]?.toast}`)).rowCount;
  };
  expect(await outOfLine()).toBeGreaterThan(0);
  await migrateDatabase(database);
  expect(await outOfLine()).toBe(0);
  const { rows } = await pool.query(`
    select (select entries from search_vocabulary where word = 'kestrel') as kestrel,
      (select entries from search_vocabulary where word = 'gone') as gone,
      (select count(*)::int from search_vocabulary where entries = 1) as single,
      (select sum(length)::int from search_counts) as length`);
  expect(rows).toEqual([{ kestrel: 20, gone: 0, single: 1_200, length: 20 * 61 }]);
});

test('OPS-05 ACCESS-05 restricted documents of an older version are counted', async () => {
  const database = await anEmptyDatabase();
  const { pool } = database;
  await migrateDatabase(database, { folder: await firstMigrations(46) });
  await pool.query(`
    insert into search_entries (kind, id, title, body, folded_title, folded, readers, tags, updated_at)
    select 'document', gen_random_uuid(), 'T', 'b', 't', 'b', readers, '{x}', now() from generate_series(1, 3),
      (values (null), ('{group:a,person:b}'::text[]), ('{person:b}'), ('{admins,person:b,person:c}')) as given (readers)`);
  await migrateDatabase(database);
  const shares = async () => {
    const { rows } = await pool.query(`
      select readers, unless, sum(count)::int as count from restricted_counts
      group by share, readers, unless, kind, type, category, tag having sum(count) <> 0 order by cardinality(readers), readers, unless`);
    return rows.filter(({ readers }) => readers.length > 0);
  };
  expect(await shares()).toEqual([
    { readers: ['group:a'], unless: [], count: 3 },
    { readers: ['person:b'], unless: [], count: 3 },
    { readers: ['person:b'], unless: ['group:a'], count: 3 },
    { readers: ['person:b', 'person:c', 'admins'], unless: [], count: 3 },
  ]);
  await pool.query('delete from search_entries');
  expect(await shares()).toEqual([]);
});
