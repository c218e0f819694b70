import type { AuditAction } from '../../contract/shared/audit-words.ts';
import { asc, count, eq, inArray, max, sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { AlertRule, AlertRuleChange, NewAlertRule } from '../../contract/calls/alert-rules.ts';
import { ALERT_LIMITS } from '../../contract/shared/alert-words.ts';
import type { Actor } from '../actor.ts';
import { changedFields, record } from '../audit/record.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { alertRules, channels } from '../db/schema.ts';
import { found, refuse, type Refusal, refuseField } from '../http/errors.ts';
import { publish } from '../live/publish.ts';
import { refuseFilter } from './filters.ts';

type Row = typeof alertRules.$inferSelect;
type Fields = z.output<typeof NewAlertRule>;

const asRule = ({ createdAt: _createdAt, updatedAt: _updatedAt, ...rule }: Row): AlertRule => rule;

const selectRules = (db: Db) =>
  db.select().from(alertRules).orderBy(asc(alertRules.position), asc(alertRules.id));

export const listRules = async (db: Db): Promise<AlertRule[]> => (await selectRules(db)).map(asRule);

/** Positions are unique and the number of rules is limited, for parallel calls too. */
const holdRules = (tx: Db) => holdTurn(tx, 'alert rules', 'all');

export async function createRule(tx: Db, actor: Actor, fields: Fields): Promise<AlertRule | Refusal> {
  await holdRules(tx);
  const refusal = await refuseFields(tx, fields);
  if (refusal) return refusal;
  const [held] = await tx.select({ n: count(), last: max(alertRules.position) }).from(alertRules);
  if ((held?.n ?? 0) >= ALERT_LIMITS.rows)
    return refuse(409, 'too_many', `There are at most ${ALERT_LIMITS.rows} rules. Delete one first.`);
  const [row] = await tx
    .insert(alertRules)
    .values({ ...fields, position: (held?.last ?? -1) + 1 })
    .returning();
  const rule = found(row, 'Rule');
  await wrote(tx, actor, rule.id, { action: 'alert-rule.create', after: fields });
  return asRule(rule);
}

export async function updateRule(
  tx: Db,
  actor: Actor,
  id: string,
  { position, ...change }: z.output<typeof AlertRuleChange>,
): Promise<AlertRule | Refusal> {
  await holdRules(tx);
  const rows = await selectRules(tx);
  const before = found(
    rows.find((row) => row.id === id),
    'Rule',
  );
  const refusal = await refuseFields(tx, change);
  if (refusal) return refusal;
  const [row] = await tx
    .update(alertRules)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(alertRules.id, id))
    .returning();
  if (position !== undefined) await moveRule(tx, rows, before, position);
  const after = { ...asRule(found(row, 'Rule')), position: position ?? before.position };
  await wrote(tx, actor, id, {
    action: 'alert-rule.update',
    ...changedFields<Record<string, unknown>>(asRule(before), after),
  });
  return found(
    (await listRules(tx)).find((rule) => rule.id === id),
    'Rule',
  );
}

/** Numbers the rules anew, with one of them at another place. */
async function moveRule(tx: Db, rows: Row[], moved: Row, position: number) {
  const order = rows.filter(({ id }) => id !== moved.id);
  order.splice(position, 0, moved);
  const ids = order.map(({ id }) => id);
  await tx
    .update(alertRules)
    .set({ position: sql`array_position(${sql.param(ids)}::uuid[], ${alertRules.id}) - 1` })
    .where(inArray(alertRules.id, ids));
}

export async function removeRule(tx: Db, actor: Actor, id: string): Promise<Refusal | undefined> {
  const [row] = await tx.select().from(alertRules).where(eq(alertRules.id, id)).for('update');
  if (found(row, 'Rule').isBuiltIn)
    return refuse(409, 'built_in', 'This rule comes with the product. Switch it off instead of deleting it.');
  await tx.delete(alertRules).where(eq(alertRules.id, id));
  await wrote(tx, actor, id, { action: 'alert-rule.delete', before: { name: row?.name } });
  return undefined;
}

export async function refuseFields(tx: Db, fields: Partial<Fields>): Promise<Refusal | undefined> {
  const refusal = fields.filter === undefined ? undefined : refuseFilter(fields.filter);
  if (refusal) return refusal;
  const named = [...(fields.channels ?? []), ...(fields.escalate ?? []).flatMap((one) => one.channels)];
  if (named.length === 0) return undefined;
  const known = await tx.select({ id: channels.id }).from(channels).where(inArray(channels.id, named));
  const unknown = named.find((id) => !known.some((channel) => channel.id === id));
  const text = `There is no channel with the id ${unknown}.`;
  return unknown === undefined ? undefined : refuseField('channels', text);
}

async function wrote(
  tx: Db,
  actor: Actor,
  id: string,
  event: { action: AuditAction; before?: object; after?: object },
) {
  await record(tx, actor, { ...event, kind: 'alert-rule', subjectId: id });
  await publish(tx, { type: 'changed', topic: 'alerts' });
}
