import { beforeEach, expect, test } from 'vitest';
import { administration } from '../../contract/calls/administration.ts';
import { retention, RETENTION, type Retention } from '../../contract/calls/retention.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp, type Client } from '../../test/app.ts';
import { aUser, type TestUser } from '../../test/factories.ts';
import { sealEntries, verifyChain } from '../audit/seals.ts';
import { addUpCounts } from '../db/add-up-counts.ts';
import { removeByRetention } from './retention.ts';

const at = withApp();
const DEFAULTS: Retention = { audit: null, checks: 400, notifications: 90, shareViews: 90, answers: null };

let admin: Client & { user: TestUser };
beforeEach(async () => {
  await at.current.database.pool.query('delete from installation_settings');
  admin = await at.current.signedIn({ role: 'admin' });
});

const count = async (table: string) =>
  Number((await at.current.database.pool.query(`select count(*) as n from ${table}`)).rows[0].n);

test('ACCESS-44 rows are kept as before until an administrator changes it; the change is in the audit log', async () => {
  expect(await admin.call(retention.show, {})).toEqual(DEFAULTS);
  await admin.call(retention.update, { body: { ...DEFAULTS, answers: 365 } });
  expect(await admin.call(retention.show, {})).toEqual({ ...DEFAULTS, answers: 365 });
  const [entry] = await admin.call(administration.audit, { query: { action: 'system.retention' } });
  expect(entry).toMatchObject({ before: { answers: null }, after: { answers: 365 } });
});

test('ACCESS-44 refuses fewer days than the product needs, and users who are no administrators', async () => {
  for (const [kind, { fewest }] of Object.entries(RETENTION)) {
    const payload = { ...DEFAULTS, [kind]: fewest - 1 };
    const answer = await admin.send({ method: 'PUT', url: retention.update.path, payload });
    expect(expectRefusal(answer, 400, 'validation_failed').fields).toEqual({
      [kind]: `Use at least ${fewest} days`,
    });
  }
  const bob = await at.current.signedIn();
  expectRefusal(await bob.send({ url: retention.show.path }), 403);
});

test('ACCESS-44 says before how many rows it would delete, and deletes exactly these', async () => {
  const { db, pool } = at.current.database;
  const { id } = await aUser(db);
  const ages = [1, 8, 20, 100, 500];
  await pool.query(
    `insert into notifications (user_id, kind, title, link, created_at)
       select $1, 'test', 'Old', '/', now() - d * interval '1 day' from unnest($2::int[]) d`,
    [id, ages],
  );
  await pool.query(
    `insert into ai_interactions (user_id, query, response, created_at)
       select $1, 'q', 'r', now() - d * interval '1 day' from unnest($2::int[]) d`,
    [id, ages],
  );
  const body = { ...DEFAULTS, notifications: 10, answers: 99 };
  expect(await admin.call(retention.preview, { body })).toEqual({
    audit: 0,
    checks: 0,
    notifications: 3,
    shareViews: 0,
    answers: 2,
  });
  const before = await count('notifications');
  await admin.call(retention.update, { body });
  await removeByRetention(db);
  expect([await count('notifications'), await count('ai_interactions')]).toEqual([before - 3, 3]);
  expect((await admin.call(retention.preview, { body })).notifications).toBe(0);
});

test('ACCESS-44 the audit log loses its beginning; the rest verifies, its totals are exact, and nobody else can cut it', async () => {
  const { db, pool } = at.current.database;
  const insert = (days: number, rows: number) =>
    pool.query(
      `insert into audit_entries (at, actor_name, action, kind)
         select now() - $1 * interval '1 day', 'Ann', 'shelf.fill', 'shelf' from generate_series(1, $2) n`,
      [days, rows],
    );
  // What earlier tests wrote must not precede the old entries in the chain.
  await pool.query('alter table audit_entries disable trigger user');
  await pool.query('truncate audit_entries, audit_unsealed, audit_seals, audit_counts, audit_hours');
  await pool.query('alter table audit_entries enable trigger user');
  await insert(200, 1_500);
  await sealEntries(db);
  await insert(100, 3);
  await insert(150, 2);
  await insert(1, 4);
  await sealEntries(db);
  const body = { ...DEFAULTS, audit: 120 };
  expect((await admin.call(retention.preview, { body })).audit).toBe(1_502);
  await admin.call(retention.update, { body });
  await removeByRetention(db);
  await removeByRetention(db);
  await addUpCounts(db);
  // The entries in between are younger; those behind them wait until these are too old.
  const { total } = await admin.page(administration.audit, { query: { action: 'shelf.fill', limit: 1 } });
  expect(total).toBe(9);
  const [entry] = await admin.call(administration.audit, { query: { action: 'system.audit-retention' } });
  expect(entry).toMatchObject({ actorName: 'Ops Hub', after: { removed: 500, position: 1_500 } });
  await sealEntries(db);
  expect((await verifyChain(db)).fault).toBeUndefined();
  await expect(pool.query('delete from audit_entries')).rejects.toThrow('only ever added');
  await pool.query('alter table audit_entries disable trigger user');
  await pool.query(
    'delete from audit_entries where id = (select entry_id from audit_seals where position = 1501)',
  );
  await pool.query('delete from audit_seals where position = 1500');
  await pool.query('alter table audit_entries enable trigger user');
  expect((await verifyChain(db)).fault).toBe('The entries up to position 1501 were deleted by hand.');
});
