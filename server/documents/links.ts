import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Backlink } from '../../contract/documents.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { documentLinks, documents } from '../db/schema.ts';

/** Documents that a text links to by their address, wherever it stands. */
const LINK = /\/(?:knowledge-base|documents)\?doc=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;

/** Notes which documents the current texts link to, in place of what was noted before. */
export async function noteLinks(tx: Db, texts: { id: string; content: string }[]): Promise<void> {
  const rows = texts.flatMap(({ id, content }) => {
    const targets = new Set(Array.from(content.matchAll(LINK), ([, target = '']) => target));
    targets.delete(id);
    return [...targets].map((toId) => ({ fromId: id, toId }));
  });
  const ids = texts.map(({ id }) => id);
  await tx.delete(documentLinks).where(inArray(documentLinks.fromId, ids));
  if (rows.length > 0) await tx.insert(documentLinks).values(rows);
}

/** Most that are shown; who links more often than this is an index, not a hint. */
const MOST = 200;

/** The documents outside the bin that link to this one, by title. */
export const listBacklinks = (db: Db, id: string): Promise<Backlink[]> =>
  db
    .select({ id: documents.id, title: documents.title, templateType: documents.templateType })
    .from(documentLinks)
    .innerJoin(documents, and(eq(documents.id, documentLinks.fromId), notInBin(documents)))
    .where(eq(documentLinks.toId, id))
    .orderBy(byName(documents.title), asc(documents.id))
    .limit(MOST);
