import type { Reader } from '../../actor.ts';
import type { Readable } from 'node:stream';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { leadsToOpen } from '../../access/may-read.ts';
import { listOwnExchanges } from '../../assistant/queries.ts';
import type { Db } from '../../db/open.ts';
import { apiTokens, auditEntries, documents, notifications, serverViews } from '../../db/schema.ts';
import { LongList } from '../../http/long-list.ts';
import { listSessions } from '../../http/session.ts';
import { findNotificationChoices, findSettings } from '../../settings/queries.ts';
import { asPasskey, listPasskeys } from '../passkeys/queries.ts';
import { zipStream } from '../../zip-stream.ts';
import { asUser, type UserRow } from '../queries.ts';

/** All data about an account as JSON, and the documents it wrote as Markdown; never a secret. */
export async function exportOf(db: Db, reader: Reader, user: UserRow): Promise<Readable> {
  const sessions = await listSessions(db, user.id);
  const tokens = await db.select().from(apiTokens).where(eq(apiTokens.userId, user.id));
  const files: Record<string, unknown> = {
    'profile.json': asUser(user),
    'settings.json': await findSettings(db, user.id),
    'notices.json': await findNotificationChoices(db, user.id),
    'sessions.json': sessions.map(({ sess, createdAt, lastUsedAt }) => ({ ...sess, createdAt, lastUsedAt })),
    'tokens.json': tokens.map(({ name, scope, createdAt, expiresAt }) => ({
      name,
      scope,
      createdAt,
      expiresAt,
    })),
    'passkeys.json': (await listPasskeys(db, user.id)).map(asPasskey),
    'notifications.json': await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, user.id), leadsToOpen(reader, notifications.link))),
    'server-views.json': await db.select().from(serverViews).where(eq(serverViews.userId, user.id)),
    'questions.json': await listOwnExchanges(db, reader, user.id),
    'audit.json': await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorId, user.id))
      .orderBy(asc(auditEntries.id)),
  };
  return zipStream(async (add) => {
    for (const [name, value] of Object.entries(files)) await add(name, JSON.stringify(value, null, 2));
    for await (const { id, title, content } of documentsBy(db, user.id))
      await add(`documents/${fileName(title)}-${id}.md`, content);
  });
}

/** Reads in portions: somebody who imported a wiki is the author of all of it. */
async function* documentsBy(db: Db, userId: string) {
  const { id, title, content, authorId } = documents;
  const rows = await db
    .select({ id, bytes: sql<number>`octet_length(${content})` })
    .from(documents)
    .where(eq(authorId, userId))
    .orderBy(asc(id));
  const list = new LongList(rows, (ids) =>
    db.select({ id, title, content }).from(documents).where(inArray(id, ids)),
  );
  for await (const portion of list.portions()) yield* portion;
}

/** Valid on every file system: 50 characters are at most 200 of 255 bytes, and no character is cut. */
const fileName = (title: string) =>
  Array.from(title.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
    .slice(0, 50)
    .join('')
    .replace(/^-+|-+$/g, '');
