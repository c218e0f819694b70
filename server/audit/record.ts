import type { AuditAction } from '../../contract/shared/audit-words.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { insertsInto } from '../db/prepared.ts';
import { auditEntries } from '../db/schema.ts';

export type AuditEvent = {
  /** What happened; the table has its words for people. */
  action: AuditAction;
  kind: string;
  subjectId?: string | undefined;
  /** Values of the changed fields before and after. Never a secret. */
  before?: unknown;
  after?: unknown;
};

/** Records who did what. Pass the transaction of the write itself, so that either both are stored or none. */
export async function record(
  db: Db,
  actor: Pick<Actor, 'userId' | 'name'> | { userId: null; name: string },
  ...events: AuditEvent[]
): Promise<void> {
  await insertEntries(
    db,
    events.map((event) => ({ ...event, actorId: actor.userId, actorName: actor.name })),
  );
}

const insertEntries = insertsInto(auditEntries, [
  'actorId',
  'actorName',
  'action',
  'kind',
  'subjectId',
  'before',
  'after',
]);

/** The fields that differ, for each side. */
export function changedFields<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const changed = { before: {} as Partial<T>, after: {} as Partial<T> };
  for (const key of Object.keys(after) as (keyof T)[]) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
    changed.before[key] = before[key];
    changed.after[key] = after[key];
  }
  return changed;
}
