import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { auditEntries } from '../db/schema.ts';

export type AuditEvent = {
  /** What was done, as in 'document.update'. */
  action: string;
  kind: string;
  subjectId?: string | undefined;
  /** The fields that changed, as they were and as they are. Never a secret. */
  before?: unknown;
  after?: unknown;
};

/** Writes who did what; call it with the transaction of the write itself, so that neither is there without the other. */
export async function record(
  db: Db,
  actor: Pick<Actor, 'userId' | 'name'> | { userId: null; name: string },
  ...events: AuditEvent[]
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insert(auditEntries)
    .values(events.map((event) => ({ ...event, actorId: actor.userId, actorName: actor.name })));
}

/** Only the fields that differ, each side by itself. */
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
