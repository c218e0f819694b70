import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Backlink } from '../../contract/documents.ts';
import { notInBin } from '../db/bin.ts';
import type { Db } from '../db/open.ts';
import { byName } from '../db/order.ts';
import { documentLinks, documentMachines, documents } from '../db/schema.ts';
import { machineWords } from '../text/machine-words.ts';

/** Links to documents by address, anywhere in a text. */
const LINK = /\/(?:knowledge-base|documents)\?doc=([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;

/** Links to servers by address, anywhere in a text. */
const SERVER_LINK = /\/infrastructure(?:\?server=|\/)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g;
/** Rows per statement; PostgreSQL accepts at most 65,535 values. */
const PORTION = 10_000;

type Text = { id: string; title: string; content: string };

/** Replaces the stored links and server references of the current texts. */
export async function noteLinks(tx: Db, texts: Text[]): Promise<void> {
  const rows = texts.flatMap(({ id, content }) => {
    const targets = new Set(Array.from(content.matchAll(LINK), ([, target = '']) => target));
    targets.delete(id);
    return [...targets].map((toId) => ({ fromId: id, toId }));
  });
  const ids = texts.map(({ id }) => id);
  // One connection runs them in this order.
  await Promise.all([
    tx.delete(documentLinks).where(inArray(documentLinks.fromId, ids)),
    rows.length > 0 && tx.insert(documentLinks).values(rows),
    noteMachines(tx, texts),
  ]);
}

async function noteMachines(tx: Db, texts: Text[]): Promise<void> {
  const rows = texts.flatMap(({ id, title, content }) => {
    const links = new Set(Array.from(content.matchAll(SERVER_LINK), ([, serverId = '']) => serverId));
    return [
      ...Array.from(links, (serverId) => ({ documentId: id, word: serverId, serverId })),
      ...machineWords(`${title}\n${content}`).map((word) => ({ documentId: id, word, serverId: null })),
    ];
  });
  const ids = texts.map(({ id }) => id);
  const portions = Array.from({ length: Math.ceil(rows.length / PORTION) }, (_, n) =>
    rows.slice(n * PORTION, (n + 1) * PORTION),
  );
  await Promise.all([
    tx.delete(documentMachines).where(inArray(documentMachines.documentId, ids)),
    ...portions.map((portion) => tx.insert(documentMachines).values(portion)),
  ]);
}

/** Maximum shown links; a document with more links is an index. */
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
