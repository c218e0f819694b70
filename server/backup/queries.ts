import { and, desc, eq } from 'drizzle-orm';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { auditEntries } from '../db/schema.ts';
import type { Backup } from './make.ts';

const MADE = { kind: 'system', action: 'system.backup' };

/** Notes in the audit log that a backup was made, for whoever asks when the last one was. */
export async function noteBackup(db: Db, { manifest, bytes }: Backup): Promise<void> {
  const by = { userId: null, name: 'Backup' };
  await record(db, by, { ...MADE, after: { madeAt: manifest.madeAt, bytes } });
}

/** The last one that was made of this database, by the command; null when there never was one. */
export async function findLastBackup(db: Db): Promise<Date | null> {
  const [last] = await db
    .select({ at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.kind, MADE.kind), eq(auditEntries.action, MADE.action)))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return last?.at ?? null;
}
