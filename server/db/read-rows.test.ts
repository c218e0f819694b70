import { eq, getTableColumns, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { alias } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { withDatabase } from '../../test/database.ts';
import { aDocument, aUser } from '../../test/factories.ts';
import * as schema from './schema.ts';
import type { Db } from './open.ts';

const database = withDatabase();
const { documents, users } = schema;
const updaters = alias(users, 'updaters');

/** Each builds the same query for both readers. */
const QUERIES: Record<string, (db: Db) => PromiseLike<object[]>> = {
  'all columns, and expressions of each kind': (db) =>
    db
      .select({
        ...getTableColumns(documents),
        upper: sql<string>`upper(${documents.title})`,
        count: sql`count(*) over ()`.mapWith(Number),
        nothing: sql`null`,
        named: sql<number>`1`.as('named'),
      })
      .from(documents),
  'whole tables, of which an outer join lacks one': (db) =>
    db.select().from(documents).leftJoin(updaters, eq(updaters.id, documents.lastUpdatedBy)),
  'parts of tables beside each other': (db) =>
    db
      .select({
        id: documents.id,
        updater: { id: updaters.id, createdAt: updaters.createdAt },
        author: { lastActiveAt: users.lastActiveAt, email: users.email },
        mixed: { updater: updaters.id, title: documents.title },
      })
      .from(documents)
      .innerJoin(users, eq(users.id, documents.authorId))
      .leftJoin(updaters, eq(updaters.id, documents.lastUpdatedBy)),
  'columns of a subquery': (db) => {
    const found = db
      .select({ id: documents.id, at: documents.createdAt, tags: documents.tags })
      .from(documents)
      .as('found');
    return db.select({ found: { id: found.id, at: found.at }, tags: found.tags }).from(found);
  },
  'rows that are changed': (db) => db.update(documents).set({ technology: 'Linux' }).returning(),
};

test.each(Object.keys(QUERIES))('OPS-02 reads the same values as Drizzle: %s', async (name) => {
  const ann = await aUser(database.db);
  const id = await aDocument(database.db, ann, { tags: ['a', 'b'] });
  await aDocument(database.db, ann);
  await database.db.update(documents).set({ lastUpdatedBy: null }).where(eq(documents.id, id));
  const build = QUERIES[name];
  const [ours, theirs] = [await build?.(database.db), await build?.(drizzle(database.pool, { schema }))];
  expect(ours).not.toHaveLength(0);
  expect(ours).toEqual(theirs);
  expect(ours?.map((row) => Object.keys(row))).toEqual(theirs?.map((row) => Object.keys(row)));
});
