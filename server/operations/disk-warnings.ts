import { and, desc, eq, sql } from 'drizzle-orm';
import { freeInWords, type Disk } from '../../contract/calls/system.ts';
import { listAdministrators } from '../accounts/queries.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/open.ts';
import { auditEntries } from '../db/schema.ts';
import { isDatabaseUnavailable, isDatabaseFull } from '../http/errors.ts';
import { closeNotifications, notify } from '../notifications/queries.ts';

type DiskLevel = Disk['level'];
const LEVELS: DiskLevel[] = ['enough', 'low', 'full'];
const CHANGED = { action: 'system.disk', kind: 'system' } as const;

/**
 * Notifies administrators once when a disk becomes low or full, and again only after it had enough space in between.
 * The audit log stores the last notification, so that a restart does not repeat it. `node` identifies the machine.
 */
export function diskWarnings(db: Db, node: string, log: (text: string) => void) {
  const reported = new Map<string, DiskLevel>();
  return async (disk: Disk): Promise<void> => {
    const { folder, level } = disk;
    if (reported.get(folder) === level) return;
    try {
      await db.transaction((tx) => warn(tx, node, disk, log));
      reported.set(folder, level);
    } catch (error) {
      // The next check tries again.
      if (isDatabaseUnavailable(error) || isDatabaseFull(error)) return;
      log(`administrators could not be told of the disk of ${folder}: ${(error as Error).message}`);
    }
  };
}

async function warn(tx: Db, node: string, disk: Disk, log: (text: string) => void) {
  const { folder, level } = disk;
  const isThisDisk = sql`${auditEntries.after}->>'node' = ${node} and ${auditEntries.after}->>'folder' = ${folder}`;
  const [last] = await tx
    .select({ level: sql<DiskLevel>`${auditEntries.after}->>'level'` })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, CHANGED.action), eq(auditEntries.kind, CHANGED.kind), isThisDisk))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  const before = last?.level ?? 'enough';
  const isWorse = LEVELS.indexOf(level) > LEVELS.indexOf(before);
  // A change from full to low is not reported: only the next full or sufficient state matters.
  if (!isWorse && (level !== 'enough' || before === 'enough')) return;
  const space = freeInWords(disk);
  log(`the disk of ${folder}: ${space} (${level})`);
  const after = { node, folder, level };
  await record(tx, { userId: null, name: 'Ops Hub' }, { ...CHANGED, before: { level: before }, after });
  const subject = `${node} ${folder}`;
  await closeNotifications(tx, 'disk', subject);
  if (!isWorse) return;
  const title =
    level === 'full'
      ? `The disk of Ops Hub is full, and changes are refused: ${space} in ${folder} on ${node}`
      : `The disk of Ops Hub is nearly full: ${space} in ${folder} on ${node}`;
  for (const { id } of await listAdministrators(tx))
    await notify(tx, id, { kind: 'disk', title, link: '/admin/system', subject });
}
