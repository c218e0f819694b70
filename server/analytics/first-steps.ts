import { sql } from 'drizzle-orm';
import type { FirstSteps } from '../../contract/calls/analytics.ts';
import type { Db } from '../db/open.ts';
import { auditEntries, demoItems, documents, servers, users } from '../db/schema.ts';

type Stored = Omit<FirstSteps, 'mail' | 'backups'>;

/** Which of the first steps the database shows as done. Each part ends at the first row. */
export async function readFirstSteps(db: Db): Promise<Stored> {
  const own = (table: typeof documents | typeof servers, kind: string) => sql`exists (select from ${table} own
    where own.deleted_at is null
      and not exists (select from ${demoItems} demo where demo.kind = ${kind} and demo.id = own.id))`;
  const { rows } = await db.execute<Stored>(sql`select
    ${own(documents, 'document')} as documents,
    ${own(servers, 'server')} as servers,
    exists (select from ${users} offset 1)
      or exists (select from ${auditEntries} where action = 'member.invite') as people,
    exists (select from ${demoItems}) as "demoData"`);
  return rows[0] ?? { documents: false, servers: false, people: false, demoData: false };
}
