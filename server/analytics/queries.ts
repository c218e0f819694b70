import { sql } from 'drizzle-orm';
import type { Stats } from '../../contract/analytics.ts';
import type { Db } from '../db/open.ts';
import { aiInteractions, checkHours, checkResults, documents, servers } from '../db/schema.ts';

type Counts = Record<
  | 'servers'
  | 'servers_month'
  | 'attention'
  | 'documents'
  | 'documents_week'
  | 'good'
  | 'bad'
  | 'answers'
  | 'answers_today',
  string
>;

/** Months, weeks and days are the last 30, 7 and 1 days: the same for everybody, whatever the time zone. */
export async function countStats(db: Db): Promise<Stats> {
  const { rows } = await db.execute<Counts>(sql`
    select s.*, d.*, u.good, u.bad, a.* from
      (select count(*) as servers,
        count(*) filter (where created_at > now() - interval '30 days') as servers_month,
        count(*) filter (where status in ('offline', 'warning')) as attention
        from ${servers} where deleted_at is null) s,
      (select count(*) as documents, count(*) filter (where created_at > now() - interval '7 days') as documents_week
        from ${documents} where deleted_at is null) d,
      (select sum(good) as good, sum(bad) as bad from (
        select count(*) filter (where outcome in ('good', 'warning')) as good, count(*) filter (where outcome = 'bad') as bad
          from ${checkResults} where not simulated
        union all
        select sum(good), sum(bad) from ${checkHours} where hour > now() - interval '30 days') counted) u,
      (select count(*) as answers, count(*) filter (where created_at > now() - interval '1 day') as answers_today
        from ${aiInteractions}) a`);
  const of = (key: keyof Counts) => Number(rows[0]?.[key] ?? 0);
  const checked = of('good') + of('bad');
  return {
    servers: { total: of('servers'), thisMonth: of('servers_month') },
    documents: { total: of('documents'), thisWeek: of('documents_week') },
    uptime: {
      percent: checked === 0 ? null : Math.round((of('good') / checked) * 10_000) / 100,
      needAttention: of('attention'),
    },
    aiSuggestions: { total: of('answers'), today: of('answers_today') },
  };
}
