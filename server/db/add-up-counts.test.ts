import { expect, test } from 'vitest';
import { servers } from '../../contract/calls/servers.ts';
import { withApp } from '../../test/app.ts';
import { thinResults } from '../checks/queries.ts';
import { addUpCounts } from './add-up-counts.ts';

const at = withApp();

/** Results of a query, one line for each row. */
const lines = async (text: string) =>
  (await at.current.database.pool.query<{ line: string }>(text)).rows.map(({ line }) => line);

const KEPT = {
  events: `
    select concat_ws(' ', kind, hour, sum(count)) as line from event_counts group by kind, hour having sum(count) <> 0 order by 1`,
  audit: `
    select concat_ws(' ', kind, action, actor_id, sum(count)) as line from audit_counts
    group by kind, action, actor_id order by 1`,
  auditHours: `
    select concat_ws(' ', hour, kind, action, sum(count)) as line from audit_hours group by hour, kind, action order by 1`,
  values: `
    select concat_ws(' ', field, value, sum(count)) as line from server_values
    group by field, value having sum(count) <> 0 order by 1`,
};
const COUNTED = {
  events: `
    select concat_ws(' ', kind, hour, sum(n)) as line from (
      select case when outcome = 'bad' then 'bad check' else 'good check' end as kind, date_trunc('hour', at) as hour, 1 as n
        from check_results where not simulated and outcome in ('good', 'warning', 'bad')
      union all select 'good check', hour, good from check_hours
      union all select 'bad check', hour, bad from check_hours
      union all select 'answer', date_trunc('hour', created_at), 1 from ai_interactions) as events
    group by kind, hour having sum(n) <> 0 order by 1`,
  audit: `
    select concat_ws(' ', kind, action, actor_id, count(*)) as line from audit_entries
    group by kind, action, actor_id order by 1`,
  auditHours: `
    select concat_ws(' ', date_trunc('hour', at), kind, action, count(*)) as line from audit_entries
    group by date_trunc('hour', at), kind, action order by 1`,
  values: `
    select concat_ws(' ', field, value, count(*)) as line from (
      select 'teamOwner' as field, team_owner as value from servers where deleted_at is null
      union all select 'network', network from servers where deleted_at is null
      union all select 'managedBy', managed_by::text from servers where deleted_at is null) as held
    where trim(value) <> '' group by field, value order by 1`,
};

test('DASH-02 INFRA-05 API-05 counts equal the rows after any write, thinning or deletion', async () => {
  const { pool, db } = at.current.database;
  const ann = await at.current.signedIn({ role: 'admin' });
  const ids: string[] = [];
  for (const n of [0, 1, 2, 3, 4, 5]) {
    const body = { name: `srv-${n}`, teamOwner: `Team ${n % 2}`, network: n % 3 ? `net ${n % 3}` : null };
    ids.push((await ann.call(servers.create, { body })).id);
  }
  await pool.query(
    `insert into check_results (server_id, at, outcome, message, simulated)
     select id, now() - interval '1 hour' * n, (array['good', 'warning', 'bad', 'unknown', 'maintenance'])[1 + n % 5], 'x', n % 7 = 0
     from servers, generate_series(1, 60) n`,
  );
  await pool.query(`update check_results set outcome = 'unknown' where outcome = 'bad' and id % 3 = 0`);
  await pool.query(`insert into ai_interactions (query, response) values ('a', 'b'), ('c', 'd')`);
  await thinResults(db);
  await ann.call(servers.update, { params: { id: ids[0]! }, body: { teamOwner: 'Moved', network: null } });
  await ann.call(servers.remove, { params: { id: ids[1]! } });
  await ann.call(servers.remove, { params: { id: ids[2]! } });
  await ann.call(servers.undelete, { params: { id: ids[2]! } });
  await ann.call(servers.purge, { params: { id: ids[1]! } });
  await pool.query(`delete from ai_interactions where query = 'a'`);

  for (const when of ['as written', 'added up']) {
    for (const [kind, kept] of Object.entries(KEPT)) {
      const counted = await lines(COUNTED[kind as keyof typeof COUNTED]);
      expect(counted.length).toBeGreaterThan(1);
      expect({ kind, when, lines: await lines(kept) }).toEqual({ kind, when, lines: counted });
    }
    await Promise.all([addUpCounts(db), addUpCounts(db)]);
  }
  const groups = await lines(
    `select count(*)::text as line from event_counts union all select count(*)::text from (${KEPT.events}) as groups`,
  );
  expect(groups[0]).toBe(groups[1]);
});
