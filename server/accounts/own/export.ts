import { asc, eq } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import type { Db } from '../../db/open.ts';
import { aiInteractions, apiTokens, auditEntries, documents, notifications } from '../../db/schema.ts';
import { listSessions } from '../../session.ts';
import { findNoticeChoices, findSettings } from '../../settings/queries.ts';
import { asPasskey, listPasskeys } from '../passkeys/queries.ts';
import { asUser } from '../queries.ts';
import type { UserRow } from '../queries.ts';

/** Everything that is kept about an account as JSON, and the documents it wrote as Markdown; never a secret. */
export async function exportOf(db: Db, user: UserRow): Promise<Buffer> {
  const sessions = await listSessions(db, user.id);
  const tokens = await db.select().from(apiTokens).where(eq(apiTokens.userId, user.id));
  const files: Record<string, unknown> = {
    'profile.json': asUser(user),
    'settings.json': await findSettings(db, user.id),
    'notices.json': await findNoticeChoices(db, user.id),
    'sessions.json': sessions.map(({ sess, createdAt, lastUsedAt }) => ({ ...sess, createdAt, lastUsedAt })),
    'tokens.json': tokens.map(({ name, scope, createdAt, expiresAt }) => ({
      name,
      scope,
      createdAt,
      expiresAt,
    })),
    'passkeys.json': (await listPasskeys(db, user.id)).map(asPasskey),
    'notifications.json': await db.select().from(notifications).where(eq(notifications.userId, user.id)),
    'questions.json': await db.select().from(aiInteractions).where(eq(aiInteractions.userId, user.id)),
    'audit.json': await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorId, user.id))
      .orderBy(asc(auditEntries.id)),
  };
  const zip: Record<string, Uint8Array> = {};
  for (const [name, value] of Object.entries(files)) zip[name] = strToU8(JSON.stringify(value, null, 2));
  const written = await db.select().from(documents).where(eq(documents.authorId, user.id));
  for (const { id, title, content } of written)
    zip[`documents/${fileName(title)}-${id}.md`] = strToU8(content);
  return Buffer.from(zipSync(zip));
}

/** What every file system takes of a title: 50 characters are at most 200 of 255 bytes, and none is cut in two. */
const fileName = (title: string) =>
  Array.from(title.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'))
    .slice(0, 50)
    .join('')
    .replace(/^-+|-+$/g, '');
