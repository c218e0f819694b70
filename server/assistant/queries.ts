import type { Reader } from '../actor.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { Feedback } from '../../contract/calls/assistant.ts';
import { InventoryQuery } from '../../contract/shared/inventory-query.ts';
import { listHidden } from '../access/may-read.ts';
import type { Db } from '../db/open.ts';
import { aiInteractions } from '../db/schema.ts';

/** Stored with a question, its text and its reply. A follow-up narrows `query`. */
type Context = {
  outcome: string;
  query?: InventoryQuery | undefined;
  history: number;
  suggestedActions: string[];
};
type Exchange = { userId: string; query: string; response: string; context: Context };

/** Stores a question with its reply; returns the id that feedback refers to. */
export async function keepExchange(db: Db, exchange: Exchange): Promise<string> {
  const [row] = await db.insert(aiInteractions).values(exchange).returning({ id: aiInteractions.id });
  if (!row) throw new Error('The exchange was not kept');
  return row.id;
}

/** The query of an earlier question of the same account, by its id or text; undefined when it was not a query. */
export async function findPreviousQuery(
  db: Db,
  userId: string,
  { id, question }: { id: string | undefined; question: string | undefined },
): Promise<InventoryQuery | undefined> {
  if (id === undefined && question === undefined) return undefined;
  const [row] = await db
    .select({ context: aiInteractions.context })
    .from(aiInteractions)
    .where(
      and(
        eq(aiInteractions.userId, userId),
        id === undefined ? eq(aiInteractions.query, question ?? '') : eq(aiInteractions.id, id),
      ),
    )
    .orderBy(desc(aiInteractions.createdAt))
    .limit(1);
  return InventoryQuery.safeParse((row?.context as Partial<Context> | null)?.query).data;
}

/** Counts a suggestion. Stores neither the suggestion nor its source, because the person may not have saved them. */
export async function keepSuggestion(db: Db, userId: string, of: string): Promise<void> {
  const context = { suggested: of };
  await db.insert(aiInteractions).values({ userId, query: `Suggest: ${of}`, response: '', context });
}

/** Returns false if this account has no such question. */
export async function storeFeedback(
  db: Db,
  userId: string,
  id: string,
  feedback: Feedback,
): Promise<boolean> {
  const own = and(eq(aiInteractions.id, id), eq(aiInteractions.userId, userId));
  const changed = await db
    .update(aiInteractions)
    .set({ feedback })
    .where(own)
    .returning({ id: aiInteractions.id });
  return changed.length === 1;
}

const DOCUMENT_LINK =
  /\/(?:knowledge-base\?doc=|knowledge-base\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;
const idsIn = (text: string): string[] => Array.from(text.matchAll(DOCUMENT_LINK), ([, id = '']) => id);

/** The questions of an account. A reply about a document that the account may no longer read is left out. */
export async function listOwnExchanges(db: Db, reader: Reader, userId: string) {
  const rows = await db.select().from(aiInteractions).where(eq(aiInteractions.userId, userId));
  const hidden = new Set(
    await listHidden(db, reader, [...new Set(rows.flatMap(({ response }) => idsIn(response)))]),
  );
  return rows.map((row) =>
    idsIn(row.response).some((id) => hidden.has(id))
      ? { ...row, response: 'You may no longer read a document of this reply.' }
      : row,
  );
}
