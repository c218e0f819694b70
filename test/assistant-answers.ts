import type { Pool } from 'pg';

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Of the servers that an answer links. */
export const linked = (answer = ''): string[] =>
  [...answer.matchAll(/server=([0-9a-f-]{36})/g)].map(([, id = '']) => id).toSorted(byText);

/** Of the servers for which a condition in SQL holds. */
export async function idsWhere(pool: Pick<Pool, 'query'>, where: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from servers where deleted_at is null and ${where}`,
  );
  return rows.map(({ id }) => id).toSorted(byText);
}
