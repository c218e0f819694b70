import type { Pool } from 'pg';
import type { End, Inquiry } from '../server/assistant/answerer.ts';
import { builtIn } from '../server/assistant/built-in.ts';

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Ids of the servers that an answer links. */
export const linked = (answer = ''): string[] =>
  [...answer.matchAll(/\/infrastructure\/([0-9a-f-]{36})/g)].map(([, id = '']) => id).toSorted(byText);

/** Names of the servers that an answer links. `names` has the name of each id. */
export const linkedNames = (answer: string, names: Map<string, string>): string[] =>
  linked(answer)
    .flatMap((id) => names.get(id) ?? [])
    .toSorted();

/** Ids of the servers that match a condition in SQL. */
export async function idsWhere(pool: Pick<Pool, 'query'>, where: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from servers where deleted_at is null and ${where}`,
  );
  return rows.map(({ id }) => id).toSorted(byText);
}

export type WholeReply = { text: string; end: End };

/** The complete reply of the built-in engine. */
export async function replyBuiltIn(inquiry: Inquiry): Promise<WholeReply> {
  let text = '';
  for await (const piece of builtIn(inquiry)) {
    if ('end' in piece) return { text, end: piece.end };
    text += piece.chunk;
  }
  throw new Error('The reply has no end');
}

/** The reply to the last of several questions of one conversation. */
export function replyToLast(
  turns: string[],
  inquiry: Omit<Inquiry, 'query' | 'conversationHistory' | 'signal'>,
): Promise<WholeReply> {
  const conversationHistory = turns.slice(0, -1).map((content) => ({ type: 'user' as const, content }));
  const { signal } = new AbortController();
  return replyBuiltIn({ ...inquiry, signal, query: turns.at(-1) ?? '', conversationHistory });
}
