import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { openTemporaryFolder } from '../../test/embedded-fixture.ts';
import { configOf } from '../../test/global-setup.ts';
import { migrateDatabase, MIGRATION_LOCK, MIGRATIONS } from './migrate.ts';
import { openDatabase } from './open.ts';
import { StartRefused } from '../config.ts';
import { waitUntil } from './wait-until.ts';

vi.setConfig({ testTimeout: 60_000 });

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let added = 0;

/** All migrations and a newer one with this text. */
async function withMigration(text: string): Promise<string> {
  const { folder, remove } = await openTemporaryFolder();
  onTestFinished(remove);
  await cp(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: object[] };
  added += 1;
  const entry = { idx: 9_000 + added, tag: `added_${added}`, when: 9e12 + added, breakpoints: true };
  await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  await writeFile(join(folder, `${entry.tag}.sql`), text);
  return folder;
}

/** A program of somebody else with an open transaction. */
async function openTransaction(statement: string) {
  const client = new pg.Client({ ...configOf(database.connection), application_name: 'yearly-report' });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(statement);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    name: `PostgreSQL process ${rows[0]?.pid} ("yearly-report", since `,
    end: () => client.query('commit'),
  };
}

const hasColumn = async (name: string) =>
  (await database.pool.query(`select 1 from information_schema.columns where column_name = $1`, [name])).rows
    .length > 0;

/** Starts a migration and collects what it logs. */
function startMigration(folder: string, patienceMs?: number) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const done = migrateDatabase(database, {
    folder,
    log,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  done.catch(() => undefined);
  return {
    lines,
    done,
    untilItWaits: () => waitUntil(() => lines.length > 0, { limitMs: 20_000, everyMs: 20 }),
  };
}

test('OPS-05 OPS-03 a migration that waits for a long transaction names it, and others can read and write', async () => {
  const report = await openTransaction('select count(*) from servers');
  const { lines, done, untilItWaits } = startMigration(
    await withMigration('alter table servers add column added_later int'),
  );
  await untilItWaits();
  // The pool gives up after four seconds. Without a shorter limit of the migration, this would wait behind it.
  await database.pool.query('update servers set name = name');
  expect(await hasColumn('added_later')).toBe(false);
  await report.end();
  await done;
  expect(await hasColumn('added_later')).toBe(true);
  expect(lines).toEqual([expect.stringContaining(`The migration of the database waits for ${report.name}`)]);
});

test('OPS-05 a migration that waited too long changes nothing and says what to do', async () => {
  const report = await openTransaction('select count(*) from servers');
  const folder = await withMigration(
    'alter table documents add column too_late int;--> statement-breakpoint\nalter table servers add column too_late int',
  );
  const refusal = await startMigration(folder, 0).done.catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StartRefused);
  expect((refusal as Error).message).toContain(report.name);
  expect((refusal as Error).message).toContain('Wait for its end, or end it');
  expect(await hasColumn('too_late')).toBe(false);
  await report.end();
  await migrateDatabase(database, { folder });
  expect(await hasColumn('too_late')).toBe(true);
});

test('OPS-02 a node waits for another one that migrates, also for longer than for other transactions', async () => {
  const other = await openTransaction(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
  const folder = await withMigration('alter table servers add column by_next_node int');
  const { done, untilItWaits } = startMigration(folder, 0);
  await untilItWaits();
  // Longer than one try.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await hasColumn('by_next_node')).toBe(false);
  await other.end();
  await done;
  expect(await hasColumn('by_next_node')).toBe(true);
});

test('OPS-02 two nodes that start together both come up, although a transaction delays the migration', async () => {
  const report = await openTransaction('select count(*) from servers');
  const folder = await withMigration('alter table servers add column added_once int');
  const nodes = [startMigration(folder), startMigration(folder)];
  for (const { untilItWaits } of nodes) await untilItWaits();
  await report.end();
  await Promise.all(nodes.map(({ done }) => done));
  expect(await hasColumn('added_once')).toBe(true);
});

test('OPS-05 a time limit that a database sets for statements does not end a long migration', async () => {
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  await database.pool.query(`alter database ${rows[0]?.name} set statement_timeout = '100ms'`);
  const later = openDatabase(database.connection, () => undefined);
  onTestFinished(() => later.close());
  const folder = await withMigration(
    'select pg_sleep(0.3);--> statement-breakpoint\nalter table servers add column after_long_work int',
  );
  await migrateDatabase(later, { folder });
  expect(await hasColumn('after_long_work')).toBe(true);
});
