import { count, eq } from 'drizzle-orm';
import type * as z from 'zod';
import type { Heartbeat, NewHeartbeat } from '../../contract/calls/heartbeats.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { isTimeZone } from '../../contract/shared/dates.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { readTime } from '../db/clock.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { heartbeats, servers } from '../db/schema.ts';
import { found, refuse, type Refusal, refuseField } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { findServerRow } from '../servers/queries.ts';
import { hashToken, newToken } from '../tokens.ts';
import { observeRemoval } from './beats.ts';
import { nextBeat } from './next-beat.ts';

type Fields = z.output<typeof NewHeartbeat>;

const selectHeartbeats = (db: Db) =>
  db
    .select({ heartbeat: heartbeats, server: { id: servers.id, name: servers.name } })
    .from(heartbeats)
    .leftJoin(servers, eq(servers.id, heartbeats.serverId));

type Row = Awaited<ReturnType<typeof selectHeartbeats>>[number];

const shown = ({ heartbeat, server }: Row): Heartbeat => ({
  ...heartbeat,
  lastBeatAt: heartbeat.lastBeatAt?.toISOString() ?? null,
  dueAt: heartbeat.dueAt?.toISOString() ?? null,
  server,
});

export async function listHeartbeats(db: Db): Promise<Heartbeat[]> {
  const rows = await selectHeartbeats(db)
    .orderBy(byName(heartbeats.name), heartbeats.id)
    .limit(ALERT_LIMITS.rows);
  return rows.map(shown);
}

/** The token is only in the returned address; its hash is stored. */
export async function createHeartbeat(
  tx: Db,
  actor: Actor,
  { publicUrl, ...fields }: Fields & { publicUrl: string },
): Promise<(Heartbeat & { url: string }) | Refusal> {
  await holdTurn(tx, 'heartbeats', 'all');
  const values = valuesOf(fields);
  const refusal = await refuseValues(tx, values);
  if (refusal) return refusal;
  const [held] = await tx.select({ n: count() }).from(heartbeats);
  if ((held?.n ?? 0) >= ALERT_LIMITS.rows)
    return refuse(409, 'too_many', `There are at most ${ALERT_LIMITS.rows} heartbeats. Delete one first.`);
  const token = newToken();
  const [row] = await tx
    .insert(heartbeats)
    .values({ ...values, tokenHash: hashToken(token) })
    .returning({ id: heartbeats.id });
  const { id } = found(row, 'Heartbeat');
  await wrote(tx, actor, id, { action: 'heartbeat.create', after: values });
  const [created] = await selectHeartbeats(tx).where(eq(heartbeats.id, id));
  return { ...shown(found(created, 'Heartbeat')), url: `${publicUrl}/api/beat/${token}` };
}

/** The next beat is expected by the new schedule, counted from now. */
export async function updateHeartbeat(
  tx: Db,
  actor: Actor,
  id: string,
  fields: Fields,
): Promise<Heartbeat | Refusal> {
  const [row] = await tx.select().from(heartbeats).where(eq(heartbeats.id, id)).for('update');
  const { lastBeatAt, state, ...before } = found(row, 'Heartbeat');
  const values = valuesOf(fields);
  const refusal = await refuseValues(tx, values);
  if (refusal) return refusal;
  await tx
    .update(heartbeats)
    .set({
      ...values,
      dueAt: lastBeatAt && nextBeat(values, await readTime(tx)),
      state: state === 'late' ? 'up' : state,
    })
    .where(eq(heartbeats.id, id));
  await wrote(tx, actor, id, { action: 'heartbeat.update', before: valuesOf(before), after: values });
  const [changed] = await selectHeartbeats(tx).where(eq(heartbeats.id, id));
  return shown(found(changed, 'Heartbeat'));
}

const valuesOf = ({ name, periodSeconds = null, cron, zone, graceSeconds, serverId = null }: Fields) => ({
  name,
  periodSeconds,
  cron: cron || null,
  zone: zone || null,
  graceSeconds,
  serverId,
});

const refuseValues = async (tx: Db, values: ReturnType<typeof valuesOf>): Promise<Refusal | undefined> =>
  refuseSchedule(values, await readTime(tx)) ?? (await refuseServer(tx, values.serverId));

type Schedule = Parameters<typeof nextBeat>[0];

function refuseSchedule(schedule: Schedule, now: Date): Refusal | undefined {
  const { periodSeconds, cron, zone } = schedule;
  if ((periodSeconds === null) === (cron === null))
    return refuseField('periodSeconds', 'Give either a period or a cron expression');
  if (cron === null) return zone ? refuseField('zone', 'A period has no time zone') : undefined;
  if (zone && !isTimeZone(zone)) return refuseField('zone', 'Use a time zone such as Europe/Berlin');
  try {
    return nextBeat(schedule, now) ? undefined : refuseField('cron', 'This expression has no further time');
  } catch {
    return refuseField('cron', 'Use five parts: minute, hour, day, month and weekday, such as 30 2 * * 1-5');
  }
}

async function refuseServer(tx: Db, id: string | null): Promise<Refusal | undefined> {
  return id === null || (await findServerRow(tx, id))
    ? undefined
    : refuseField('serverId', 'There is no such server');
}

export async function removeHeartbeat(tx: Db, actor: Actor, id: string): Promise<void> {
  const [row] = await tx.delete(heartbeats).where(eq(heartbeats.id, id)).returning();
  const heartbeat = found(row, 'Heartbeat');
  await observeRemoval(tx, heartbeat, await readTime(tx));
  await wrote(tx, actor, id, { action: 'heartbeat.delete', before: { name: heartbeat.name } });
}

async function wrote(
  tx: Db,
  actor: Actor,
  id: string,
  event: { action: AuditAction; before?: object; after?: object },
) {
  await record(tx, actor, { ...event, kind: 'heartbeat', subjectId: id });
  await publish(tx, { type: 'changed', topic: 'alerts' });
}
