import type { Database } from '../server/db/open.ts';

/** A fingerprint of all rows by table. If it does not change, nothing was written. */
export async function tableState({ pool }: Pick<Database, 'pool'>): Promise<Record<string, string>> {
  const fingerprints = (await tablesOf({ pool })).map(
    (table) =>
      `select '${table}' as table, count(*) || ' ' || md5(string_agg(t::text, '|' order by t::text)) as rows from "${table}" t`,
  );
  const { rows } = await pool.query<{ table: string; rows: string | null }>(fingerprints.join(' union all '));
  return Object.fromEntries(rows.map((row) => [row.table, row.rows ?? '']));
}

/** All rows of all tables as one text, to show that the database does not contain a value. */
export async function everythingStored({ pool }: Pick<Database, 'pool'>): Promise<string> {
  const texts: string[] = [];
  for (const table of await tablesOf({ pool })) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${table}" t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

async function tablesOf({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}
