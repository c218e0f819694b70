import { and, desc, eq, sql } from 'drizzle-orm';
import { QUERY_LIMITS } from '../../contract/inventory-query.ts';
import { MAX_FIELD_VALUES } from '../../contract/field-values.ts';
import type { FieldValuesQuery } from '../../contract/field-values.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { servers, users } from '../db/schema.ts';
import { containing, fold } from '../search/queries.ts';
import { managerName } from './queries.ts';

/** Values that servers outside the bin hold in a field, most frequent first; of the manager the name. */
export async function listFieldValues(db: Db, { field, q = '' }: FieldValuesQuery): Promise<string[]> {
  const value = sql<string>`${field === 'managedBy' ? managerName : servers[field]}`;
  const wanted = fold(q.trim());
  const rows = await db
    .select({ value: value.as('value') })
    .from(servers)
    .leftJoin(users, eq(users.id, servers.managedBy))
    .where(
      and(
        notInBin(servers),
        // A condition takes one line of limited length, so longer texts are no values to offer.
        sql`${value} <> '' and length(${value}) <= ${QUERY_LIMITS.value} and ${value} !~ '[[:cntrl:]]'`,
        wanted === '' ? undefined : sql`lower(${value}) like ${containing(wanted)}`,
      ),
    )
    .groupBy(sql`1`)
    .orderBy(desc(sql`count(*)`), byName(value))
    .limit(MAX_FIELD_VALUES);
  return rows.map((row) => row.value);
}
