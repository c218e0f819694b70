import { count, eq, isNull, and, like } from 'drizzle-orm';
import type * as z from 'zod';
import type { alertSources as calls, AlertSource } from '../../contract/calls/alert-sources.ts';
import type { Input } from '../../contract/calls/endpoint.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import type { AuditAction } from '../../contract/shared/audit-words.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { readTime } from '../db/clock.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { alerts, alertSources } from '../db/schema.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { endOfExternal, observe } from '../observations/observe.ts';
import { hashToken, newToken } from '../tokens.ts';

type Source = z.output<typeof AlertSource>;
type Row = typeof alertSources.$inferSelect;

const shown = ({ id, name, createdAt, lastSeenAt }: Row): Source => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

export async function listSources(db: Db): Promise<Source[]> {
  const rows = await db
    .select()
    .from(alertSources)
    .orderBy(byName(alertSources.name), alertSources.id)
    .limit(ALERT_LIMITS.rows);
  return rows.map(shown);
}

/** The token is only in the returned address; its hash is stored. */
export async function createSource(
  tx: Db,
  actor: Actor,
  { name, publicUrl }: Input<typeof calls.create>['body'] & { publicUrl: string },
): Promise<(Source & { url: string }) | Refusal> {
  await holdTurn(tx, 'alert sources', 'all');
  const [held] = await tx.select({ n: count() }).from(alertSources);
  if ((held?.n ?? 0) >= ALERT_LIMITS.rows)
    return refuse(409, 'too_many', `There are at most ${ALERT_LIMITS.rows} programs. Delete one first.`);
  const token = newToken();
  const [row] = await tx
    .insert(alertSources)
    .values({ name, tokenHash: hashToken(token) })
    .returning();
  const source = shown(found(row, 'Program'));
  await wrote(tx, actor, source.id, { action: 'alert-source.create', after: { name } });
  return { ...source, url: `${publicUrl}/api/alerts/in/${token}` };
}

/** Its alerts end with it: nobody else would say that they are over. */
export async function removeSource(tx: Db, actor: Actor, id: string): Promise<void> {
  const [row] = await tx.delete(alertSources).where(eq(alertSources.id, id)).returning();
  const { name } = found(row, 'Program');
  const at = await readTime(tx);
  const open = await tx.select().from(alerts).where(isOpenOf(id));
  await observe(
    tx,
    open.map((row) => endOfExternal(row, at)),
  );
  await wrote(tx, actor, id, { action: 'alert-source.delete', before: { name } });
}

/** The subject of an alert: its source, and `rest`, which identifies it there. */
export const subjectOf = (sourceId: string, rest: string) => ({
  kind: 'external' as const,
  id: `${sourceId.replaceAll('-', '').slice(0, 12)}-${rest}`,
});

/** Open alerts of a source. Their fingerprints begin with their subjects (server/alerts/state.ts). */
export const isOpenOf = (sourceId: string) =>
  and(isNull(alerts.resolvedAt), like(alerts.fingerprint, `external:${subjectOf(sourceId, '').id}%`));

async function wrote(
  tx: Db,
  actor: Actor,
  id: string,
  event: { action: AuditAction; before?: object; after?: object },
) {
  await record(tx, actor, { ...event, kind: 'alert-source', subjectId: id });
  await publish(tx, { type: 'changed', topic: 'alerts' });
}
