import type { Pool } from 'pg';
import { assistant } from '../contract/assistant.ts';
import type { Turn } from '../contract/assistant.ts';
import type { Client } from './app.ts';

/** Asks one after another, as the screen does: with the last five messages. The answers in their order. */
export async function askInTurn(client: Client, questions: string[]): Promise<string[]> {
  const history: Turn[] = [];
  for (const query of questions) {
    const body = { query, conversationHistory: history.slice(-5) };
    // oxlint-disable-next-line no-await-in-loop -- Each question goes on from the answer before.
    const { response: content } = await client.call(assistant.ask, { body });
    history.push({ type: 'user', content: query }, { type: 'assistant', content });
  }
  return history.filter(({ type }) => type === 'assistant').map(({ content }) => content);
}

export const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Of the servers that an answer links. */
export const linked = (answer = ''): string[] =>
  [...answer.matchAll(/server=([0-9a-f-]{36})/g)].map(([, id = '']) => id).toSorted(byText);

/** How many servers an answer says there are. */
export const figure = (answer = ''): number => Number(/\*\*(\d+)\*\* servers?/.exec(answer)?.[1] ?? 0);

/** Of the servers for which a condition in SQL holds. */
export async function idsWhere(pool: Pick<Pool, 'query'>, where: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from servers where deleted_at is null and ${where}`,
  );
  return rows.map(({ id }) => id).toSorted(byText);
}
