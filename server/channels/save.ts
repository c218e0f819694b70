import { randomUUID } from 'node:crypto';
import { asc, count, eq, or, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { AuditAction } from '../../contract/shared/audit-words.ts';
import type { Channel, ChannelChange, NewChannel } from '../../contract/calls/channels.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { alertRules, channels } from '../db/schema.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import type { Reach } from '../probe/reach.ts';
import type { Keys } from '../secret.ts';
import { opened, refuseSettings, shown, stored, type ChannelRow } from './settings.ts';

/** A person, or the product itself. */
type Author = Pick<Actor, 'userId' | 'name'> | { userId: null; name: string };

/** What settings are checked and stored with. */
export type Means = { keys: Keys; reach: Reach };

export const listChannels = async (db: Db): Promise<Channel[]> =>
  (await db.select().from(channels).orderBy(byName(channels.name), asc(channels.id))).map(shown);

export async function findChannel(db: Db, id: string): Promise<ChannelRow> {
  const [row] = await db.select().from(channels).where(eq(channels.id, id));
  return found(row, 'Channel');
}

export async function createChannel(
  tx: Db,
  actor: Actor,
  { keys, reach }: Means,
  { name, kind, active, settings }: z.output<typeof NewChannel>,
): Promise<Channel | Refusal> {
  await holdTurn(tx, 'channels', 'all');
  const refusal = await refuseSettings(kind, settings, reach);
  if (refusal) return refusal;
  const [held] = await tx.select({ n: count() }).from(channels);
  if ((held?.n ?? 0) >= ALERT_LIMITS.rows)
    return refuse(409, 'too_many', `There are at most ${ALERT_LIMITS.rows} channels. Delete one first.`);
  const id = randomUUID();
  const [row] = await tx
    .insert(channels)
    .values({ id, name, kind, active, ...stored(keys, id, settings) })
    .returning();
  const channel = shown(found(row, 'Channel'));
  await wrote(tx, actor, id, { action: 'channel.create', after: audited(channel) });
  return channel;
}

/** A setting that is left out stays; null removes it. */
export async function updateChannel(
  tx: Db,
  actor: Actor,
  { keys, reach }: Means,
  { id, settings, ...change }: z.output<typeof ChannelChange> & { id: string },
): Promise<Channel | Refusal> {
  const [locked] = await tx.select().from(channels).where(eq(channels.id, id)).for('update');
  const before = found(locked, 'Channel');
  const merged = { ...opened(keys, before), ...settings };
  const refusal = settings && (await refuseSettings(before.kind, merged, reach));
  if (refusal) return refusal;
  const [row] = await tx
    .update(channels)
    .set({ ...change, ...stored(keys, id, merged), updatedAt: sql`now()` })
    .where(eq(channels.id, id))
    .returning();
  const channel = shown(found(row, 'Channel'));
  const states = { before: audited(shown(before)), after: audited(channel) };
  await wrote(tx, actor, id, { action: 'channel.update', ...states });
  return channel;
}

export async function removeChannel(tx: Db, actor: Actor, id: string): Promise<Refusal | undefined> {
  const [row] = await tx.select().from(channels).where(eq(channels.id, id)).for('update');
  const { name, isBuiltIn } = found(row, 'Channel');
  if (isBuiltIn)
    return refuse(
      409,
      'built_in',
      'This channel comes with the product. Switch it off instead of deleting it.',
    );
  const isUsed = or(
    sql`${id}::uuid = any(${alertRules.channels})`,
    sql`${alertRules.escalate} @? ${`$[*].channels[*] ? (@ == "${id}")`}::jsonpath`,
  );
  const [rule] = await tx.select({ name: alertRules.name }).from(alertRules).where(isUsed).limit(1);
  if (rule)
    return refuse(409, 'in_use', `The rule “${rule.name}” sends to this channel. Change the rule first.`);
  await tx.delete(channels).where(eq(channels.id, id));
  await wrote(tx, actor, id, { action: 'channel.delete', before: { name } });
  return undefined;
}

/** Secrets are not in it, and an address may hold one. */
const audited = ({ name, kind, active, settings: { hasSecret, topic, to } }: Channel) => ({
  name,
  kind,
  active,
  hasSecret,
  topic,
  to,
});

export async function wrote(
  tx: Db,
  author: Author,
  id: string,
  event: { action: AuditAction; before?: object; after?: object },
): Promise<void> {
  await record(tx, author, { ...event, kind: 'channel', subjectId: id });
  await publish(tx, { type: 'changed', topic: 'alerts' });
}
