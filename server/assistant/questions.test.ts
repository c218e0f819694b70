import { ANYBODY } from '../../test/factories.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Turn } from '../../contract/calls/assistant.ts';
import { startTestApp } from '../../test/app.ts';
import { idsWhere, linked, replyBuiltIn, type WholeReply } from '../../test/assistant-answers.ts';
import { makeUpInventory } from '../../test/made-up-inventory.ts';
import {
  CONVERSATIONS,
  GROUPED,
  NOT_INVENTORY,
  NUMBERS,
  ORDERED,
  QUESTIONS,
} from '../../test/question-corpus.ts';

let app: Awaited<ReturnType<typeof startTestApp>>;
let userId = '';
/** Questions with a wrong reply, and questions whose reply has no figure. */
const [wrong, refused]: [string[], string[]] = [[], []];
let judged = 0;

beforeAll(async () => {
  app = await startTestApp();
  const ann = await app.signedIn();
  userId = ann.user.id;
  await makeUpInventory(app, ann);
}, 120_000);
afterAll(() => app.stop());

async function ask(...turns: string[]): Promise<WholeReply> {
  const history: Turn[] = turns.slice(0, -1).map((content) => ({ type: 'user', content }));
  return replyBuiltIn({
    query: turns.at(-1) ?? '',
    conversationHistory: history,
    db: app.database.db,
    userId,
    ...ANYBODY,
    now: new Date(),
    signal: new AbortController().signal,
  });
}

/**
 * A reply without a figure, or one that lists words it did not understand, counts as refused. Any other difference is wrong.
 */
function judge(question: string, { text, end }: WholeReply, isRight: boolean): void {
  judged += 1;
  if (isRight) return;
  const isHonest = end.outcome !== 'query' || (end.understood?.unread.length ?? 0) > 0;
  (isHonest ? refused : wrong).push(
    `${question} -> ${text.split('\n')[0]} [${end.understood?.filter ?? ''} | ${end.understood?.unread.join(', ') ?? ''}]`,
  );
}

const figureOf = (text: string): number =>
  Number(
    /\*\*(\d+)\*\* servers?/.exec(text)?.[1] ?? (text.startsWith('There is no server') ? 0 : Number.NaN),
  );
const rowsOf = async (sql: string): Promise<Record<string, string | number | null>[]> =>
  (await app.database.pool.query(sql)).rows;
const isSame = (a: string[], b: string[]) => JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());

test('AI-10 the corpus of questions about the inventory', async () => {
  for (const { where, count, list } of QUESTIONS) {
    const ids = await idsWhere(app.database.pool, where);
    for (const question of count) {
      const reply = await ask(question);
      judge(question, reply, reply.end.outcome === 'query' && figureOf(reply.text) === ids.length);
    }
    for (const question of list) {
      const reply = await ask(question);
      judge(question, reply, reply.end.outcome === 'query' && isSame(linked(reply.text), ids));
    }
  }
  for (const { turns, ask: kind, where } of CONVERSATIONS) {
    const reply = await ask(...turns);
    const ids = await idsWhere(app.database.pool, where);
    const isRight = kind === 'count' ? figureOf(reply.text) === ids.length : isSame(linked(reply.text), ids);
    judge(turns.join(' / '), reply, isRight);
  }
  for (const { questions, sql } of ORDERED) {
    const rows = await rowsOf(`select id from servers where deleted_at is null order by ${sql}`);
    for (const question of questions) {
      const reply = await ask(question);
      const found = [...reply.text.matchAll(/\/infrastructure\/([0-9a-f-]{36})/g)].map(([, id]) => id);
      // Servers with the same value as the last one may follow it.
      judge(
        question,
        reply,
        rows.every(({ id }) => found.includes(String(id))) && found.length <= rows.length + 2,
      );
    }
  }
  for (const { questions, column, where = 'true' } of GROUPED) {
    const rows = await rowsOf(
      `select ${column} as value, count(*)::int as total from servers where deleted_at is null ` +
        `and ${where} and ${column} is not null group by 1`,
    );
    for (const question of questions) {
      const reply = await ask(question);
      judge(
        question,
        reply,
        rows.every(({ value, total }) => reply.text.includes(`- ${value}: **${total}**`)),
      );
    }
  }
  for (const { questions, sql } of NUMBERS) {
    const [row] = await rowsOf(`select ${sql} as value from servers where deleted_at is null`);
    const value = Math.round(Number(row?.['value']) * 100) / 100;
    for (const question of questions) {
      const reply = await ask(question);
      judge(question, reply, reply.text.includes(`**${value} %**`));
    }
  }
  expect(wrong).toEqual([]);
  // At least 95 % must be right. Otherwise the failure lists the refused questions.
  expect(refused.length / judged <= 0.05 ? [] : refused).toEqual([]);
}, 300_000);

test.each(NOT_INVENTORY)(
  'AI-10 gives no figure for a question that is not about the inventory: %s',
  async (question) => {
    const { text, end } = await ask(question);
    expect(end.outcome === 'query' && (end.understood?.unread.length ?? 0) === 0 ? text : 'no figure').toBe(
      'no figure',
    );
  },
);
