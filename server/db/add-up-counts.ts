import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

/** Tables with rows added by triggers, and the columns that identify a count. */
const COUNTED = [
  ['search_counts', ['kind', 'type', 'category', 'tag']],
  ['event_counts', ['kind', 'hour']],
  ['server_values', ['field', 'value']],
  ['audit_counts', ['kind', 'action', 'actor_id']],
  ['audit_hours', ['hour', 'kind', 'action']],
] as const;

/** Merges the rows of each count into one. Safe against concurrent inserts and other nodes. */
export async function addUpCounts(db: Db): Promise<void> {
  for (const [table, columns] of COUNTED) {
    const group = columns.join(', ');
    const isSame = columns.map((column) => `${table}.${column} = crowded.${column}`);
    // oxlint-disable-next-line no-await-in-loop -- One after the other, so that the clean-up uses one connection only.
    await db.execute(
      sql.raw(`
        with crowded as (
          select ${group} from ${table} group by ${group} having count(*) > 1
        ), gone as (
          delete from ${table} using crowded where ${isSame.join(' and ')} returning ${table}.*
        )
        insert into ${table} (${group}, count)
        select ${group}, sum(count) from gone group by ${group} having sum(count) <> 0`),
    );
  }
}
