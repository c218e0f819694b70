import { expect, test } from 'vitest';
import { analytics } from '../../contract/calls/analytics.ts';
import { checks } from '../../contract/calls/checks.ts';
import { demo } from '../../contract/calls/demo.ts';
import { documents } from '../../contract/calls/documents.ts';
import { typeOf } from '../../contract/shared/document-words.ts';
import { search } from '../../contract/calls/search.ts';
import { servers } from '../../contract/calls/servers.ts';
import { team } from '../../contract/calls/team.ts';
import { expectRefusal } from '../../test/answers.ts';
import { withApp } from '../../test/app.ts';

const at = withApp();

/** Counts of rows by table. Tables that only grow or count calls are left out. */
async function rowsOfTables(): Promise<Record<string, number>> {
  const { pool } = at.current.database;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not in ('audit_counts', 'audit_entries', 'audit_hours', 'audit_unsealed', 'event_counts',
      'rate_limits', 'search_counts',
       'search_unread', 'search_vocabulary', 'server_values', 'sessions')`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows)
    counts[name] =
      (await pool.query<{ n: number }>(`select count(*)::int as n from "${name}"`)).rows[0]?.n ?? 0;
  return counts;
}

test('OPS-04 demo data is added and removed in one call each, without a trace; data of people stays', async () => {
  const ann = await at.current.signedIn({ role: 'admin' });
  await ann.call(servers.create, { body: { name: 'ours-01' } });
  await ann.call(documents.create, { body: { title: 'Ours', content: 'syd-pay-db-01 is not ours' } });
  const before = await rowsOfTables();
  const stats = await ann.call(analytics.stats, {});

  expect(await ann.call(demo.add, {})).toEqual({ servers: 200, documents: 60, members: 25, days: 90 });
  expectRefusal(await ann.send({ method: 'POST', url: '/api/admin/demo' }), 409, 'demo_there');
  const all = await ann.call(servers.list, { query: { q: 'syd-' } });
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set(['offline', 'warning', 'unknown', 'maintenance', 'online']),
  );
  const [found] = await ann.call(servers.list, { query: { q: 'syd-pay-db-01' } });
  const params = { id: found?.id ?? '' };
  const from = new Date(Date.now() - 91 * 86_400_000).toISOString();
  const results = await ann.call(checks.list, { params, query: { from } });
  expect(Date.now() - Date.parse(results[0]?.at ?? '')).toBeGreaterThan(89 * 86_400_000);
  expect((await ann.call(checks.availability, { params })).d30).toBeGreaterThan(90);
  expect((await ann.call(servers.documents, { params })).length).toBe(5);
  const pages = await ann.call(documents.list, {});
  expect(new Set(pages.map(({ templateType }) => typeOf(templateType))).size).toBe(4);
  expect(await ann.call(team.list, {})).toHaveLength(25);
  expect(await ann.call(search.find, { query: { q: 'patch payroll', limit: 5 } })).not.toEqual([]);
  expect((await ann.call(analytics.stats, {})).uptime.percent).toBeGreaterThan(90);

  // The removal also covers what people add to the demo data.
  await ann.call(servers.watch, { params });
  await ann.call(servers.update, { params, body: { notes: 'Seen' } });
  await ann.call(servers.remove, { params: { id: all[1]?.id ?? '' } });
  const own = pages.find(({ title }) => title === 'Restart the mail relay');
  await ann.call(documents.update, { params: { id: own?.id ?? '' }, body: { content: 'Changed' } });
  await ann.call(demo.remove, {});
  await at.current.decideAlerts();
  expect(await rowsOfTables()).toEqual(before);
  expect(await ann.call(analytics.stats, {})).toEqual(stats);
  expect(await ann.call(search.find, { query: { q: 'payroll', limit: 5 } })).toEqual([]);
  expect((await ann.call(servers.list, {})).map(({ name }) => name)).toEqual(['ours-01']);
  await ann.call(demo.remove, {});
  expect(await ann.call(demo.add, {})).toMatchObject({ servers: 200 });

  const bob = await at.current.signedIn();
  for (const method of ['POST', 'DELETE'] as const)
    expectRefusal(await bob.send({ method, url: '/api/admin/demo' }), 403);
});
