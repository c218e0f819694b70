import { and, count, eq, ne, sql } from 'drizzle-orm';
import type * as z from 'zod';
import {
  serverViews as calls,
  VIEW_LIMITS,
  type ServerView,
  type ServerViewInput,
} from '../../contract/calls/server-views.ts';
import { holdTurn } from '../db/hold-turn.ts';
import { byName } from '../db/order.ts';
import type { Db } from '../db/open.ts';
import { serverViews } from '../db/schema.ts';
import type { Mount } from '../http/endpoint.ts';
import { found, refuse, type Refusal } from '../http/errors.ts';

type Fields = Partial<z.output<typeof ServerViewInput>>;

/** Saved filters of the inventory. Other accounts' filters look like missing ones. */
export function viewRoutes(mount: Mount) {
  mount(calls.list, ({ db, actor }) => listViews(db, actor.userId));
  mount(calls.create, ({ db, actor, body }) => createView(db, actor.userId, body));
  mount(calls.update, ({ db, actor, params, body }) => updateView(db, actor.userId, params.id, body));
  mount(calls.remove, async ({ db, actor, params }) => {
    const removed = await db.delete(serverViews).where(own(actor.userId, params.id)).returning();
    found(removed[0], 'View');
  });
}

const own = (userId: string, id: string) => and(eq(serverViews.userId, userId), eq(serverViews.id, id));

const listViews = (db: Db, userId: string): Promise<ServerView[]> =>
  db
    .select()
    .from(serverViews)
    .where(eq(serverViews.userId, userId))
    .orderBy(byName(serverViews.name), serverViews.id);

async function createView(tx: Db, userId: string, fields: z.output<typeof ServerViewInput>) {
  await holdViews(tx, userId);
  const [held] = await tx.select({ n: count() }).from(serverViews).where(eq(serverViews.userId, userId));
  if ((held?.n ?? 0) >= VIEW_LIMITS.perAccount)
    return refuse(
      409,
      'too_many_views',
      `An account has at most ${VIEW_LIMITS.perAccount} views. Delete one first.`,
    );
  if (await isNameTaken(tx, userId, fields.name)) return nameTaken(fields.name);
  if (fields.isDefault) await leaveDefault(tx, userId);
  const [row] = await tx
    .insert(serverViews)
    .values({ ...fields, userId })
    .returning();
  return found(row, 'View');
}

async function updateView(tx: Db, userId: string, id: string, fields: Fields) {
  await holdViews(tx, userId);
  const [view] = await tx.select().from(serverViews).where(own(userId, id));
  const { name, filter, isDefault } = { ...found(view, 'View'), ...fields };
  if (await isNameTaken(tx, userId, name, id)) return nameTaken(name);
  if (isDefault) await leaveDefault(tx, userId);
  const [row] = await tx
    .update(serverViews)
    .set({ name, filter, isDefault })
    .where(own(userId, id))
    .returning();
  return found(row, 'View');
}

/** The limit, unique names and the single default hold for parallel calls too. */
const holdViews = (tx: Db, userId: string) => holdTurn(tx, 'views', userId);

async function isNameTaken(tx: Db, userId: string, name: string, exceptId?: string): Promise<boolean> {
  const others = and(
    eq(serverViews.userId, userId),
    eq(serverViews.name, name),
    exceptId === undefined ? undefined : ne(serverViews.id, exceptId),
  );
  return (
    (
      await tx
        .select({ one: sql`1` })
        .from(serverViews)
        .where(others)
    ).length > 0
  );
}

const nameTaken = (name: string): Refusal => {
  const message = `You have a view called “${name}” already`;
  return refuse(409, 'name_taken', message, { fields: { name: message } });
};

const leaveDefault = (tx: Db, userId: string) =>
  tx
    .update(serverViews)
    .set({ isDefault: false })
    .where(and(eq(serverViews.userId, userId), eq(serverViews.isDefault, true)));
