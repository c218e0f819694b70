import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { withDatabase } from '../../test/database.ts';
import { fold } from '../../contract/shared/fold.ts';
import { byName } from './order.ts';

const database = withDatabase();

async function sorted(names: string[]): Promise<string[]> {
  const list = sql`unnest(${sql.param(names)}::text[]) as given(name)`;
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select name from ${list} order by ${byName(sql`name`)}`,
  );
  return rows.map(({ name }) => name);
}

/**
 * If an index puts nulls at the other end, PostgreSQL sorts the whole table instead of using it, even for a column without
 * nulls.
 */
test('DASH-03 KB-05 each descending index has the order that queries use', async () => {
  const { rows } = await database.db.execute<{ index: string }>(
    sql`select indexdef as index from pg_indexes where schemaname = 'public' and indexdef like '%DESC NULLS LAST%'`,
  );
  expect(rows).toEqual([]);
});

/** Every look-up reads the whole list of rows that a GIN index has not sorted in yet. PostgreSQL's own limit is 4 MB. */
test('KB-05 INFRA-05 each GIN index has a short list of new rows', async () => {
  const { rows } = await database.db.execute<{ name: string; options: string[] | null }>(
    sql`select relname as name, reloptions as options from pg_class join pg_am on pg_am.oid = relam
      where amname = 'gin' and relnamespace = 'public'::regnamespace order by relname`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { name, options } of rows)
    expect([name, options]).toEqual([name, ['gin_pending_list_limit=256']]);
});

/** Tests run on servers with different defaults. All of them must sort in exactly this order. */
describe('decision 31 names are in natural order on every server', () => {
  test.each([
    ['numbers by their value', ['srv1', 'srv2', 'srv10', 'srv010x', 'srv100']],
    ['small before large, both before the next letter', ['alpha', 'Alpha', 'ALPHA', 'beta', 'Beta']],
    ['accents next to their letter', ['Aerger', 'Arger', 'Ärger', 'Arzt', 'Zebra', 'Žebra', 'Zeta']],
    ['signs before digits before letters', ['_x', '-x', '.x', '#x', '1x', 'x']],
    ['blanks before longer words', ['rack', 'rack 2', 'rack 10', 'rack-2', 'racks']],
    ['one script after the other', ['zulu', 'ωμέγα', 'яблоко', 'データ']],
    ['equal except for their case', ['dns', 'DNS']],
  ])('%s', async (_, names) => {
    expect(await sorted(names.toReversed())).toEqual(names);
    expect(names.toSorted(new Intl.Collator('en', { numeric: true }).compare)).toEqual(names);
  });

  test('names that compare as equal still have one order', async () => {
    const names = ['srv01', 'srv1', 'srv001', 'a\u0308', 'ä'];
    expect(await sorted(names)).toEqual(await sorted(names.toReversed()));
  });
});

describe('decision 31 equality does not depend on the server', () => {
  test('texts are equal only character by character, in indexes and in filters', async () => {
    const { rows } = await database.db.execute(
      sql`select 'DNS' = 'dns' as cases, 'a' = 'ä' as accents, 'srv1' = 'srv01' as numbers, 'ß' = 'ss' as sharp`,
    );
    expect(rows).toEqual([{ cases: false, accents: false, numbers: false, sharp: false }]);
  });

  test('no query uses upper and lower case of the database, which differ between servers', async () => {
    const words = ['İSTANBUL', 'STRASSE', 'ΟΔΟΣ', 'ÄÖÜ'];
    expect(words.map(fold)).toEqual(['istanbul', 'strasse', 'οδοσ', 'aou']);
  });
});
