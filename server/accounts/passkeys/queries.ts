import { and, asc, eq, sql } from 'drizzle-orm';
import type { Passkey } from '../../../contract/calls/passkeys.ts';
import type { Db } from '../../db/open.ts';
import { passkeys } from '../../db/schema.ts';
import * as z from 'zod';
import type { Config } from '../../config.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const asPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0];
}

/** Returns undefined when this passkey is registered already. */
export async function addPasskey(
  tx: Db,
  passkey: Omit<typeof passkeys.$inferInsert, 'id'>,
): Promise<PasskeyRow | undefined> {
  return (await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning())[0];
}

/** `counter` comes from the authenticator; it only grows. */
export async function notePasskeyUse(tx: Db, id: string, counter: number): Promise<void> {
  await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(eq(passkeys.id, id));
}

export async function removePasskey(tx: Db, userId: string, id: string): Promise<PasskeyRow | undefined> {
  const own = and(eq(passkeys.userId, userId), eq(passkeys.id, id));
  return (await tx.delete(passkeys).where(own).returning())[0];
}

/** Passkeys belong to the host name of PUBLIC_URL. */
export const relyingParty = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) => {
  const { hostname, origin } = new URL(PUBLIC_URL);
  return { rpID: hostname, origin };
};

/** The value that an authenticator signs. */
export const Challenge = z.object({ challenge: z.string() });
