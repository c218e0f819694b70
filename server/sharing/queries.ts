import { and, desc, eq, gt, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isShownTo } from '../access/may-read.ts';
import type { Actor, Reader } from '../actor.ts';
import type { Share, ShareView } from '../../contract/calls/sharing.ts';
import { fold } from '../../contract/shared/fold.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { nameOf } from '../db/person-name.ts';
import { containing, foldedColumn } from '../search/fold.ts';
import { accountSettings, documents, documentShares as shares, shareViews, users } from '../db/schema.ts';

const givers = alias(users, 'givers');
const takers = alias(users, 'takers');

/** The database's clock decides, so that all nodes agree. */
const notExpired = or(isNull(shares.expiresAt), gt(shares.expiresAt, sql`now()`));

/** Shares by inactive accounts do not open. */
const ofActiveGiver = sql`exists (select 1 from ${users}
  where ${users.id} = ${shares.sharedByUserId} and ${users.accountStatus} = 'active')`;

/** Only its owner opens a restricted document to others. Shares of deleted documents do not open and use up no view. */
const ofDocument = sql`exists (select 1 from ${documents} where ${documents.id} = ${shares.documentId} and ${notInBin(documents)}
  and (${documents.readers} is null or ${documents.authorId} = ${shares.sharedByUserId}))`;

async function findShares(db: Db, reader: Reader, where: SQL | undefined): Promise<Share[]> {
  const rows = await db
    .select({
      share: shares,
      title: documents.title,
      sharedByName: nameOf(givers),
      sharedWithName: sql<string | null>`case when ${takers.id} is null then null else ${nameOf(takers)} end`,
    })
    .from(shares)
    .innerJoin(documents, and(eq(documents.id, shares.documentId), isShownTo(reader)))
    .innerJoin(givers, eq(givers.id, shares.sharedByUserId))
    .leftJoin(takers, eq(takers.id, shares.sharedWithUserId))
    .where(where)
    .orderBy(desc(shares.createdAt), desc(shares.id));
  return rows.map(({ share, ...names }) => ({
    ...share,
    ...names,
    expiresAt: share.expiresAt?.toISOString() ?? null,
    lastViewedAt: share.lastViewedAt?.toISOString() ?? null,
    createdAt: share.createdAt.toISOString(),
  }));
}

export const listShares = (db: Db, reader: Reader, documentId: string) =>
  findShares(db, reader, eq(shares.documentId, documentId));

export const listSharedWith = (db: Db, actor: Actor) =>
  findShares(db, actor, and(eq(shares.sharedWithUserId, actor.userId), notExpired));

export const findShare = async (db: Db, reader: Reader, id: string) =>
  (await findShares(db, reader, eq(shares.id, id)))[0];

export type NewShare = typeof shares.$inferInsert;

export async function createShare(db: Db, share: NewShare): Promise<string> {
  const [row] = await db.insert(shares).values(share).returning({ id: shares.id });
  return row?.id ?? '';
}

/** Removes an open share with a person; returns whether there was one. */
export async function removeShareWith(db: Db, share: { documentId: string; by: string; to: string }) {
  const ofPerson = and(
    eq(shares.documentId, share.documentId),
    eq(shares.sharedByUserId, share.by),
    eq(shares.sharedWithUserId, share.to),
    notExpired,
  );
  return (await db.delete(shares).where(ofPerson).returning({ id: shares.id })).length > 0;
}

/** Returns the removed share; undefined when it does not exist. */
export async function removeShare(db: Db, id: string) {
  return (await db.delete(shares).where(eq(shares.id, id)).returning())[0];
}

export const findGiver = async (db: Db, id: string) =>
  (await db.select({ userId: shares.sharedByUserId }).from(shares).where(eq(shares.id, id)))[0]?.userId;

/** A document that a link opens with the eyes of the person who shared it. */
type OpenedShare = { documentId: string; giverId: string };

/**
 * Counts and records a view, and returns the document; undefined when the link is closed. A single statement counts, so
 * that concurrent readers never exceed the limit.
 */
export async function countView(
  tx: Db,
  tokenHash: string,
  from: { address: string; device: string },
): Promise<OpenedShare | undefined> {
  const [row] = await tx
    .update(shares)
    .set({ views: sql`${shares.views} + 1`, lastViewedAt: sql`now()` })
    .where(
      and(
        eq(shares.shareToken, tokenHash),
        notExpired,
        ofActiveGiver,
        ofDocument,
        or(isNull(shares.maxViews), lt(shares.views, shares.maxViews)),
      ),
    )
    .returning({ id: shares.id, documentId: shares.documentId, giverId: shares.sharedByUserId });
  if (!row) return undefined;
  await tx.insert(shareViews).values({ shareId: row.id, ...from });
  return row;
}

const MOST_VIEWS = 100;

export const listViews = async (db: Db, shareId: string): Promise<ShareView[]> => {
  const rows = await db
    .select()
    .from(shareViews)
    .where(eq(shareViews.shareId, shareId))
    .orderBy(desc(shareViews.openedAt), desc(shareViews.id))
    .limit(MOST_VIEWS);
  return rows.map(({ openedAt, address, device }) => ({ openedAt: openedAt.toISOString(), address, device }));
};

/**
 * Minutes in which the images of a view can be loaded, even after the last view: browsers load them when they scroll
 * into sight.
 */
const IMAGE_MINUTES = 60;

/** The document whose images a link may load: while it is open, and shortly after its last view. */
export async function findOpenDocument(db: Db, tokenHash: string): Promise<OpenedShare | undefined> {
  const viewedRecently = gt(shares.lastViewedAt, sql`now() - ${IMAGE_MINUTES} * interval '1 minute'`);
  const [row] = await db
    .select({ documentId: shares.documentId, giverId: shares.sharedByUserId })
    .from(shares)
    .where(and(eq(shares.shareToken, tokenHash), notExpired, ofActiveGiver, ofDocument, viewedRecently));
  return row;
}

/** Enough for a large company: the form offers all of them without a search. */
const MOST_PEOPLE = 2_000;

/** The other active accounts, by name. */
export const listPeople = (db: Db, userId: string, q: string) =>
  db
    .select({
      id: users.id,
      name: nameOf(users),
      department: sql<string | null>`nullif(${accountSettings.values} ->> 'department', '')`,
    })
    .from(users)
    .leftJoin(accountSettings, eq(accountSettings.userId, users.id))
    .where(
      and(
        ne(users.id, userId),
        eq(users.accountStatus, 'active'),
        q === '' ? undefined : sql`${foldedColumn(nameOf(users))} like ${containing(fold(q))}`,
      ),
    )
    .orderBy(byName(nameOf(users)))
    .limit(MOST_PEOPLE);

/** The name of an active account; undefined for any other. */
export async function findActivePerson(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: nameOf(users) })
    .from(users)
    .where(and(eq(users.id, id), eq(users.accountStatus, 'active')));
  return row?.name;
}
