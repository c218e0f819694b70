import type { Reader } from '../actor.ts';
import { sql } from 'drizzle-orm';
import { mayRead } from '../access/may-read.ts';
import type { Stats } from '../../contract/calls/analytics.ts';
import type { Db } from '../db/open.ts';
import { aiInteractions, documents, eventCounts, searchCounts, servers } from '../db/schema.ts';
import { countsFor } from '../search/counts.ts';

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

/**
 * Totals come from tables of counts, so that the dashboard does not slow down with every check. Months, weeks and days
 * are the last 30, 7 and 1 days, independent of the time zone.
 */
export async function countStats(db: Db, reader: Reader): Promise<Stats> {
  const { rows } = await db.execute<Counts>(sql`
    select * from
      (select sum(count) filter (where category = '') as servers,
        sum(count) filter (where category in ('offline', 'warning')) as attention,
        (select sum(n) from (${countsFor(reader, ['document'], {})}) as counts) as documents
        from ${searchCounts} where kind = 'server' and tag = '' and type = '*') counted,
      (select count(*) as servers_month
        from ${servers} where deleted_at is null and created_at > now() - interval '30 days') servers,
      (select count(*) as documents_week
        from ${documents}
        where deleted_at is null and ${mayRead(reader, documents.readers)} and created_at > now() - interval '7 days') documents,
      (select sum(count) filter (where kind = 'good check') as good, sum(count) filter (where kind = 'bad check') as bad
        from ${eventCounts} where kind in ('good check', 'bad check') and hour > now() - interval '30 days') checks,
      (select sum(count) as answers from ${eventCounts} where kind = 'answer') answers,
      (select count(*) as answers_today from ${aiInteractions} where created_at > now() - interval '1 day') today`);
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
