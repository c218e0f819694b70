import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Actor, Reader } from '../server/actor.ts';
import { hashPassword } from '../server/accounts/passwords.ts';
import type { Db } from '../server/db/open.ts';
import { sessions, users } from '../server/db/schema.ts';
import { createDocuments, filled, type DocumentFields } from '../server/documents/save.ts';
import { displayName } from '../server/http/session.ts';
import { hashToken, newToken } from '../server/tokens.ts';

/** Rows for tests. Name the fields that matter; the rest have defaults. */

export const PASSWORD = 'Tr4verse!Kelp#Moon';
let passwordHash: Promise<string> | undefined;

export type TestUser = typeof users.$inferSelect;

export async function aUser(db: Db, fields: Partial<typeof users.$inferInsert> = {}): Promise<TestUser> {
  passwordHash ??= hashPassword(PASSWORD);
  const [row] = await db
    .insert(users)
    .values({
      email: `${randomUUID()}@example.com`,
      firstName: 'Ann',
      lastName: 'Smith',
      accountStatus: 'active',
      isEmailVerified: true,
      passwordHash: await passwordHash,
      ...fields,
    })
    .returning();
  if (!row) throw new Error('no row');
  return row;
}

/** Creates a session of that account and returns the value of its cookie. */
export async function aSession(
  db: Db,
  user: Pick<TestUser, 'id'>,
  fields: Partial<typeof sessions.$inferInsert> = {},
) {
  const token = newToken();
  await db.insert(sessions).values({
    sid: hashToken(token),
    userId: user.id,
    sess: { device: 'test', address: '127.0.0.1' },
    expire: sql`now() + interval '1 hour'`,
    ...fields,
  });
  return token;
}

/** Reads what everybody may read. */
export const ANYBODY: Reader = { principals: [] };

export const actorFor = (user: TestUser): Actor => ({
  userId: user.id,
  name: displayName(user),
  role: user.role,
  via: 'session',
  principals: [`person:${user.id}`, ...(user.role === 'admin' ? ['admins'] : [])],
});

/** Creates a document by that account and returns its id. */
export async function aDocument(
  db: Db,
  author: TestUser,
  fields: Partial<DocumentFields> = {},
): Promise<string> {
  const input = {
    ...filled({ title: 'Restart the print spooler', content: 'Stop it, empty the queue, start it.' }),
    ...fields,
  };
  const [id = ''] = await db.transaction((tx) => createDocuments(tx, actorFor(author), [input]));
  return id;
}

/** Creates documents by title and content, one after the other. */
export async function documentsOf(
  db: Db,
  author: TestUser,
  pages: readonly (readonly [title: string, content: string])[],
): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- The order matters.
  for (const [title, content] of pages) await aDocument(db, author, { title, content });
}
