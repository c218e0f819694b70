import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

/** Tables with rows added by triggers, the columns that identify a count, and those that are added up. */
const COUNTED = [
  ['search_counts', ['kind', 'type', 'category', 'tag'], ['count', 'length']],
  ['restricted_counts', ['share', 'readers', 'unless', 'kind', 'type', 'category', 'tag'], ['count']],
  ['event_counts', ['kind', 'hour'], ['count']],
  ['server_values', ['field', 'value'], ['count']],
  ['audit_counts', ['kind', 'action', 'actor_id'], ['count']],
  ['audit_hours', ['hour', 'kind', 'action'], ['count']],
] as const;

/** Merges the rows of each count into one. Safe against concurrent inserts and other nodes. */
export async function addUpCounts(db: Db): Promise<void> {
  for (const [table, columns, numbers] of COUNTED) {
    const group = columns.join(', ');
    const isSame = columns.map((column) => `${table}.${column} = crowded.${column}`);
    const sums = numbers.map((number) => `sum(${number})`);
    // oxlint-disable-next-line no-await-in-loop -- One after the other, so that the clean-up uses one connection only.
    await db.execute(
      sql.raw(`
        with crowded as (
          select ${group} from ${table} group by ${group} having count(*) > 1
        ), gone as (
          delete from ${table} using crowded where ${isSame.join(' and ')} returning ${table}.*
        )
        insert into ${table} (${group}, ${numbers.join(', ')})
        select ${group}, ${sums.join(', ')} from gone group by ${group} having ${sums.map((sum) => `${sum} <> 0`).join(' or ')}`),
    );
  }
}
