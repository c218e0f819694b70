import type { Pool } from 'pg';
import type { End, Inquiry } from '../server/assistant/answerer.ts';
import { builtIn } from '../server/assistant/built-in.ts';

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

export type WholeReply = { text: string; end: End };

/** What the built-in engine replies, all of it. */
export async function replyBuiltIn(inquiry: Inquiry): Promise<WholeReply> {
  let text = '';
  for await (const piece of builtIn(inquiry)) {
    if ('end' in piece) return { text, end: piece.end };
    text += piece.chunk;
  }
  throw new Error('The reply has no end');
}
