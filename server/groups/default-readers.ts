import type { DefaultReaders } from '../../contract/calls/groups.ts';
import { isCategory } from '../access/default-readers.ts';
import { unknownReader } from '../access/readers.ts';
import type { Actor } from '../actor.ts';
import { record } from '../audit/record.ts';
import { holdTurn } from '../db/hold-turn.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { categoryReaders } from '../db/schema.ts';
import { refuse, type Refusal } from '../http/errors.ts';
import { publish } from '../live/publish.ts';

const MOST_CATEGORIES = 500;

export const listDefaultReaders = (db: Db): Promise<DefaultReaders[]> =>
  db.select().from(categoryReaders).orderBy(byName(categoryReaders.category)).limit(MOST_CATEGORIES);

/** Stores the default readers of a category; null removes them. */
export async function saveDefaultReaders(
  tx: Db,
  actor: Actor,
  { category, readers }: DefaultReaders,
): Promise<Refusal | undefined> {
  const unknown = await unknownReader(tx, readers);
  if (unknown) return unknown;
  await holdTurn(tx, 'default readers', '');
  const [before] = await tx.delete(categoryReaders).where(isCategory(category)).returning();
  if (readers) {
    if ((await tx.$count(categoryReaders)) >= MOST_CATEGORIES)
      return refuse(
        409,
        'too_many',
        `Only ${MOST_CATEGORIES} categories can have default readers. Remove one first.`,
      );
    await tx.insert(categoryReaders).values({ category, readers });
  }
  await record(tx, actor, {
    action: 'document.default-readers',
    kind: 'document',
    before: { category: before?.category ?? category, readers: before?.readers ?? null },
    after: { category, readers },
  });
  await publish(tx, { type: 'changed', topic: 'accounts' });
  return undefined;
}
