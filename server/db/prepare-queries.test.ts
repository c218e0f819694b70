import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { withDatabase } from '../../test/database.ts';

const database = withDatabase();

test('OPS-02 a repeated query becomes a prepared statement, a single one does not', async () => {
  const client = await database.pool.connect();
  const repeated = `select $1::text as "${randomUUID()}"`;
  const single = `select $1::text as "${randomUUID()}"`;
  for (const value of ['a', 'b', 'c', 'd']) {
    const { rows } = await client.query<Record<string, string>>(repeated, [value]);
    expect(Object.values(rows[0] ?? {})).toEqual([value]);
  }
  await client.query(single, ['a']);
  const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements');
  const prepared = rows.map(({ statement }) => statement);
  client.release();
  expect(prepared).toContain(repeated);
  expect(prepared).not.toContain(single);
});

test('OPS-02 statements of a transaction run in the order in which they are sent', async () => {
  const rows = await database.db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table numbers (n int) on commit drop`);
    await Promise.all([
      tx.execute(sql`insert into numbers values (${1})`),
      tx.execute(sql`update numbers set n = n + ${1}`),
      tx.execute(sql`update numbers set n = n * ${10}`),
    ]);
    return (await tx.execute<{ n: number }>(sql`select n from numbers`)).rows;
  });
  expect(rows).toEqual([{ n: 20 }]);
});

test('F10 the first error of a transaction reaches every caller, and nothing is sent after it', async () => {
  await database.pool.query('create table kept (n int)');
  let branches: PromiseSettledResult<unknown>[] = [];
  const failing = database.db.transaction(async (tx) => {
    const inSteps = async () => {
      await tx.execute(sql`insert into kept values (${1})`);
      await tx.execute(sql`insert into kept values (${2})`);
    };
    const all = [tx.execute(sql`select 1 / ${0}::int`), tx.execute(sql`select ${1}::int`), inSteps()];
    branches = await Promise.allSettled(all);
    // As a branch that goes on after the others failed.
    void inSteps().catch(() => undefined);
    await Promise.all(all);
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(branches.map((branch) => 'reason' in branch && branch.reason.cause.code)).toEqual([
    '22012',
    '22012',
    '22012',
  ]);
  expect((await database.pool.query('select from kept')).rowCount).toBe(0);
});

test('OPS-04 a transaction whose failure was ignored does not commit', async () => {
  const ignoring = database.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 / ${0}::int`).catch(() => undefined);
  });
  await expect(ignoring).rejects.toMatchObject({ code: '22012' });
});
