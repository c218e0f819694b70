import { and, eq, inArray, ne } from 'drizzle-orm';
import { MENTION_PATH, mentionedBy } from '../../contract/shared/mentions.ts';
import type { Actor } from '../actor.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema.ts';
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
 * Notifies people who are newly mentioned in a saved text, except its author. Every active account may read every
 * document. Runs in the transaction of the save.
 */
export async function notifyMentioned(
  tx: Db,
  actor: Actor,
  { id, title, content }: { id: string; title: string; content: string },
  before = '',
): Promise<void> {
  const named = [...mentionedIn(content).difference(mentionedIn(before))];
  if (named.length === 0 || named.length > MOST) return;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, named), eq(users.accountStatus, 'active'), ne(users.id, actor.userId)));
  const text = `${actor.name} named you in "${title}"`;
  const notice = { kind: 'mention' as const, title: text, link: documentPage(id) };
  for (const row of rows) await notify(tx, row.id, notice);
}
