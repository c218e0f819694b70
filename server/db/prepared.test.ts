import { eq, getTableColumns, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withDatabase } from '../../test/database.ts';
import { aUser } from '../../test/factories.ts';
import { insertsInto, prepared } from './prepared.ts';
import { auditEntries, users } from './schema.ts';

const database = withDatabase();

test('OPS-02 a query is built once for each input and connection, and runs with its own', async () => {
  const ann = await aUser(database.db, { firstName: 'Ann' });
  const built: string[] = [];
  const nameOf = prepared((db, column: 'firstName' | 'email') => {
    built.push(column);
    return db
      .select({ text: users[column] })
      .from(users)
      .where(eq(users.id, sql.placeholder('id')));
  });
  for (const _ of [1, 2]) {
    expect(await nameOf(database.db, 'firstName').execute({ id: ann.id })).toEqual([{ text: 'Ann' }]);
    expect(await nameOf(database.db, 'email').execute({ id: ann.id })).toEqual([{ text: ann.email }]);
  }
  expect(built).toEqual(['firstName', 'email']);
  await database.db.transaction(async (tx) => {
    await tx.update(users).set({ firstName: 'Bea' });
    expect(await nameOf(tx, 'firstName').execute({ id: ann.id })).toEqual([{ text: 'Bea' }]);
  });
  expect(built).toHaveLength(3);
});

test('OPS-02 inputs that people choose fill no memory', () => {
  let built = 0;
  const query = prepared((db, n: number) => {
    built += 1;
    return db.select({ n: sql`${n}` }).from(users);
  });
  const first = query(database.db, 0);
  expect(query(database.db, 0)).toBe(first);
  for (let n = 1; n <= 100; n++) query(database.db, n);
  expect(query(database.db, 0)).not.toBe(first);
  expect(built).toBe(102);
});

test('OPS-02 one row is stored as it would be among several, with missing values and the defaults of the table', async () => {
  const insertEntries = insertsInto(auditEntries, ['actorName', 'action', 'kind', 'before', 'after']);
  const row = (action: string) => ({
    actorName: 'Ann "A" \\ Ö',
    action,
    kind: 'document',
    before: undefined,
    after: { tags: ['a', null], count: 0 },
  });
  const { db } = database;
  await insertEntries(db, []);
  for (const _ of [1, 2]) await insertEntries(db, [row('alone')]);
  await insertEntries(db, [row('first'), row('second')]);
  const stored = await db
    .select({ ...getTableColumns(auditEntries), isMissing: sql<boolean>`before is null` })
    .from(auditEntries)
    .orderBy(auditEntries.id);
  expect(stored.map(({ action }) => action)).toEqual(['alone', 'alone', 'first', 'second']);
  for (const entry of stored) {
    expect(entry).toMatchObject({ ...row(entry.action), before: null, isMissing: true, actorId: null });
    expect(entry.at).toBeInstanceOf(Date);
  }
});
