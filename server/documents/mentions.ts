import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { MENTION_PATH, mentionedBy } from '../../contract/shared/mentions.ts';
import { eachPerson, mayRead } from '../access/may-read.ts';
import { byName } from '../db/order.ts';
import { nameOf } from '../db/person-name.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { documents, users } from '../db/schema.ts';
import { linksIn } from '../text/markdown/addresses.ts';
import { parse } from '../text/markdown/parse.ts';
import { notify } from '../notifications/queries.ts';
import { documentPage } from '../../contract/shared/item-address.ts';

/** A text with more mentions is a staff list; nobody is notified. */
const MOST = 50;

const mentionedIn = (content: string): Set<string> =>
  content.includes(MENTION_PATH)
    ? new Set(linksIn(parse(content)).flatMap((address) => mentionedBy(address) ?? []))
    : new Set();

/**
 * Notifies people who are newly mentioned in a saved text, except its author. Returns the names of those who may not read the
 * document, and so are not notified. Runs in the transaction of the save.
 */
export async function notifyMentioned(
  tx: Db,
  actor: Actor,
  { id, title, content }: { id: string; title: string; content: string },
  before = '',
): Promise<string[]> {
  const named = [...mentionedIn(content).difference(mentionedIn(before))];
  if (named.length === 0 || named.length > MOST) return [];
  const rows = await tx
    .select({
      id: users.id,
      name: nameOf(users),
      isReader: sql<boolean>`${mayRead(eachPerson, documents.readers)}`,
    })
    .from(users)
    .innerJoin(documents, eq(documents.id, id))
    .where(and(inArray(users.id, named), eq(users.accountStatus, 'active'), ne(users.id, actor.userId)))
    .orderBy(byName(nameOf(users)), users.id);
  const text = `${actor.name} named you in "${title}"`;
  const notice = { kind: 'mention' as const, title: text, link: documentPage(id) };
  for (const row of rows) if (row.isReader) await notify(tx, row.id, notice);
  return rows.filter(({ isReader }) => !isReader).map(({ name }) => name);
}
